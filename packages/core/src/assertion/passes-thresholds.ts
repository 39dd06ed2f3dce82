import { undecided, type Finding } from './finding.ts'
import { ifValid } from './if-valid.ts'
import type { Subject } from './subject.ts'
import { writeMessage } from './write-message.ts'

/** Finds whether all thresholds of a test passed. Undecided where the run is invalid, and where the test has none. */
export function passesThresholds(subject: Subject): Finding {
  const { test } = subject
  return ifValid(subject, () => {
    const { thresholds } = test
    if (thresholds.length === 0) return undecided(writeMessage(`test ${test.name} has no thresholds`, [], test))
    const failed = thresholds.filter(({ passed }) => !passed)
    return {
      outcome: failed.length === 0 ? 'holds' : 'fails',
      message: (isNegated) => {
        if (isNegated) return writeMessage('all thresholds passed, but were expected not to', [], test)
        const lines = failed.map(({ selector, condition, text }) => `${selector}: ${condition}: ${text}`)
        return writeMessage(`${failed.length} of ${thresholds.length} thresholds failed`, [['failed', lines]], test)
      },
    }
  })
}

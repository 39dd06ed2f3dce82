import type { ThresholdResult } from '../result/threshold/threshold.ts'
import { undecided, type Finding } from './finding.ts'
import { ifValid } from './if-valid.ts'
import type { Subject } from './subject.ts'
import { writeMessage } from './write-message.ts'

/** Finds whether all thresholds of a test passed. Undecided where the run is invalid, where there are none, and where none failed but one is inconclusive. */
export function passesThresholds(subject: Subject): Finding {
  const { test } = subject
  return ifValid(subject, () => {
    const { thresholds } = test
    if (thresholds.length === 0) return undecided(writeMessage(`test ${test.name} has no thresholds`, [], test))
    const failed = thresholds.filter(({ passed, inconclusive }) => !passed && inconclusive === null)
    const open = thresholds.filter(({ inconclusive }) => inconclusive !== null)
    if (failed.length === 0 && open.length > 0) {
      const sentence = `nothing can be said of ${open.length} of ${thresholds.length} thresholds`
      return undecided(writeMessage(sentence, [['inconclusive', open.map(describe)]], test))
    }
    return {
      outcome: failed.length === 0 ? 'holds' : 'fails',
      message: (isNegated) => {
        if (isNegated) return writeMessage('all thresholds passed, but were expected not to', [], test)
        return writeMessage(`${failed.length} of ${thresholds.length} thresholds failed`, [['failed', failed.map(describe)]], test)
      },
    }
  })
}

function describe({ selector, condition, text }: ThresholdResult): string {
  return `${selector}: ${condition}: ${text}`
}

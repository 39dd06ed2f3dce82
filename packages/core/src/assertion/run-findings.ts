import type { ThresholdResult } from '../result/threshold/threshold.ts'
import { type Finding, ifValid, undecided, writeMessage } from './finding.ts'
import type { Subject } from './subject.ts'

/** Finds whether a run can be believed; with `strict`, whether there is nothing suspect about it either. */
export function isValidRun({ test }: Subject, { strict = false }: { readonly strict?: boolean } = {}): Finding {
  const { level } = test.verdict
  const isFine = level === 'valid' || (level === 'suspect' && !strict)
  const [expected, opposite] = strict ? ['valid', 'suspect or invalid'] : ['valid or suspect', 'invalid']
  return {
    outcome: isFine ? 'holds' : 'fails',
    message: (isNegated) => writeMessage(`the run is ${level}, but was expected to be ${isNegated ? opposite : expected}`, [], test),
  }
}

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

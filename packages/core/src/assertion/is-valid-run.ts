import type { Finding } from './finding.ts'
import type { Subject } from './subject.ts'
import { writeMessage } from './write-message.ts'

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

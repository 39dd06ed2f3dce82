import { undecided, type Finding } from './finding.ts'
import type { Subject } from './subject.ts'
import { writeMessage } from './write-message.ts'

/** Says that nothing can be said when the run is invalid, else what `find` finds. */
export function ifValid({ name, test }: Subject, find: () => Finding): Finding {
  if (test.verdict.level !== 'invalid') return find()
  return undecided(writeMessage(`nothing can be said of ${name}: the run is invalid`, [], test))
}

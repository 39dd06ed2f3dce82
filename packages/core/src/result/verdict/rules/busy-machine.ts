import type { TestSummary } from '../../summary/summary.ts'
import { dominantOthers } from '../cut-offs.ts'
import { describeOtherCpu, findOtherProcesses } from '../other-processes.ts'
import type { Reason } from '../verdict.ts'

/**
 * Other processes left the generator, and a local target, too little CPU to run undisturbed.
 *
 * Where they used more than the test itself, the figures are more theirs than its own.
 */
export function busyMachine(summary: TestSummary): readonly Reason[] {
  const found = findOtherProcesses(summary)
  if (found === null) return []
  const used = `other processes used ${describeOtherCpu(found, summary)}`
  if (found.others <= found.ours * dominantOthers) {
    return [{ rule: 'busy-machine', level: 'note', text: `${used}: on an idle machine the figures would be better` }]
  }
  const tested = summary.target.local ? 'target and generator' : 'the generator'
  return [{ rule: 'busy-machine', level: 'suspect', text: `${used}, more than ${tested}: repeat the test on an idle machine` }]
}

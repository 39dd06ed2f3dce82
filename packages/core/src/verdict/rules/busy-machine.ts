import type { TestSummary } from '../../summary/summary.ts'
import { describeCpuContention } from '../cpu-contention.ts'
import { sharedCpu } from '../cut-offs.ts'
import { formatRough } from '../figures.ts'
import { isMachineFull } from '../machine-full.ts'
import type { Reason } from '../verdict.ts'

/**
 * Other processes left the generator, and a local target, too little CPU to run undisturbed.
 *
 * Their share must be more than what the rule `shared-cores` leaves to the system; where that rule speaks, this one is silent.
 */
export function busyMachine(summary: TestSummary): readonly Reason[] {
  const { target, generator, hostCpu, cpus } = summary
  if (hostCpu === null || generator.cpu === null || !isMachineFull(summary) || describeCpuContention(summary) !== null) return []
  const isApart = target.local && target.kind !== 'server'
  const others = hostCpu - generator.cpu - (isApart ? (target.cpu ?? 0) : 0)
  if (others <= (1 - sharedCpu) * cpus) return []
  const text = `other processes used ${formatRough(others)} of ${formatRough(cpus)} CPUs: on an idle machine the figures would be better`
  return [{ rule: 'busy-machine', level: 'note', text }]
}

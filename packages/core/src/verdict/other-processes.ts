import type { TestSummary } from '../summary/summary.ts'
import { describeCpuContention } from './cpu-contention.ts'
import { sharedCpu } from './cut-offs.ts'
import { formatRough } from './figures.ts'
import { isMachineFull } from './machine-full.ts'

/** CPU in cores on a machine that was full. */
export interface OtherProcesses {
  /** Used by neither generator nor target. */
  readonly others: number
  /** Used by the generator, and the target if it is local. */
  readonly ours: number
}

/**
 * What other processes took of a machine that was full, or `null` when they left enough, or cannot be told apart.
 *
 * Their share must be more than what the rule `shared-cores` leaves to the system; where that rule speaks, target and generator are enough
 * of an explanation.
 */
export function findOtherProcesses(summary: TestSummary): OtherProcesses | null {
  const { target, generator, hostCpu, hostInterruptCpu, cpus } = summary
  if (hostCpu === null || generator.cpu === null || !isMachineFull(summary) || describeCpuContention(summary) !== null) return null
  const isApart = target.local && target.kind !== 'server'
  const ours = generator.cpu + (isApart ? (target.cpu ?? 0) : 0)
  // What packets cost is charged to no process, and may well be this test's.
  const others = hostCpu - (hostInterruptCpu ?? 0) - ours
  return others > (1 - sharedCpu) * cpus ? { others, ours } : null
}

/** Says how much other processes used: `1.3 of 2 CPUs`. */
export function describeOtherCpu({ others }: OtherProcesses, { cpus }: TestSummary): string {
  return `${formatRough(others)} of ${formatRough(cpus)} CPUs`
}

import type { ScheduledCounts } from '../../measure/recorder/under-way.ts'
import type { Part } from '../../model/workload/part.ts'
import { plannedCounts } from '../../model/workload/planned-counts.ts'
import type { Workload } from '../../model/workload/workload.ts'

/** What one thread scheduled of one scenario in one phase, beside what was planned: counted again from the config and the seed when the test was over. */
export interface ScheduledCount {
  readonly scenario: string
  readonly phase: 'warm-up' | 'run'
  readonly of: 'requests' | 'iterations'
  readonly planned: number
  /** Whether fewer are right, too: the test was interrupted, or users could not go on. */
  readonly isMost: boolean
  readonly scheduled: number
}

/** A scenario that was divided over threads. */
export interface PlannedScenario {
  readonly name: string
  readonly workload: Workload
  /** Whether it has users that may leave because they cannot go on. */
  readonly hasJourneys: boolean
  /** Where random arrivals start from. */
  readonly seed: number
  readonly isInterrupted: boolean
}

/** Puts what a thread scheduled beside its plan; nothing where the plan depends on how fast the target answers. */
export function compareWithPlan(scenario: PlannedScenario, part: Part, found: ScheduledCounts): ScheduledCount[] {
  const { name, workload, hasJourneys, seed, isInterrupted } = scenario
  const planned = plannedCounts(workload, part, seed)
  const of = workload.kind === 'connections' ? 'requests' : 'iterations'
  // Arrivals do not ask whether anybody can go on.
  const mayGiveUp = hasJourneys && workload.kind !== 'rate' && found.hasFailedUsers
  const counts = { scenario: name, of, isMost: isInterrupted || mayGiveUp } as const
  return [
    ...(planned.warmup === null ? [] : [{ ...counts, phase: 'warm-up' as const, planned: planned.warmup, scheduled: found.warmup }]),
    ...(planned.run === null ? [] : [{ ...counts, phase: 'run' as const, planned: planned.run, scheduled: found.run }]),
  ]
}

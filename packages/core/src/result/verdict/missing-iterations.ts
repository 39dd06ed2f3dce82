import type { ScenarioSummary, TestSummary } from '../summary/summary.ts'
import { leastPlanned } from './planned-load.ts'

/** Iterations of an open workload that were due and not started. */
export interface MissingIterations {
  readonly count: number
  /** Of so many. */
  readonly planned: number
  /** As a share of these. */
  readonly share: number
  /** The part of them for which no user was free; the others nobody got to. */
  readonly dropped: number
}

/**
 * Finds what an open workload did not start; `null` for a closed one, which plans nothing ahead.
 *
 * What was counted as due is compared with the plan, too, where the test ran to its end on all threads.
 */
export function findMissing({ workload, users }: ScenarioSummary, summary: TestSummary): MissingIterations | null {
  if (workload.kind !== 'rate' || users === null) return null
  const { scheduled, started, dropped } = users.iterations
  const isWhole = summary.interrupted === null && summary.generator.threads.every(({ lost }) => lost === null)
  const planned = isWhole ? Math.max(scheduled, leastPlanned(workload)) : scheduled
  const count = Math.max(0, planned - started)
  return { count, planned, share: planned > 0 ? count / planned : 0, dropped: Math.min(dropped, count) }
}

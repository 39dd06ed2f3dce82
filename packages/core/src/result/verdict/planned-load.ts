import { cumulated, type LoadCurve } from '../../model/workload/load-curve.ts'
import type { ScenarioSummary, StageSummary, WorkloadSummary } from '../summary/scenario-summary.ts'
import type { TestSummary } from '../summary/test-summary.ts'

/**
 * How many standard deviations fewer Poisson arrivals than expected there may be, before iterations are missing.
 *
 * Their number varies by the square root of what is expected. So far below it is 1 of 30,000 schedules.
 */
export const arrivalDeviations = 4

/** An open workload. */
type RateSummary = Extract<WorkloadSummary, { readonly kind: 'rate' }>

/** A workload whose level may change. */
type StagedSummary = Extract<WorkloadSummary, { readonly stages: readonly StageSummary[] }>

/** Users at a time, or iterations per second, as they were planned for the first `seconds` of a run phase, on average. */
export function meanLevel(workload: StagedSummary, seconds: number): number {
  return seconds > 0 ? cumulated(curveOf(workload), seconds * 1e6) / seconds : workload.from
}

/**
 * The fewest iterations that a run phase which is not cut short schedules.
 *
 * Poisson arrivals in a given time are as many as chance will have it; a few fewer than expected are none too few.
 */
export function leastPlanned(workload: RateSummary): number {
  const expected = cumulated(curveOf(workload), Infinity)
  const chance = workload.arrivals === 'poisson' ? arrivalDeviations * Math.sqrt(expected) : 1
  const least = expected === Infinity ? Infinity : Math.floor(Math.max(0, expected - chance))
  const planned = Math.min(least, workload.iterations ?? Infinity)
  return planned === Infinity ? 0 : planned
}

/** The one level of a workload that does not change, or `null`. */
export function onlyLevel({ from, stages }: StagedSummary): number | null {
  return stages.every(({ to }) => to === from) ? from : null
}

/** A part of a run phase, in seconds from its start. */
interface Span {
  readonly start: number
  readonly end: number
}

/** The longest part of a run phase over which a workload is planned to stay the same; the whole of it for most. */
export function steadySpan(workload: WorkloadSummary): Span {
  if (workload.kind === 'connections' || workload.kind === 'batch') return { start: 0, end: Infinity }
  let longest: Span = { start: 0, end: 0 }
  let span = longest
  let level = workload.from
  for (const { duration, to } of workload.stages) {
    const end = span.end + (duration ?? Infinity)
    span = { start: to === level ? span.start : end, end }
    if (span.end - span.start > longest.end - longest.start) longest = span
    level = to
  }
  return longest
}

function curveOf({ from, stages }: StagedSummary): LoadCurve {
  return { from, steps: stages.map(({ duration, to }) => ({ duration: duration === null ? Infinity : duration * 1e6, to })) }
}

/** Iterations of an open workload that were due and not started. */
export interface MissingIterations {
  readonly count: number
  /** How many were planned. */
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

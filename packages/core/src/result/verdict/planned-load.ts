import type { StageSummary, WorkloadSummary } from '../summary/workload-summary.ts'
import { cumulated, type LoadCurve } from '../../model/workload/load-curve.ts'
import { arrivalDeviations } from './cut-offs.ts'

/** An open workload. */
export type RateSummary = Extract<WorkloadSummary, { readonly kind: 'rate' }>

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
export interface Span {
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

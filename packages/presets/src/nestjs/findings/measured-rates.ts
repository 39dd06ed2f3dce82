import type { ScenarioSummary, SecondSummary } from '@benchpress/core'
import { fullSecond, steadySpan } from '@benchpress/core/report'

/** Responses per second by several definitions; `null` where the run was too short for one. */
export interface MeasuredRates {
  /** Mean of the full seconds, at least five, of the longest phase at one rate, which the published files call sustained or maximum. */
  readonly sustained: number | null
  /**
   * The highest mean of ten full seconds in a row, as long as the buckets of the published reports; of fewer seconds where `sustained` or the run has fewer.
   */
  readonly peak: number | null
  /** All requests divided by the time from the first to the last. */
  readonly overall: number
}

const bucket = 10

// Fewer seconds depend more on the arrival of users than on the target.
const leastSeconds = 5

/** Computes the rates of a run from its one-second counts. */
export function measureRates(scenario: ScenarioSummary, duration: number): MeasuredRates {
  const seconds = scenario.series.filter(({ length }) => length >= fullSecond)
  const { start, end } = steadySpan(scenario.workload)
  const inPhase = seconds.filter(({ at }) => at >= start && at + 1 <= end)
  const steady = inPhase.length < leastSeconds ? [] : inPhase
  return {
    sustained: meanOf(steady),
    // If they were longer than the phase, the best seconds in a row would be worse than those of the phase.
    peak: peakOf(seconds, Math.min(bucket, steady.length || bucket, seconds.length)),
    overall: duration === 0 ? 0 : scenario.counts.started / duration,
  }
}

function peakOf(seconds: readonly SecondSummary[], length: number): number | null {
  const means = Array.from({ length: seconds.length - length + 1 }, (_, first) => meanOf(seconds.slice(first, first + length)) ?? 0)
  return length === 0 ? null : Math.max(...means)
}

function meanOf(seconds: readonly SecondSummary[]): number | null {
  return seconds.length === 0 ? null : seconds.reduce((sum, { requests }) => sum + requests, 0) / seconds.length
}

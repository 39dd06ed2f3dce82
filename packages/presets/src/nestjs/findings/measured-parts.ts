import type { MetricSummary, TimeSummary } from '@benchpress/core'
import { isLowerBound, knownPercentile, type ReasonCount } from '@benchpress/core/report'

/** A mean, and percentiles with enough samples that are not only lower bounds, in milliseconds. */
export interface MeasuredTime {
  readonly mean: number | null
  readonly p95: number | null
  readonly p99: number | null
  readonly count: number
}

/** Reads a distribution. */
export function timeOf(times: TimeSummary): MeasuredTime {
  return {
    mean: isLowerBound(times, 'mean') ? null : times.mean,
    p95: knownPercentile(times, 'p95'),
    p99: knownPercentile(times, 'p99'),
    count: times.count,
  }
}

/** Reads a trend metric; one that was never recorded has no times. */
export function timeOfMetric(metric: MetricSummary | undefined): MeasuredTime {
  return metric?.type === 'trend' ? timeOf(metric.values) : { mean: null, p95: null, p99: null, count: 0 }
}

/** Reads a counter; one that was never recorded is 0. */
export function countOf(metric: MetricSummary | undefined): number {
  return metric?.type === 'counter' ? metric.count : 0
}

/** Reads a counter by the values of its tag; empty for one that was never recorded. */
export function countedOf(metric: MetricSummary | undefined): readonly ReasonCount[] {
  return metric?.type === 'counter' ? (metric.by?.series.map(({ name, count }) => ({ reason: name, count })) ?? []) : []
}

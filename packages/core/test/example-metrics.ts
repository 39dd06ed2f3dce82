import type { MetricSummary } from '../src/result/summary/metric-summary.ts'
import type { PercentileIntervals, TimeSummary } from '../src/model/metrics/time-summary.ts'

/** Percentiles of which nothing is known but their figures. */
export const noIntervals: PercentileIntervals = {
  p2_5: null,
  p50: null,
  p75: null,
  p90: null,
  p95: null,
  p97_5: null,
  p99: null,
  p99_9: null,
}

/** A metric of each type, as a whole and by a tag. */
export const exampleMetrics: Readonly<Record<string, MetricSummary>> = {
  http_requests: { type: 'counter', unit: null, count: 300, rate: 150, by: null },
  users_active: { type: 'gauge', unit: null, value: 3, min: 0, max: 12, by: null },
  http_failed: { type: 'rate', unit: null, rate: 0.03, hits: 9, total: 299, by: null },
  http_response_time: { type: 'trend', unit: 'ms', values: exampleTimes(), by: null },
  closes: { type: 'counter', unit: null, count: 3, rate: 1.5, by: { tag: 'cause', series: [{ name: 'server', count: 3, rate: 1.5 }] } },
  open: { type: 'gauge', unit: null, value: 1, min: 0, max: 2, by: { tag: 'state', series: [{ name: 'idle', value: 1, min: 0, max: 2 }] } },
  resumed: {
    type: 'rate',
    unit: null,
    rate: 1,
    hits: 2,
    total: 2,
    by: { tag: 'how', series: [{ name: 'id', rate: 1, hits: 2, total: 2 }] },
  },
  lag: { type: 'trend', unit: 'ms', values: exampleTimes(), by: { tag: 'kind', series: [{ name: 'read', values: exampleTimes() }] } },
}

/** Times of 295 responses. */
export function exampleTimes(): TimeSummary {
  return {
    p2_5: 0.4,
    p50: 1.2,
    p75: 1.5,
    p90: 2,
    p95: 3,
    p97_5: 4,
    p99: 4.5,
    p99_9: null,
    mean: 1.5,
    stdev: 0.6,
    min: 0.2,
    max: 6.7,
    count: 295,
    intervals: noIntervals,
  }
}

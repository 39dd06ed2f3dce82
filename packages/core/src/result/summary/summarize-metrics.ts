import { builtInMetrics, type BuiltInMetric, type MetricDefinitions } from '../../model/metrics/metric-definition.ts'
import type { Histogram } from '../../model/metrics/histogram.ts'
import { type Measured, mergeHistograms } from '../threshold/measured.ts'
import { measureTotals, type MetricSource } from '../threshold/metric-source.ts'
import { readMetric, type MetricReading } from '../threshold/read-metric.ts'
import { readByTag } from '../threshold/read-own.ts'
import { summarizeMetric } from './summarize-metric.ts'
import { summarizeTimes } from './summarize-times.ts'
import type { MetricSummary } from './metric-summary.ts'
import type { TimeSummary } from './time-summary.ts'

// Metrics of what a test need not have: left out where there was none of it.
const optional: readonly string[] = ['http_tls_time', 'group_duration', 'think_overshoot', 'checks'] satisfies BuiltInMetric[]
// Without requests of plugins it is the same as `http_failed`.
const ofPlugins: string = 'requests_failed' satisfies BuiltInMetric
// What a condition is on: one percentile is never of both kinds of requests.
const ofConditions: string = 'response_time' satisfies BuiltInMetric

/**
 * Reads every metric over all scenarios, by name: those of benchpress that apply, then the user's own, recorded or not.
 *
 * @param metrics the user's own; those of benchpress are known
 */
export function summarizeMetrics(metrics: MetricDefinitions, sources: readonly MetricSource[]): Readonly<Record<string, MetricSummary>> {
  const scenarios = sources.map(measureTotals)
  const hasPlugins = scenarios.some(({ users }) => (users?.pluginRequests.length ?? 0) > 0)
  const definitions: MetricDefinitions = { ...builtInMetrics, ...metrics }
  return Object.fromEntries(
    Object.entries(definitions).flatMap(([name, definition]) => {
      if (name === ofConditions) return []
      const reading = readMetric({ metric: name, tags: {} }, definition, scenarios, mergeHistograms)
      if ('missing' in reading || (optional.includes(name) && isEmpty(reading)) || (name === ofPlugins && !hasPlugins)) return []
      const byTag = readByTag(name, definition, scenarios, mergeHistograms).map((value) => ({
        ...value,
        measured: summarizeTrend(value.measured),
      }))
      return [[name, summarizeMetric({ ...reading, measured: summarizeTrend(reading.measured) }, definition, byTag)]]
    }),
  )
}

function isEmpty({ measured }: MetricReading<Histogram>): boolean {
  return (measured.type === 'trend' && measured.values.count === 0) || (measured.type === 'rate' && measured.total === 0)
}

// Whatever a trend measures, its histogram has thousandths of it, as it has of milliseconds.
function summarizeTrend(measured: Measured<Histogram>): Measured<TimeSummary> {
  return measured.type === 'trend' ? { type: 'trend', values: summarizeTimes(measured.values) } : measured
}

import { measureTotals } from '../result/summary/measure-scenario.ts'
import { DeliveryTotals } from '../measure/delivery/delivery-totals.ts'
import type { MetricDefinitions } from '../measure/recorder/own-metric.ts'
import { ScenarioTotals } from '../measure/recorder/scenario-totals.ts'
import { type DeliverySummary, summarizeDeliveries } from '../result/summary/delivery-summary.ts'
import { summarizeCounts, summarizeEndpoints, type Counts, type SeriesSummary } from '../result/summary/series-summary.ts'
import { summarizeMetrics, type MetricSummary } from '../result/summary/metric-summary.ts'
import { summarizeRequests } from '../result/summary/scenario-summary.ts'
import type { PluginRequestsSummary } from '../result/summary/requests-summary.ts'
import type { Clock } from '../base/clock/clock.ts'
import type { DeliveryRecorder } from '../measure/delivery/delivery-recorder.ts'
import type { UserRecorder } from '../measure/recorder/user-recorder.ts'

/** The figures of one user so far. Times are in milliseconds. */
export interface Recorded {
  /** HTTP requests by outcome; requests in flight are counted as `started` only. */
  readonly requests: Counts
  /** HTTP requests by endpoint, such as `GET /items/{id}`. */
  readonly endpoints: Readonly<Record<string, SeriesSummary>>
  /** Requests of the plugin by outcome; requests in flight are counted as `started` only. `null` when none was started. */
  readonly pluginRequests: PluginRequestsSummary | null
  readonly checks: Readonly<Record<string, { readonly passed: number; readonly failed: number }>>
  /** All declared metrics of the plugin and the journey, recorded or not. */
  readonly metrics: Readonly<Record<string, MetricSummary>>
  /** Messages that were stamped and recognised; a message still under way counts as lost. `null` when there were none. */
  readonly deliveries: DeliverySummary | null
}

/** Adds up the records of one user of a plugin: each call of the returned function returns the figures so far. */
export function recordUser(
  plugin: string,
  metrics: MetricDefinitions,
  clock: Clock,
  { recorder, deliveries }: { readonly recorder: UserRecorder; readonly deliveries: DeliveryRecorder },
): () => Recorded {
  const totals = new ScenarioTotals()
  const delivered = new DeliveryTotals()
  const start = clock.now()
  return () => {
    const now = clock.now()
    const seconds = (now - start) / 1e6
    totals.add(recorder.take(now))
    const more = deliveries.take()
    if (more !== undefined) delivered.add(more)
    const all = summarizeMetrics(metrics, [measureTotals({ name: 'user', totals, seconds, endpoint: undefined })])
    const [own] = totals.pluginRequests.values()
    const phases = { start, runStart: start, runEnd: now, hasWarmup: false, isTimed: true, isServiceTimed: true }
    return {
      requests: summarizeCounts(totals.run),
      endpoints: Object.fromEntries(summarizeEndpoints(totals.endpoints.all, seconds, true).map((series) => [series.name, series])),
      pluginRequests: own === undefined || own.run.started === 0 ? null : { plugin, ...summarizeRequests(phases, own) },
      checks: Object.fromEntries((totals.users?.checks ?? []).map((check) => [check.name, { passed: check.passed, failed: check.failed }])),
      metrics: Object.fromEntries(Object.entries(all).filter(([metric]) => Object.hasOwn(metrics, metric))),
      deliveries: summarizeDeliveries(plugin, delivered) ?? null,
    }
  }
}

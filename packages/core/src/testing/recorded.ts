import type { DeliveryTotals } from '../measure/delivery/delivery-totals.ts'
import type { MetricDefinitions } from '../model/metrics/metric-definition.ts'
import type { ScenarioTotals } from '../measure/recorder/scenario-totals.ts'
import type { DeliverySummary } from '../result/summary/delivery-summary.ts'
import { summarizeCounts } from '../result/summary/summarize-counts.ts'
import { summarizeDeliveries } from '../result/summary/summarize-deliveries.ts'
import { summarizeMetrics } from '../result/summary/summarize-metrics.ts'
import { summarizeEndpoints } from '../result/summary/summarize-endpoints.ts'
import { summarizeRequests } from '../result/summary/summarize-requests.ts'
import type { MetricSummary } from '../result/summary/metric-summary.ts'
import type { Counts, PluginRequestsSummary, SeriesSummary } from '../result/summary/summary.ts'

/** What a user did so far. Times in milliseconds. */
export interface Recorded {
  /** Its HTTP requests, by how they ended; those that are in flight are `started` only. */
  readonly requests: Counts
  /** The same by endpoint, such as `GET /items/{id}`. */
  readonly endpoints: Readonly<Record<string, SeriesSummary>>
  /** Requests of the plugin, by how they ended; those that are in flight are `started` only. `null` when none was started. */
  readonly pluginRequests: PluginRequestsSummary | null
  readonly checks: Readonly<Record<string, { readonly passed: number; readonly failed: number }>>
  /** The plugin's metrics and those of the journey, as they are declared, recorded or not. */
  readonly metrics: Readonly<Record<string, MetricSummary>>
  /** Messages that were stamped, and found again; one that is still under way counts as lost. `null` when there were none. */
  readonly deliveries: DeliverySummary | null
}

/** All that was recorded of one user. */
export interface RecordedTotals {
  /** Of the plugin. */
  readonly name: string
  /** All metrics that are declared. */
  readonly metrics: MetricDefinitions
  readonly totals: ScenarioTotals
  readonly deliveries: DeliveryTotals
  /** When the user was created, on its clock. */
  readonly start: number
  /** Since then. */
  readonly seconds: number
}

/** Reads what was recorded of one user into what people read. */
export function summarizeRecorded({ name, metrics, totals, deliveries, start, seconds }: RecordedTotals): Recorded {
  const [own] = totals.users?.pluginRequests.values() ?? []
  const phases = { start, runStart: start, runEnd: start + seconds * 1e6 }
  const all = summarizeMetrics(metrics, [{ name: 'user', totals, seconds, endpoint: undefined }])
  return {
    requests: summarizeCounts(totals.run),
    endpoints: Object.fromEntries(summarizeEndpoints(totals.endpoints.all, seconds, true).map((series) => [series.name, series])),
    pluginRequests:
      own === undefined || own.run.started === 0
        ? null
        : { plugin: name, ...summarizeRequests({ ...phases, hasWarmup: false, isTimed: true, isServiceTimed: true }, own) },
    checks: Object.fromEntries((totals.users?.checks ?? []).map((check) => [check.name, { passed: check.passed, failed: check.failed }])),
    metrics: Object.fromEntries(Object.entries(all).filter(([metric]) => Object.hasOwn(metrics, metric))),
    deliveries: summarizeDeliveries(name, deliveries) ?? null,
  }
}

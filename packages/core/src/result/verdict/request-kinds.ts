import { sumOf } from '../../base/units/count.ts'
import { outcomes, type Outcome, type OutcomeCounts } from '../../model/metrics/outcome.ts'
import type { PluginRequestsSummary, RequestsSummary } from '../summary/requests-summary.ts'
import type { ScenarioSummary } from '../summary/scenario-summary.ts'
import { formatCount } from '../../base/units/format.ts'

/**
 * Shortest response time of the whole test as a share of the mean, up to which the mean is reported to be mostly waiting.
 *
 * The fastest response found nearly no queue. If its time is less than half of the mean, the average request waited longer than it was processed.
 */
export const queuedShare = 0.5

/**
 * Relative difference up to which the measured requests in flight are printed as the number that the workload plans.
 *
 * A small difference comes from the start of the run; the exact mean is in the JSON file.
 */
export const askedRounding = 0.01

/**
 * Difference between the p99 of response and service time in milliseconds, up to which it counts as none.
 *
 * Loopback and an event loop can take this long on a slow machine, without a fault of the target.
 */
export const gapResolution = 0.3

/** The requests of a scenario by plugin. */
export function pluginRequestsOf({ users }: ScenarioSummary): readonly PluginRequestsSummary[] {
  return users?.pluginRequests ?? []
}

/** Requests of one kind, with the text that follows the word `requests` in messages: empty for HTTP, ` of redis` for a plugin. */
export interface RequestKind {
  readonly requests: RequestsSummary
  readonly of: string
}

/** The kinds of requests of a scenario: over HTTP, then of each plugin. */
export function requestKinds(scenario: ScenarioSummary): readonly RequestKind[] {
  return [{ requests: scenario, of: '' }, ...pluginRequestsOf(scenario).map((requests) => ({ requests, of: ` of ${requests.plugin}` }))]
}

/** The requests by which a scenario is compared with others: over HTTP, or of its first plugin if it sends none over HTTP. */
export function mainRequests(scenario: ScenarioSummary): RequestsSummary {
  const [first] = scenario.counts.scheduled === 0 ? pluginRequestsOf(scenario) : []
  return first ?? scenario
}

/** The number of started requests of a scenario, over HTTP and by plugins. */
export function countStarted(scenario: ScenarioSummary): number {
  return sumOf([scenario, ...pluginRequestsOf(scenario)], ({ counts }) => counts.started)
}

/** Lists outcomes that occurred: `3 error, 120 refused`. */
export function listOutcomes(counts: OutcomeCounts, isListed: (outcome: Outcome) => boolean = () => true): string {
  return outcomes
    .filter((outcome) => counts[outcome] > 0 && isListed(outcome))
    .map((outcome) => `${formatCount(counts[outcome])} ${outcome}`)
    .join(', ')
}

/** Names the plugins that a scenario sent requests with: `redis`, `redis and socketio`. */
export function namePlugins(scenario: ScenarioSummary): string {
  return pluginRequestsOf(scenario)
    .map(({ plugin }) => plugin)
    .join(' and ')
}

/**
 * The number of requests that the workload plans to have in flight at any time; `null` when it does not, as with users, who may wait in between, and
 * with batches, which shrink.
 */
export function askedInFlight({ workload }: ScenarioSummary): number | null {
  return workload.kind === 'connections' && workload.refill === 'each' ? workload.connections * workload.pipelining : null
}

/** The mean number of requests of one kind in flight, as it is printed: the planned number when the difference is negligible. */
export function printedInFlight({ inFlight }: RequestsSummary, scenario: ScenarioSummary): number {
  const asked = askedInFlight(scenario)
  return asked !== null && Math.abs(inFlight - asked) <= asked * askedRounding ? asked : inFlight
}

/** Whether the average request of one kind waited longer than the fastest request took in total. */
export function isQueueing({ fastest, responseTime }: RequestsSummary): boolean {
  return fastest !== null && responseTime.mean !== null && fastest <= responseTime.mean * queuedShare
}

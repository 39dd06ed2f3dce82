import { sumOf } from '../../base/units/count.ts'
import { outcomes, type Outcome, type OutcomeCounts } from '../../model/metrics/outcome.ts'
import type { PluginRequestsSummary, RequestsSummary } from '../summary/requests-summary.ts'
import type { ScenarioSummary } from '../summary/scenario-summary.ts'
import { formatCount } from '../../base/units/format.ts'

/**
 * Shortest response time of the whole test as a share of the mean, up to which the mean is said to be mostly waiting.
 *
 * The fastest response found nearly no queue. If it took less than half of the mean, the average request waited longer than it was
 * worked on.
 */
export const queuedShare = 0.5

/**
 * Relative difference up to which the measured requests in flight are printed as the number the workload asks for.
 *
 * The difference is the start of the run; the exact mean is in the JSON file.
 */
export const askedRounding = 0.01

/**
 * Difference between the p99 of response and service time in milliseconds, up to which it is taken for none.
 *
 * So much loopback and an event loop can cost on a slow machine, without a fault of the target.
 */
export const gapResolution = 0.3

/** The requests of a scenario by plugin. */
export function pluginRequestsOf({ users }: ScenarioSummary): readonly PluginRequestsSummary[] {
  return users?.pluginRequests ?? []
}

/** Requests of one kind, with what is said after the word `requests` to name them: nothing for those over HTTP, ` of redis` for those of a plugin. */
export interface RequestKind {
  readonly requests: RequestsSummary
  readonly of: string
}

/** The requests of a scenario that are looked at by themselves: those over HTTP, then those of each plugin. */
export function requestKinds(scenario: ScenarioSummary): readonly RequestKind[] {
  return [{ requests: scenario, of: '' }, ...pluginRequestsOf(scenario).map((requests) => ({ requests, of: ` of ${requests.plugin}` }))]
}

/** The requests by which a scenario is compared with others: those over HTTP, or those of its first plugin where it sends no others. */
export function mainRequests(scenario: ScenarioSummary): RequestsSummary {
  const [first] = scenario.counts.scheduled === 0 ? pluginRequestsOf(scenario) : []
  return first ?? scenario
}

/** Requests of a scenario that were started, over HTTP and by plugins. */
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

/** Requests the workload wants in flight at any time; `null` where it does not say, as for users, who may wait in between, and for batches, which shrink. */
export function askedInFlight({ workload }: ScenarioSummary): number | null {
  return workload.kind === 'connections' && workload.refill === 'each' ? workload.connections * workload.pipelining : null
}

/** The measured requests of one kind in flight as they are printed: the number asked for when there is no difference to speak of. */
export function printedInFlight({ inFlight }: RequestsSummary, scenario: ScenarioSummary): number {
  const asked = askedInFlight(scenario)
  return asked !== null && Math.abs(inFlight - asked) <= asked * askedRounding ? asked : inFlight
}

/** Whether the average request of one kind waited for longer than the fastest one took altogether. */
export function isQueueing({ fastest, responseTime }: RequestsSummary): boolean {
  return fastest !== null && responseTime.mean !== null && fastest <= responseTime.mean * queuedShare
}

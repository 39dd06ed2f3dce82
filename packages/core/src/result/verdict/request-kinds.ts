import { sumOf } from '../../base/units/count.ts'
import { outcomes, type Outcome, type OutcomeCounts, countResponses } from '../../model/metrics/outcome.ts'
import type { PluginRequestsSummary, RequestsSummary } from '../summary/requests-summary.ts'
import type { ScenarioSummary } from '../summary/scenario-summary.ts'
import { formatNumber } from '../../base/units/format.ts'

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
export const plannedRounding = 0.01

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
    .map((outcome) => `${formatNumber(counts[outcome])} ${outcome}`)
    .join(', ')
}

/**
 * The number of requests that the workload plans to have in flight at any time; `null` when it does not, as with users, who may wait in between, and
 * with batches, which shrink.
 */
export function plannedInFlight({ workload }: ScenarioSummary): number | null {
  return workload.kind === 'connections' && workload.refill === 'each' ? workload.connections * workload.pipelining : null
}

/** The mean number of requests of one kind in flight, as it is printed: the planned number when the difference is negligible. */
export function printedInFlight({ inFlight }: RequestsSummary, scenario: ScenarioSummary): number {
  const asked = plannedInFlight(scenario)
  return asked !== null && Math.abs(inFlight - asked) <= asked * plannedRounding ? asked : inFlight
}

/** Whether the average request of one kind waited longer than the fastest request took in total. */
export function isQueueing({ fastest, responseTime }: RequestsSummary): boolean {
  return fastest !== null && responseTime.mean !== null && fastest <= responseTime.mean * queuedShare
}

/** The throughput that Little's law predicts for the users of a closed workload, and the measured one. */
export interface LittlesLaw {
  /** Mean number of users at a time. */
  readonly users: number
  /** Mean number of requests of one iteration, over HTTP and by plugins. */
  readonly requestsPerIteration: number
  /** Mean duration of an iteration in milliseconds, think times included. */
  readonly iterationDuration: number
  /** `users x requestsPerIteration / iterationDuration`, per second. */
  readonly predicted: number
  /** Responses per second of the run phase. The replies of plugins are those to requests of the run phase, even when they came later. */
  readonly measured: number
  /** The difference between measured and predicted, as a share of the predicted throughput; positive or negative. */
  readonly residual: number
  /** The largest residual, as a share, that the first and the last iteration of each user can cause, because the run phase cuts them. */
  readonly edge: number
}

/**
 * Compares the throughput of a scenario with the one that Little's law predicts from its users and the duration of their iterations. Pure.
 *
 * Users without pacing are always in an iteration. So the iterations that begin in the run phase take `users x (length + overrun)` in all, where
 * `overrun` is how far the last iteration of each user goes beyond the end: between none and one iteration, which is the `edge`. The rest of the
 * residual was lost between iterations. `null` for any other workload, or when no iteration ended.
 */
export function littlesLaw(scenario: ScenarioSummary): LittlesLaw | null {
  const { users, duration } = scenario
  const atATime = countUsers(scenario)
  const { mean, max } = users?.iterationDuration ?? { mean: null, max: null }
  const iterations = users?.iterations.started ?? 0
  const started = countStarted(scenario)
  if (atATime === null || mean === null || mean <= 0 || iterations === 0 || started === 0) return null
  const requestsPerIteration = started / iterations
  const predicted = (atATime * requestsPerIteration * 1000) / mean
  const measured = responsesPerSecond(scenario)
  return {
    users: atATime,
    requestsPerIteration,
    iterationDuration: mean,
    predicted,
    measured,
    residual: measured / predicted - 1,
    edge: duration > 0 ? (max ?? mean) / (duration * 1000) : 0,
  }
}

function responsesPerSecond(scenario: ScenarioSummary): number {
  const ofPlugins = pluginRequestsOf(scenario).reduce((sum, { counts }) => sum + countResponses(counts.outcomes), 0)
  return scenario.throughput.requestsPerSecond + (ofPlugins > 0 ? ofPlugins / scenario.duration : 0)
}

/** The number of users: the planned one when it is constant, otherwise the mean number of busy users. */
function countUsers({ workload, users }: ScenarioSummary): number | null {
  if (workload.kind !== 'users' || workload.pacing > 0 || users === null) return null
  const [only, ...others] = workload.stages
  return others.length === 0 && only?.to === workload.from ? workload.from : users.busy
}

import { countResponses } from '../../model/metrics/outcome.ts'
import type { ScenarioSummary } from '../summary/scenario-summary.ts'
import { countStarted, pluginRequestsOf } from '../verdict/request-kinds.ts'

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

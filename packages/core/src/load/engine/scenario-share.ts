import type { ResolvedRequest } from '../http/request-config.ts'
import type { MetricDefinitions } from '../../measure/recorder/own-metric.ts'
import type { Journey, JourneyHooks } from '../user/journey.ts'
import type { ModuleExport } from '../user/import-module.ts'
import type { HttpWiring } from '../user/http/http-origin.ts'
import type { Route, ServerRoute } from '../wire/dial.ts'
import { type Part, divide, type ConnectionsWorkload, type UserWorkload } from '../../model/workload/workload.ts'
import type { RequestOrder } from '../../model/workload/choices.ts'

interface Share {
  readonly name: string
  /** The target's URL, for the `Host` header and basic authentication. */
  readonly url: string
  readonly route: Route
  readonly timeout: number
  readonly connectTimeout: number
  /** The number of failed requests of this thread after which the test ends. */
  readonly bailout: number | undefined
  readonly seed: number
  readonly part: Part
  /** The servers that share the load, if there are several; `url` and `route` are those of the first. */
  readonly servers?: readonly ServerRoute[]
}

/** One thread's share of a scenario of connections, as plain data that can be sent to other threads. Times are in microseconds. */
export interface ConnectionsShare extends Share {
  readonly kind: 'connections'
  readonly requests: readonly ResolvedRequest[]
  readonly order: RequestOrder
  /** The workload with this thread's connections and requests. */
  readonly workload: ConnectionsWorkload
  readonly uniqueIds: boolean
  readonly reconnectAfter: number | undefined
}

/** A journey as a thread loads it: from a module, or as a function when the load runs in the calling thread. */
export interface JourneyShare {
  readonly name: string
  readonly weight: number
  readonly from: ModuleExport | { readonly run: Journey<never, never>; readonly hooks: JourneyHooks<never, never> }
  readonly shared: unknown
}

/** The action of users who send requests. */
export interface RequestAction extends Pick<ConnectionsShare, 'requests' | 'order' | 'uniqueIds'> {
  readonly kind: 'requests'
}

/** The action of users who do journeys. */
export interface JourneyAction extends Pick<HttpWiring, 'connections' | 'headers'>, Required<Pick<HttpWiring, 'otherOrigins'>> {
  readonly kind: 'journeys'
  readonly journeys: readonly JourneyShare[]
  /** What is spread over several servers: requests or users. */
  readonly spread: 'request' | 'user'
  readonly env: Readonly<Record<string, string>>
  /** The metrics that the config declares, without those of plugins. */
  readonly metrics: MetricDefinitions
}

/** The action of the users of a scenario. */
export type UserAction = RequestAction | JourneyAction

/** One thread's share of a scenario of users, as plain data that can be sent to other threads unless a journey is a function. Times are in microseconds. */
export interface UserShare extends Share {
  readonly kind: 'users'
  /** The whole workload; `part` is the part of this thread. */
  readonly workload: UserWorkload
  readonly action: UserAction
}

/** One thread's share of a scenario. */
export type ScenarioShare = ConnectionsShare | UserShare

/**
 * The number of iterations that the users of a thread do when all users of the test do equally many.
 *
 * The shares of all threads add up to exactly `total`, and a thread without users has none.
 */
export function iterationsOfPart(total: number, users: number, { worker, workers }: Part): number {
  return divide(total, users).reduce((sum, each, user) => (user % workers === worker ? sum + each : sum), 0)
}

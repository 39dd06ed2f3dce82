import type { ResolvedRequest } from '../http/request-config.ts'
import type { Route } from '../wire/dial.ts'
import type { ClosedWorkload } from '../workload/closed-workload.ts'

/** One thread's share of a scenario; plain data that can cross threads. Times in microseconds. */
export interface ScenarioShare {
  readonly name: string
  /** The target's URL, for the `Host` header and basic authentication. */
  readonly url: string
  readonly route: Route
  readonly requests: readonly ResolvedRequest[]
  /** With this thread's connections and requests. */
  readonly workload: ClosedWorkload
  readonly timeout: number
  readonly connectTimeout: number
  readonly uniqueIds: boolean
  readonly reconnectAfter: number | undefined
  /** Failed requests of this thread after which the test ends. */
  readonly bailout: number | undefined
}

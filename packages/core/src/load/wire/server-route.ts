import type { Route } from './dial.ts'

/** One of several servers that share the load, and how it is reached. */
export interface ServerRoute {
  /** What it is counted under: its origin. */
  readonly name: string
  /** For `Host` and basic authentication. */
  readonly url: string
  readonly route: Route
}

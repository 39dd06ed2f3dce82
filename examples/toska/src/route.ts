import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Follower, Store } from './store/index.ts'

/** The context of all routes. */
export interface RouteContext {
  readonly store: Store
  /** The follower; `undefined` on a leader. */
  readonly follower: Follower | undefined
  readonly bodyLimit: number
}

/** One request. */
export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly path: string
  readonly query: URLSearchParams
}

/** Responds to a request. */
export type Route = (exchange: Exchange, context: RouteContext) => void | Promise<void>

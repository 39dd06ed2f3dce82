import type { Awaitable } from '../load/user/journey.ts'

/** A server that a plugin is tried against, started by the plugin's author on a port of its own. */
export interface ConformanceServer {
  /** The target, such as `http://127.0.0.1:40123`. */
  readonly url: string
  /** Ends it, whatever is still connected. */
  close(): Awaitable<void>
  /** How many connections to it are open now; without it only what is left open on this side is seen. */
  connections?(): Awaitable<number>
}

/** Starts a server. Each case starts its own and closes it. */
export type StartServer = () => Awaitable<ConformanceServer>

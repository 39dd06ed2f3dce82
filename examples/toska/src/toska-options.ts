import type { SyncMode } from './store/index.ts'

/** How a store is served. */
export interface ToskaOptions {
  /** Default 0: one that is free. */
  readonly port?: number
  /** Address to listen on. Default `127.0.0.1`. */
  readonly host?: string
  /** Folder of the log and the snapshot. Default: a new one, which is removed at the end. */
  readonly data?: string
  /** When the response to a write is sent. Default `interval`. */
  readonly sync?: SyncMode
  /** Required of every request but `/health`. Default: none. */
  readonly token?: string
  /** Requests that one address may make a second. Default: any. */
  readonly rateLimit?: number
  /** Requests that one address may make at once. Default: as many as in a second. */
  readonly rateBurst?: number
  /** URL of a leader to follow; this one is then read-only. */
  readonly follow?: string
  /** Between two looks at the leader's log, in milliseconds. Default 1,000. */
  readonly pollInterval?: number
  /** Largest body of a request, in bytes. Default 1 MiB. */
  readonly bodyLimit?: number
}

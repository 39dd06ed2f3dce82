import type { SyncMode } from './store/index.ts'

/** Options of a served store. */
export interface ToskaOptions {
  /** Default 0: a free port. */
  readonly port?: number
  /** Address to listen on. Default `127.0.0.1`. */
  readonly host?: string
  /** Folder of the log and the snapshot. Default: a new one, which is removed at the end. */
  readonly data?: string
  /** When the response to a write is sent. Default `interval`. */
  readonly sync?: SyncMode
  /** Token that every request except `/health` must have. Default: none. */
  readonly token?: string
  /** Most requests of one address per second. Default: no limit. */
  readonly rateLimit?: number
  /** Most requests of one address at once. Default: those of one second. */
  readonly rateBurst?: number
  /** URL of a leader to follow, which makes this store read-only. */
  readonly follow?: string
  /** Milliseconds between two reads of the leader's log. Default 1,000. */
  readonly pollInterval?: number
  /** Largest body of a request, in bytes. Default 1 MiB. */
  readonly bodyLimit?: number
}

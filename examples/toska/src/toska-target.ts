import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CommandTarget } from '@benchpress/core'
import type { SyncMode } from './store/index.ts'

/** Options of the store of a test. */
export interface ToskaTargetOptions {
  /** Folder of the log and the snapshot. Default: a new one, which is removed at the end. */
  readonly data?: string
  /** When the response to a write is sent. Default `interval`. */
  readonly sync?: SyncMode
  /** Token that every request except `/health` must have. Default: none. */
  readonly token?: string
  /** Most requests of one address per second. Default: no limit. */
  readonly rateLimit?: number
  /** URL of a leader to follow. Default: the store is a leader itself. */
  readonly follower?: string
}

/** The store as a process of its own, on a free port. */
export function toskaTarget({ data, sync, token, rateLimit, follower }: ToskaTargetOptions = {}): CommandTarget {
  // This file and the server beside it are TypeScript in a clone, and JavaScript when published.
  const server = fileURLToPath(new URL(`./server${extname(import.meta.url)}`, import.meta.url))
  return {
    command: [process.execPath, server],
    ready: { log: 'listening on (?<url>\\S+)' },
    // All variables are set, so that the environment of the test does not change the target. Arguments could be read by every user of the machine, and one of
    // these options is a token.
    env: {
      TOSKA_PORT: '0',
      TOSKA_HOST: '127.0.0.1',
      TOSKA_DATA: data ?? '',
      TOSKA_SYNC: sync ?? '',
      TOSKA_TOKEN: token ?? '',
      TOSKA_RATE_LIMIT: rateLimit === undefined ? '' : String(rateLimit),
      TOSKA_RATE_BURST: '',
      TOSKA_FOLLOW: follower ?? '',
      TOSKA_POLL_INTERVAL: '',
      TOSKA_BODY_LIMIT: '',
    },
  }
}

import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CommandTarget } from '@benchpress/core'
import type { SyncMode } from './store/index.ts'

/** How the store of a test is started. */
export interface ToskaTargetOptions {
  /** Folder of the log and the snapshot. Default: a new one, which is removed at the end. */
  readonly data?: string
  /** When the response to a write is sent. Default `interval`. */
  readonly sync?: SyncMode
  /** Required of every request but `/health`. Default: none. */
  readonly token?: string
  /** Requests that one address may make a second. Default: any. */
  readonly rateLimit?: number
  /** URL of a leader to follow. Default: it is a leader itself. */
  readonly follower?: string
}

/** The store as a process of its own, on a port that is free. */
export function toskaTarget({ data, sync, token, rateLimit, follower }: ToskaTargetOptions = {}): CommandTarget {
  // This file is TypeScript in a clone and JavaScript when published, and the server beside it is the same.
  const server = fileURLToPath(new URL(`./server${extname(import.meta.url)}`, import.meta.url))
  return {
    command: [process.execPath, server],
    ready: { log: 'listening on (?<url>\\S+)' },
    // All of them: what is set in the environment of the test must not change the target. And no arguments, which every user of the
    // machine could read, because one of them is a token.
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

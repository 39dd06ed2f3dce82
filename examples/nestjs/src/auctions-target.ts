import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CommandTarget } from '@benchpress/core'
import type { Breakable } from './settings.ts'

/** How the auction service of a test is started. */
export interface AuctionsTargetOptions {
  /** Processes that serve: 1, some, or as many as there are cores. Default 1. */
  readonly workers?: number | 'auto'
  /** URL of a Redis that keeps the data and carries the broadcasts. Default: a file of SQLite, and the cluster. */
  readonly redis?: string
  /** Parts of the cluster to leave out, to see what breaks. Default: none. */
  readonly break?: readonly Breakable[]
  /** File of SQLite to keep. Default: a new one, which is removed at the end. */
  readonly file?: string
}

/** The auction service as a process of its own, on a port that is free. */
export function auctionsTarget({ workers = 1, redis, break: broken = [], file }: AuctionsTargetOptions = {}): CommandTarget {
  // This file is TypeScript in a clone and JavaScript when published, and the server beside it is the same.
  const server = fileURLToPath(new URL(`./server${extname(import.meta.url)}`, import.meta.url))
  return {
    command: [process.execPath, server],
    ready: { log: 'listening on (?<url>\\S+)' },
    // All of them: what is set in the environment of the test must not change the target.
    env: {
      PORT: '0',
      HOST: '127.0.0.1',
      CLUSTER_WORKERS: String(workers),
      BREAK: broken.join(','),
      REDIS_URL: redis ?? '',
      STORE_FILE: file ?? '',
      STORE_PATIENCE: '',
      JWT_SECRET: '',
    },
  }
}

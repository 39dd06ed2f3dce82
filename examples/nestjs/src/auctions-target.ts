import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CommandTarget } from '@benchpress/core'
import type { Breakable } from './settings.ts'

/** Options of the auction service of a test. */
export interface AuctionsTargetOptions {
  /** Number of serving processes, or `auto` for one on each core. Default 1. */
  readonly workers?: number | 'auto'
  /** Parts of the cluster to leave out, to see what breaks. Default: none. */
  readonly break?: readonly Breakable[]
  /** File of SQLite to keep. Default: a new one, which is removed at the end. */
  readonly file?: string
}

/** The auction service as a process of its own, on a free port. */
export function auctionsTarget({ workers = 1, break: broken = [], file }: AuctionsTargetOptions = {}): CommandTarget {
  // This file and the server beside it are TypeScript in a clone, and JavaScript when published.
  const server = fileURLToPath(new URL(`./server${extname(import.meta.url)}`, import.meta.url))
  return {
    command: [process.execPath, server],
    ready: { log: 'listening on (?<url>\\S+)' },
    // All variables are set, so that the environment of the test does not change the target.
    env: {
      PORT: '0',
      HOST: '127.0.0.1',
      CLUSTER_WORKERS: String(workers),
      BREAK: broken.join(','),
      STORE_FILE: file ?? '',
      STORE_PATIENCE: '',
      JWT_SECRET: '',
    },
  }
}

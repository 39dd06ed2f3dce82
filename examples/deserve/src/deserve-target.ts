import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CommandTarget } from '@benchpress/core'

/** The embedded server, on a port that is free. */
export const deserveTarget: CommandTarget = {
  // This file is TypeScript in a clone and JavaScript when published, and the server beside it is the same.
  command: [process.execPath, fileURLToPath(new URL(`./server${extname(import.meta.url)}`, import.meta.url))],
  ready: { log: 'listening on (?<url>\\S+)' },
  env: { PORT: '0' },
}

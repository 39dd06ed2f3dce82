import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CommandTarget } from '@benchpress/core'

/** The embedded server, on a free port. */
export const deserveTarget: CommandTarget = {
  // This file and the server beside it are TypeScript in a clone, and JavaScript when published.
  command: [process.execPath, fileURLToPath(new URL(`./server${extname(import.meta.url)}`, import.meta.url))],
  ready: { log: 'listening on (?<url>\\S+)' },
  env: { PORT: '0' },
}

import { fileURLToPath } from 'node:url'
import type { TargetConfig } from '@benchpress/core'

/** The server in a process of its own, started for a test and stopped after it. */
export const target: TargetConfig = {
  command: ['node', fileURLToPath(new URL('server.ts', import.meta.url))],
  ready: { log: String.raw`listening on (?<url>\S+)` },
}

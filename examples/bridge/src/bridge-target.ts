import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CommandTarget } from '@benchpress/core'
import type { IdStyle } from './bridge-options.ts'

/** Options of the bridge of a test. */
export interface BridgeTargetOptions {
  /** Prefix of the paths of the protocol, such as `/bridge`. Default: none. */
  readonly basePath?: string
  /** `any` for the Rust bridge, `hex64` for the Go bridge. Default `any`. */
  readonly ids?: IdStyle
  /** Such as `10s`. Default: 5 seconds after the last event for `any`, 10 seconds for `hex64`. */
  readonly heartbeatInterval?: string
  /** Most messages that are kept for one id. Default 1000. */
  readonly inboxLimit?: number
}

/** The bridge as a process of its own, on a free port. */
export function bridgeTarget(options: BridgeTargetOptions = {}): CommandTarget {
  const flags: Readonly<Record<string, string | number | undefined>> = {
    '--base-path': options.basePath,
    '--ids': options.ids,
    '--heartbeat-interval': options.heartbeatInterval,
    '--inbox-limit': options.inboxLimit,
  }
  // This file and the server beside it are TypeScript in a clone, and JavaScript when published.
  const server = fileURLToPath(new URL(`./server${extname(import.meta.url)}`, import.meta.url))
  const given = Object.entries(flags).flatMap(([flag, value]) => (value === undefined ? [] : [flag, String(value)]))
  return {
    command: [process.execPath, server, '--port', '0', ...given],
    ready: { log: 'listening on (?<url>[^\\s,]+)' },
  }
}

import { GoProtocol } from './go-protocol.ts'
import type { Protocol, TtlRules } from './protocol.ts'
import { RustProtocol } from './rust-protocol.ts'

/** Which ids there may be, and with them which of the two bridges is stood for. */
export type IdStyle = 'any' | 'hex64'

/** How a bridge is started. */
export interface BridgeOptions {
  /** Default 0: one that is free. */
  readonly port?: number
  /** Address to listen on. Default: all. */
  readonly host?: string
  /** What the paths of the protocol start with, such as `/bridge`. Default: nothing. */
  readonly basePath?: string
  /** `any`: up to 64 characters, as the bridge in Rust has it; `hex64`: 64 hex digits, as the bridge in Go. Default `any`. */
  readonly ids?: IdStyle
  /** Seconds. Default: 5 after the last event for `any`, 10 for `hex64`. */
  readonly heartbeatInterval?: number
  /** URL of a Redis that keeps the messages. Default: this process keeps them. */
  readonly redis?: string
  /** Whether a message must say how long it is kept. Default: for `hex64`. */
  readonly requireTtl?: boolean
  /** Longest time a message is kept, in seconds. Default 500 for `any`, 300 for `hex64`. */
  readonly maxTtl?: number
  /** Messages that are kept for one id; the oldest go first. Default 1000. */
  readonly inboxLimit?: number
  /** Largest body of a message, in bytes. Default 2 MiB. */
  readonly bodyLimit?: number
  /** Port of `/metrics`; 0 is one that is free. Default: that of the bridge. */
  readonly metricsPort?: number
  /** Milliseconds since 1970, for tests. Default: the time of day. */
  readonly now?: () => number
}

/** The protocol that the options ask for. */
export function protocolOf({ ids, requireTtl, maxTtl }: BridgeOptions): Protocol {
  const rules: Partial<TtlRules> = { ...(requireTtl === undefined ? {} : { requireTtl }), ...(maxTtl === undefined ? {} : { maxTtl }) }
  return ids === 'hex64' ? new GoProtocol(rules) : new RustProtocol(rules)
}

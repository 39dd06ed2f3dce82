import { GoProtocol } from './go-protocol.ts'
import type { Protocol, TtlRules } from './protocol.ts'
import { RustProtocol } from './rust-protocol.ts'

/** The style of ids, and with it the bridge that is imitated. */
export type IdStyle = 'any' | 'hex64'

/** Options of a bridge. */
export interface BridgeOptions {
  /** Default 0: a free port. */
  readonly port?: number
  /** Address to listen on. Default: all. */
  readonly host?: string
  /** Prefix of the paths of the protocol, such as `/bridge`. Default: none. */
  readonly basePath?: string
  /** `any`: up to 64 characters, as in the Rust bridge; `hex64`: 64 hex digits, as in the Go bridge. Default `any`. */
  readonly ids?: IdStyle
  /** Seconds. Default: 5 after the last event for `any`, 10 for `hex64`. */
  readonly heartbeatInterval?: number
  /** Whether a message must have a ttl. Default: true for `hex64`. */
  readonly requireTtl?: boolean
  /** Longest time a message is kept, in seconds. Default 500 for `any`, 300 for `hex64`. */
  readonly maxTtl?: number
  /** Most messages that are kept for one id; the oldest are removed first. Default 1000. */
  readonly inboxLimit?: number
  /** Largest body of a message, in bytes. Default 2 MiB. */
  readonly bodyLimit?: number
  /** Port of `/metrics`; 0 is a free one. Default: that of the bridge. */
  readonly metricsPort?: number
  /** Milliseconds since 1970, for tests. Default: the time of day. */
  readonly now?: () => number
}

/** The protocol that the options ask for. */
export function protocolOf({ ids, requireTtl, maxTtl }: BridgeOptions): Protocol {
  const rules: Partial<TtlRules> = { ...(requireTtl === undefined ? {} : { requireTtl }), ...(maxTtl === undefined ? {} : { maxTtl }) }
  return ids === 'hex64' ? new GoProtocol(rules) : new RustProtocol(rules)
}

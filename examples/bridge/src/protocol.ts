import type { BridgeQuery } from './query.ts'
import type { Position } from './position.ts'

/** The fault of a request, in the words of the real bridge; its status is 400. */
export interface Refusal {
  readonly refused: string
}

/** A valid request for a subscription. */
export interface SubscriptionRequest {
  readonly ids: readonly string[]
  /** Kept messages later than this position are sent first; without it, only new ones are sent. */
  readonly after: Position | undefined
  /** The heartbeat on the wire. */
  readonly heartbeat: string
}

/** The valid query of a message. */
export interface Posting {
  readonly from: string
  readonly to: string
  /** Milliseconds. */
  readonly ttl: number
  readonly traceId: string | undefined
}

/** Rules that can be set. */
export interface TtlRules {
  readonly requireTtl: boolean
  /** Seconds. */
  readonly maxTtl: number
}

/** The differences between the two real bridges. */
export interface Protocol {
  readonly ttl: TtlRules
  /** Milliseconds between heartbeats. */
  readonly heartbeatInterval: number
  /** Whether an event puts off the next heartbeat. */
  readonly heartbeatAfterSilence: boolean
  /** Whether a subscription takes its ids away from earlier ones, or shares them. */
  readonly replacesSubscriptions: boolean
  /** The bridge whose names the counters have. */
  readonly language: 'go' | 'rust'
  /** Headers of every response. */
  readonly headers: ReadonlyMap<string, string>
  readonly eventHeaders: readonly string[]
  /** Beginning of a response to a subscription, sent before it may be refused; without a preamble, a refusal is a status. */
  readonly preamble: string
  /** Text after the JSON of a response. */
  readonly jsonEnd: string
  formatId(position: Position): string
  readSubscription(query: BridgeQuery, lastEventIdHeader: string | undefined): SubscriptionRequest | Refusal
  readPosting(query: BridgeQuery): Posting | Refusal
  /** Checks the body of a message. */
  checkBody(body: Uint8Array): Refusal | undefined
  /** Writes the data of the event that carries a message. */
  formatData(posting: Posting, message: string): string
}

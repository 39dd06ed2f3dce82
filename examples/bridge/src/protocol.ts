import type { BridgeQuery } from './query.ts'
import type { Position } from './position.ts'

/** What was asked for wrongly, in the words of the real bridge; its status is 400. */
export interface Refusal {
  readonly refused: string
}

/** A subscription that was asked for rightly. */
export interface SubscriptionRequest {
  readonly ids: readonly string[]
  /** Messages later than this are sent first; without it, only those to come. */
  readonly after: Position | undefined
  /** As it goes over the wire. */
  readonly heartbeat: string
}

/** The query of a message, which was right. */
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

/** In what one real bridge differs from the other. */
export interface Protocol {
  readonly ttl: TtlRules
  /** Milliseconds between heartbeats. */
  readonly heartbeatInterval: number
  /** Whether an event puts off the next heartbeat. */
  readonly heartbeatAfterSilence: boolean
  /** Whether a subscription takes its ids away from earlier ones, or shares them. */
  readonly replacesSubscriptions: boolean
  /** Whose names the counters have. */
  readonly language: 'go' | 'rust'
  /** What every response has beside its own headers. */
  readonly headers: ReadonlyMap<string, string>
  readonly eventHeaders: readonly string[]
  /** What a response to a subscription starts with, before it is known whether it is refused; without it, a refusal is a status. */
  readonly preamble: string
  /** What the JSON of a response ends with. */
  readonly jsonEnd: string
  formatId(position: Position): string
  readSubscription(query: BridgeQuery, lastEventIdHeader: string | undefined): SubscriptionRequest | Refusal
  readPosting(query: BridgeQuery): Posting | Refusal
  /** What is wrong with the body of a message. */
  checkBody(body: Uint8Array): Refusal | undefined
  /** The data of the event that carries a message. */
  formatData(posting: Posting, message: string): string
}

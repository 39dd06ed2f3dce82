import type { Position } from './position.ts'

/** A message as it was posted. */
export interface PostedMessage {
  readonly to: string
  /** The text after `data:` in its event. */
  readonly data: string
  /** How long it is kept, in milliseconds. */
  readonly ttl: number
}

/** A message that can be delivered. */
export interface StoredMessage extends Position {
  readonly to: string
  /** Its event, framed by `frameEvent`. */
  readonly event: string
}

/** What a store has for a reader that comes back. */
export interface KeptMessages {
  /** In order, without those whose time is over. */
  readonly messages: readonly StoredMessage[]
  /** No message up to here is missing; what is handed to the audience may still be behind. */
  readonly upTo: Position
}

/** Those who receive messages as they come. */
export interface Audience {
  /** Whether a subscriber waits for the messages to an id. */
  has(id: string): boolean
  deliver(message: StoredMessage): void
}

/** What a store keeps, and for how long. */
export interface StoreRules {
  readonly formatId: (position: Position) => string
  /** Messages that are kept for one id; the oldest go first. */
  readonly inboxLimit: number
  /** The longest time a message is kept, in milliseconds. */
  readonly maxTtl: number
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/**
 * Keeps messages until their time is over, and hands each to its audience when it comes.
 *
 * The audience of each process receives all messages in the order of their positions.
 */
export interface MessageStore {
  /** Returns when the message is kept. */
  add(message: PostedMessage): void | Promise<void>
  /** The messages to some ids later than a position. */
  since(ids: readonly string[], position: Position): KeptMessages | Promise<KeptMessages>
  close(): Promise<void>
}

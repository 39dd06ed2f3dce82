import type { Position } from './position.ts'

/** A message that was posted. */
export interface PostedMessage {
  readonly to: string
  /** The text after `data:` in its event. */
  readonly data: string
  /** Time for which the message is kept, in milliseconds. */
  readonly ttl: number
}

/** A message that can be delivered. */
export interface StoredMessage extends Position {
  readonly to: string
  /** Event of the message, framed by `frameEvent`. */
  readonly event: string
}

/** The messages of a store for a reader that reconnects. */
export interface KeptMessages {
  /** Messages in order, without expired ones. */
  readonly messages: readonly StoredMessage[]
  /** No message up to this position is missing; the audience may still get messages before it. */
  readonly upTo: Position
}

/** The receivers of new messages. */
export interface Audience {
  /** Whether a subscriber waits for the messages to an id. */
  has(id: string): boolean
  deliver(message: StoredMessage): void
}

/** The limits of a store. */
export interface StoreRules {
  readonly formatId: (position: Position) => string
  /** Most messages that are kept for one id; the oldest are removed first. */
  readonly inboxLimit: number
  /** The longest time a message is kept, in milliseconds. */
  readonly maxTtl: number
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/**
 * Keeps messages until they expire, and passes each new message to its audience.
 *
 * The audience of each process receives all messages in the order of positions.
 */
export interface MessageStore {
  /** Adds a message; returns when it is stored. */
  add(message: PostedMessage): void | Promise<void>
  /** Returns the messages to some ids later than a position. */
  since(ids: readonly string[], position: Position): KeptMessages | Promise<KeptMessages>
  close(): Promise<void>
}

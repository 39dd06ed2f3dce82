/** How long a message takes from its arrival to its being written, in milliseconds. */
export type Delay =
  | { readonly constant: number }
  | { readonly uniform: readonly [least: number, most: number] }
  | { readonly exponential: number }

/** What a message server does beside what it should. Data, so that it can be run in a process of its own. */
export interface MessageServerOptions {
  readonly delay?: Delay
  /** One message of so many is not written. */
  readonly dropEvery?: number
  /** One message of so many is written twice. */
  readonly duplicateEvery?: number
  /** One message of so many is written behind the next one to the same subscriber. */
  readonly reorderEvery?: number
  /** From a time after the first message nothing is written for so long, then all at once. Milliseconds. */
  readonly stall?: { readonly after: number; readonly length: number }
  /** Collects what it writes for so long, as a proxy does. Milliseconds. */
  readonly buffer?: number
  /** Milliseconds. */
  readonly heartbeat?: number
  /** Keeps messages, and sends those behind the last id to whoever subscribes with one. */
  readonly keeps?: boolean
  /** Ends each connection after so many messages. */
  readonly endAfter?: number
  /** Told to subscribers. Milliseconds. */
  readonly retry?: number
}

/** What it has seen and done. */
export interface MessageServerCounters {
  readonly posted: number
  /** Messages to recipients without a subscriber, that were not kept. */
  readonly unheard: number
  /** Frames with a message that were written, repeated ones included. */
  readonly written: number
  readonly dropped: number
  readonly duplicated: number
  readonly reordered: number
  readonly replayed: number
  readonly heartbeats: number
  readonly opened: number
  readonly open: number
  /** Milliseconds from the arrival of each message to its being written. */
  readonly delays: readonly number[]
}

/** How long a message takes from its arrival to its being written, in milliseconds. */
export type Delay =
  | { readonly constant: number }
  | { readonly uniform: readonly [least: number, most: number] }
  | { readonly exponential: number }

/** Every nth message is not taken over, as far as its sender is told; it may be passed on all the same. */
interface NotTaken {
  readonly every: number
  readonly delivers?: boolean
}

/** What a message server does beside what it should. Data, so that it can be run in a process of its own. */
export interface MessageServerOptions {
  readonly delay?: Delay
  /** Every nth message is not written. */
  readonly dropEvery?: number
  /** Every nth message is written twice. */
  readonly duplicateEvery?: number
  /** Every nth message is written after the next one to the same subscriber. */
  readonly reorderEvery?: number
  /** Every nth message is written to another subscriber. */
  readonly misdeliverEvery?: number
  /** The response to it is 503. */
  readonly refuse?: NotTaken
  /** Its connection is closed without a response. */
  readonly leaveUnanswered?: NotTaken
  /** After `behind` messages nothing is written, until `length` milliseconds after message `until`; then all at once. */
  readonly stall?: { readonly behind: number; readonly until: number; readonly length: number }
  /** After `behind` messages all connections are cut, and none can be opened for `length` milliseconds. */
  readonly outage?: { readonly behind: number; readonly length: number }
  /** Collects what it writes for this number of milliseconds, as a proxy does. */
  readonly buffer?: number
  /** Milliseconds. */
  readonly heartbeat?: number
  /** Keeps messages, and sends those after the last id to a subscriber that has one. */
  readonly keeps?: boolean
  /** Begins with the one before, or with the one after the first it should. */
  readonly replays?: 'one too many' | 'one too few'
  /** Ends each connection after this number of messages. */
  readonly endAfter?: number
  /** Lets a subscriber back in only when this number of messages has come meanwhile, or none follows. */
  readonly away?: number
  /** Takes no message before this number of subscribers have been there, or another counter has reached its number. */
  readonly waitsFor?: Readonly<Record<string, number>>
  /** Told to subscribers. Milliseconds. */
  readonly retry?: number
  /** From the request of a subscription to the head of its response. Milliseconds. */
  readonly openDelay?: number
}

/** What it has seen and done. */
export interface MessageServerCounters {
  /** Messages that arrived, those among them that it said it would not take included. */
  readonly posted: number
  readonly refused: number
  readonly unanswered: number
  /** Messages to recipients without a subscriber, that were not kept. */
  readonly unheard: number
  /** Frames with a message that were written, repeated ones included. */
  readonly written: number
  readonly dropped: number
  readonly duplicated: number
  readonly reordered: number
  readonly misdelivered: number
  /** Held back by a stall. */
  readonly stalled: number
  /** Written at once with others, by a buffer. */
  readonly bunched: number
  readonly replayed: number
  /** Replayed though the subscriber had it, and not replayed though it had not. */
  readonly replayedAgain: number
  readonly notReplayed: number
  readonly heartbeats: number
  readonly opened: number
  readonly open: number
}

/** Before anything has come. */
export const noCounts = {
  posted: 0,
  refused: 0,
  unanswered: 0,
  written: 0,
  replayed: 0,
  heartbeats: 0,
  opened: 0,
  here: 0,
  finished: 0,
  unheard: 0,
  dropped: 0,
  duplicated: 0,
  reordered: 0,
  misdelivered: 0,
  stalled: 0,
  bunched: 0,
  notReplayed: 0,
  replayedAgain: 0,
}

/** How long what it did took, in milliseconds, as it saw it. */
export interface MessageServerTimes {
  /** From the arrival of each message to its being written, in the order of their arrival. */
  readonly delays: readonly number[]
  /** From the request of each subscription to the head of its response. */
  readonly opens: readonly number[]
  /** Between heartbeats to the same subscriber. */
  readonly heartbeatGaps: readonly number[]
  /** From the end of a connection to the head of the next one of the same subscriber. */
  readonly reconnectGaps: readonly number[]
  /** How late its event loop ran. */
  readonly lateness: { readonly p99: number; readonly max: number }
}

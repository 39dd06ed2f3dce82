/** The delay of a message from its arrival to its being written, in milliseconds. */
export type Delay =
  | { readonly constant: number }
  | { readonly uniform: readonly [least: number, most: number] }
  | { readonly exponential: number }

/** Every nth message is not accepted, by the response to its sender; it may still be passed on. */
interface NotTaken {
  readonly every: number
  readonly delivers?: boolean
}

/** The faults and delays of a message server. Data, so that it can be run in a process of its own. */
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
  /** Messages for which the response is 503. */
  readonly refuse?: NotTaken
  /** Messages whose connection is closed without a response. */
  readonly leaveUnanswered?: NotTaken
  /** After `behind` messages nothing is written, until `length` milliseconds after message `until`; then all at once. */
  readonly stall?: { readonly behind: number; readonly until: number; readonly length: number }
  /** After `behind` messages all connections are cut, and none can be opened for `length` milliseconds. */
  readonly outage?: { readonly behind: number; readonly length: number }
  /** Collects what it writes for this number of milliseconds, as a proxy does. */
  readonly buffer?: number
  /** Milliseconds between two heartbeats. */
  readonly heartbeat?: number
  /** Keeps messages, and sends those after the last id to a subscriber that has one. */
  readonly keeps?: boolean
  /** Begins a replay one message too early or too late, or with the first message. */
  readonly replays?: 'one too many' | 'one too few' | 'all'
  /** Ends each connection after this number of messages. */
  readonly endAfter?: number
  /** Accepts a reconnecting subscriber only when this number of messages has come meanwhile, or none follows. */
  readonly away?: number
  /** Accepts no message before the counters have reached these numbers, such as that of subscribers. */
  readonly waitsFor?: Readonly<Record<string, number>>
  /** Milliseconds that the server sends to subscribers as `retry`. */
  readonly retry?: number
  /** Milliseconds from the request of a subscription to the head of its response. */
  readonly openDelay?: number
}

/** The counters of a message server. */
export interface MessageServerCounters {
  /** Messages that arrived, including those that were not accepted. */
  readonly posted: number
  readonly refused: number
  readonly unanswered: number
  /** Messages to recipients without a subscriber that were not kept. */
  readonly unheard: number
  /** Frames with a message that were written, including repeated ones. */
  readonly written: number
  readonly dropped: number
  readonly duplicated: number
  readonly reordered: number
  readonly misdelivered: number
  /** Messages held back by a stall. */
  readonly stalled: number
  /** Messages that a buffer wrote together with others. */
  readonly bunched: number
  readonly replayed: number
  /** Messages replayed although the subscriber had them, and messages not replayed although it had not. */
  readonly replayedAgain: number
  readonly notReplayed: number
  readonly heartbeats: number
  readonly opened: number
  readonly open: number
}

/** The counters before any message. */
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

/** The times of a message server, measured by itself in milliseconds. */
export interface MessageServerTimes {
  /** Time from the arrival of each message to its being written, in the order of arrival. */
  readonly delays: readonly number[]
  /** Time from the request of each subscription to the head of its response. */
  readonly opens: readonly number[]
  /** Time between heartbeats to the same subscriber. */
  readonly heartbeatGaps: readonly number[]
  /** Time from the end of a connection to the head of the next one of the same subscriber. */
  readonly reconnectGaps: readonly number[]
  /** Lag of the event loop. */
  readonly lateness: { readonly p99: number; readonly max: number }
}

/** The load of subscribers and messages. */
export interface SseLoad {
  /** The bridge's origin. */
  readonly url: string
  readonly subscribers: number
  /** Ids of each subscriber. */
  readonly ids: number
  /** Messages per second. */
  readonly rate: number
  /** Seconds for which messages are sent. */
  readonly seconds: number
}

/** The report of a generator. Times in milliseconds. */
export interface SseReport {
  readonly sent: number
  readonly accepted: number
  /** Number of distinct messages. */
  readonly received: number
  readonly duplicated: number
  /** Number of messages that were due and not sent. */
  readonly dropped: number
  readonly p50: number | null
  readonly p99: number | null
}

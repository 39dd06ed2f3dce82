import type { HistogramSnapshot } from '../../model/metrics/histogram.ts'

/** Messages that one publisher sent, one after the other. */
export interface SentSnapshot {
  /** Sequence number of the first; those behind it are numbered on. */
  readonly first: number
  readonly at: Float64Array
  /** The hash of the one recipient, or how many are expected as a negative number or 0. */
  readonly to: Float64Array
}

/** Answers of the target to messages of one publisher. */
export interface AnswersSnapshot {
  readonly accepted: Uint32Array
  readonly acceptedAt: Float64Array
  readonly refused: Uint32Array
}

/** First arrivals of the messages of one publisher on one thread, by sequence number. */
export interface ArrivalsSnapshot {
  readonly publisher: number
  /** Of messages to one recipient. */
  readonly single: Uint32Array
  /** Of messages to several: once for each recipient they arrived at. */
  readonly shared: Uint32Array
  readonly sharedAt: Float64Array
}

/** First arrivals behind a message to the same recipient that was sent later. */
interface BehindSnapshot {
  readonly publisher: Uint32Array
  readonly sequence: Uint32Array
  /** When the message was sent that had arrived before: of several, the last. */
  readonly laterSentAt: Float64Array
}

/** Arrivals by time; a tenth may be there more than once. */
export interface FlowSnapshot {
  /** Tenths of a second from the start of the run phase. */
  readonly tenths: Uint32Array
  readonly received: Uint32Array
  /** Of those, how many came in one read with others that were sent much earlier or later. */
  readonly buffered: Uint32Array
  /** First and last arrival in it, in microseconds from the start of the run phase. */
  readonly first: Float64Array
  readonly last: Float64Array
  /** By how much the number of messages under way changed, of those that were so for at least one whole tenth and then arrived. */
  readonly changedAt: Uint32Array
  readonly changes: Float64Array
  /** When the first of those was sent that are under way from then on, in microseconds from the start of the run phase; `Infinity` where none is. */
  readonly firstSent: Float64Array
}

/** Who received from when to when, by numbers that a thread gives its recipients. */
export interface PresenceSnapshot {
  readonly joined: Uint32Array
  readonly joinedAt: Float64Array
  /** How many names each has that joined, and their hashes one behind the other. */
  readonly nameCounts: Uint32Array
  readonly names: Float64Array
  readonly left: Uint32Array
  readonly leftAt: Float64Array
  readonly gaps: Uint32Array
  readonly gapsFrom: Float64Array
  readonly gapsTo: Float64Array
}

/**
 * What one thread recorded of deliveries since its last snapshot; plain data that can cross threads.
 *
 * Times are microseconds on the clock of the process.
 */
export interface DeliverySnapshot {
  /** Of the thread. */
  readonly publisher: number
  readonly sent: SentSnapshot
  readonly answers: AnswersSnapshot
  readonly arrivals: readonly ArrivalsSnapshot[]
  readonly behind: BehindSnapshot
  readonly flow: FlowSnapshot
  readonly presence: PresenceSnapshot
  /** From the send of each first arrival until it arrived. */
  readonly deliveryTime: HistogramSnapshot
  readonly duplicated: number
  readonly misdelivered: number
  readonly foreign: number
  readonly unstamped: number
}

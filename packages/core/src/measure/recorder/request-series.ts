import type { LossOutcome } from '../../model/metrics/outcome.ts'
import type { Failure } from './error-recorder.ts'

/**
 * Where the requests of a connection are recorded one by one, by their tags: their places in the scenario.
 *
 * Times are readings of the thread's clock in microseconds.
 */
export interface RequestSeries {
  /** A batch of requests was sent at `now`. */
  started(tags: Uint32Array, now: number): void
  /** Bytes of the answer to a request that was sent at `sentAt`. */
  received(tag: number, bytes: number, sentAt: number): void
  /** Why a request with a tag did not end `ok`, with its endpoint where that is known. */
  failure(tag: number, reason: string): Failure | string
  answered(tag: number, outcome: number, status: number, sentAt: number, now: number): void
  /** A request that ended without a complete answer. `time` is that of a timeout, and the age of one that was cut off, which is `aborted`. */
  lost(tag: number, loss: LossOutcome, sentAt: number, time: number): void
}

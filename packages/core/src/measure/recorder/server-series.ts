import type { Failure } from './error-recorder.ts'
import type { SeriesRecorder } from './series.ts'
import type { RequestSeries } from './request-series.ts'
import { outcomeIndex, type LossOutcome } from '../../model/metrics/outcome.ts'

/**
 * The requests of connections to one of several servers: counted for the server, and for their endpoints where there are several.
 *
 * Recording an answer allocates nothing.
 */
export class ServerSeries implements RequestSeries {
  readonly #server: SeriesRecorder
  readonly #endpoints: RequestSeries | undefined
  #runStart = Infinity

  constructor(server: SeriesRecorder, endpoints: RequestSeries | undefined) {
    this.#server = server
    this.#endpoints = endpoints
  }

  /** Sets the start of the run phase, before the first request. */
  begin(runStart: number): void {
    this.#runStart = runStart
  }

  started(tags: Uint32Array, now: number): void {
    this.#endpoints?.started(tags, now)
    if (now >= this.#runStart) this.#server.started(tags.length)
  }

  received(tag: number, bytes: number, sentAt: number): void {
    this.#endpoints?.received(tag, bytes, sentAt)
    if (sentAt >= this.#runStart) this.#server.received(bytes)
  }

  failure(tag: number, reason: string): Failure | string {
    return this.#endpoints?.failure(tag, reason) ?? reason
  }

  answered(tag: number, outcome: number, status: number, sentAt: number, now: number): void {
    this.#endpoints?.answered(tag, outcome, status, sentAt, now)
    if (sentAt >= this.#runStart) this.#server.answered(outcome, status, now - sentAt, Number.NaN)
  }

  lost(tag: number, loss: LossOutcome, sentAt: number, time: number): void {
    this.#endpoints?.lost(tag, loss, sentAt, time)
    if (sentAt >= this.#runStart) this.#server.lost(outcomeIndex[loss], time, Number.NaN)
  }
}

import { outcomeIndex, type LossOutcome } from '../../model/metrics/outcome.ts'
import type { Failure } from './error-recorder.ts'
import type { RequestSeries } from './request-series.ts'
import type { SeriesRecorder } from './series-recorder.ts'
import { SeriesSet } from './series-set.ts'
import type { SeriesSnapshot } from './snapshot.ts'

/**
 * The endpoints of connections that send several requests, by the tags of these: their places in the scenario.
 *
 * It is fed beside {@link ScenarioRecorder}, so that connections with one request, which have none, pay nothing for it. Times are readings
 * of the thread's clock in microseconds. Recording an answer allocates nothing.
 */
export class TaggedSeries implements RequestSeries {
  readonly #set = new SeriesSet()
  readonly #byTag: readonly SeriesRecorder[]
  #runStart = Infinity

  /** @param names of the endpoints, by tag; requests with the same name are one endpoint */
  constructor(names: readonly string[]) {
    this.#byTag = names.map((name) => this.#set.of(name))
  }

  /** Sets the start of the run phase, before the first request. */
  begin(runStart: number): void {
    this.#runStart = runStart
  }

  /** A batch of requests was sent at `now`. */
  started(tags: Uint32Array, now: number): void {
    if (now < this.#runStart) return
    for (let i = 0; i < tags.length; i++) this.#byTag[tags[i]!]!.started(1)
  }

  /** Bytes of the answer to a request that was sent at `sentAt`. */
  received(tag: number, bytes: number, sentAt: number): void {
    if (sentAt >= this.#runStart) this.#byTag[tag]!.received(bytes)
  }

  /** Why a request with a tag did not end `ok`, and its endpoint. */
  failure(tag: number, reason: string): Failure {
    return { reason, endpoint: this.#byTag[tag]!.name }
  }

  answered(tag: number, outcome: number, status: number, sentAt: number, now: number): void {
    if (sentAt >= this.#runStart) this.#byTag[tag]!.answered(outcome, status, now - sentAt, Number.NaN)
  }

  /** A request that ended without a complete answer. `time` is that of a timeout, and the age of one that was cut off. */
  lost(tag: number, loss: LossOutcome, sentAt: number, time: number): void {
    if (sentAt < this.#runStart) return
    this.#byTag[tag]!.lost(outcomeIndex[loss], time, Number.NaN)
  }

  /** The endpoints in which anything was recorded since the last call. */
  take(): SeriesSnapshot[] {
    return this.#set.take()
  }
}

import { outcomeIndex, type LossOutcome } from '../../model/metrics/outcome.ts'
import type { Failure } from './error-recorder.ts'
import type { ScenarioRecorder } from './scenario-recorder.ts'
import type { SeriesRecorder } from './series.ts'

/**
 * Records the requests of connections one by one, for their endpoints if there are several, and for their server if there are several.
 *
 * It is used in addition to the scenario's recorder, so that connections with one request to one server do not pay for it. Times are readings of the
 * thread's clock in microseconds. Recording a response allocates nothing.
 */
export class RequestSeries {
  readonly #scenario: ScenarioRecorder
  readonly #byTag: readonly SeriesRecorder[] | undefined
  readonly #server: SeriesRecorder | undefined

  /** @param byTag the endpoints by the tags of requests, which are their places in the scenario */
  constructor(scenario: ScenarioRecorder, byTag: readonly SeriesRecorder[] | undefined, server: SeriesRecorder | undefined) {
    this.#scenario = scenario
    this.#byTag = byTag
    this.#server = server
  }

  started(tags: Uint32Array, now: number): void {
    if (now < this.#scenario.runStart) return
    this.#server?.started(tags.length)
    if (this.#byTag === undefined) return
    for (let i = 0; i < tags.length; i++) this.#byTag[tags[i]!]!.started(1)
  }

  received(tag: number, bytes: number, sentAt: number): void {
    if (sentAt < this.#scenario.runStart) return
    this.#server?.received(bytes)
    this.#byTag?.[tag]!.received(bytes)
  }

  /** Returns why a request with a tag did not end `ok`, with its endpoint if that is known. */
  failure(tag: number, reason: string): Failure | string {
    return this.#byTag === undefined ? reason : { reason, endpoint: this.#byTag[tag]!.name }
  }

  responded(tag: number, outcome: number, status: number, sentAt: number, now: number): void {
    if (sentAt < this.#scenario.runStart) return
    this.#server?.responded(outcome, status, now - sentAt, Number.NaN)
    this.#byTag?.[tag]!.responded(outcome, status, now - sentAt, Number.NaN)
  }

  /** Records a request without a complete response. `time` is that of a timeout, or the age of a request that was cut off, which is `aborted`. */
  lost(tag: number, loss: LossOutcome, sentAt: number, time: number): void {
    if (sentAt < this.#scenario.runStart) return
    this.#server?.lost(outcomeIndex[loss], time, Number.NaN)
    this.#byTag?.[tag]!.lost(outcomeIndex[loss], time, Number.NaN)
  }
}

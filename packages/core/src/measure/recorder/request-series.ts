import { outcomeIndex, type LossOutcome } from '../../model/metrics/outcome.ts'
import type { Failure } from './error-recorder.ts'
import { SeriesSet, SeriesRecorder, packSeries, type PackedSeries } from './series.ts'

/**
 * Records the requests of a connection one by one, by their tags, which are their places in the scenario.
 *
 * Times are readings of the thread's clock in microseconds.
 */
export interface RequestSeries {
  /** Notes that a batch of requests was sent at `now`. */
  started(tags: Uint32Array, now: number): void
  /** Adds bytes of the response to a request that was sent at `sentAt`. */
  received(tag: number, bytes: number, sentAt: number): void
  /** Returns why a request with a tag did not end `ok`, with its endpoint if that is known. */
  failure(tag: number, reason: string): Failure | string
  responded(tag: number, outcome: number, status: number, sentAt: number, now: number): void
  /** Records a request without a complete response. `time` is that of a timeout, or the age of a request that was cut off, which is `aborted`. */
  lost(tag: number, loss: LossOutcome, sentAt: number, time: number): void
}

/**
 * Records the endpoints of connections that send several requests, by the tags of the requests, which are their places in the scenario.
 *
 * It is used in addition to {@link ScenarioRecorder}, so that connections with one request do not pay for it. Times are readings of the thread's clock
 * in microseconds. Recording a response allocates nothing.
 */
export class TaggedSeries implements RequestSeries {
  readonly #set = new SeriesSet()
  readonly #byTag: readonly SeriesRecorder[]
  #runStart = Infinity

  /** @param names the names of the endpoints, by tag; requests with the same name share an endpoint */
  constructor(names: readonly string[]) {
    this.#byTag = names.map((name) => this.#set.of(name))
  }

  begin(runStart: number): void {
    this.#runStart = runStart
  }

  started(tags: Uint32Array, now: number): void {
    if (now < this.#runStart) return
    for (let i = 0; i < tags.length; i++) this.#byTag[tags[i]!]!.started(1)
  }

  received(tag: number, bytes: number, sentAt: number): void {
    if (sentAt >= this.#runStart) this.#byTag[tag]!.received(bytes)
  }

  failure(tag: number, reason: string): Failure {
    return { reason, endpoint: this.#byTag[tag]!.name }
  }

  responded(tag: number, outcome: number, status: number, sentAt: number, now: number): void {
    if (sentAt >= this.#runStart) this.#byTag[tag]!.responded(outcome, status, now - sentAt, Number.NaN)
  }

  lost(tag: number, loss: LossOutcome, sentAt: number, time: number): void {
    if (sentAt < this.#runStart) return
    this.#byTag[tag]!.lost(outcomeIndex[loss], time, Number.NaN)
  }

  take(): PackedSeries {
    return this.#set.take()
  }
}

/** The name for requests that go to none of the target's servers. */
export const otherServers = 'other servers'

/** Records the requests to each server of one scenario on one thread, and those that a journey or a redirect sent elsewhere. */
export class ServerRecorders {
  /** The recorders in the order of the servers. */
  readonly all: readonly SeriesRecorder[]
  readonly others: SeriesRecorder = new SeriesRecorder(otherServers)

  constructor(names: readonly string[]) {
    this.all = names.map((name) => new SeriesRecorder(name))
  }

  take(): PackedSeries {
    return packSeries([...this.all, this.others].flatMap((series) => series.take() ?? []))
  }
}

/**
 * Records the requests of connections to one of several servers, for the server and, if there are several, for the endpoints.
 *
 * Recording a response allocates nothing.
 */
export class ServerSeries implements RequestSeries {
  readonly #server: SeriesRecorder
  readonly #endpoints: RequestSeries | undefined
  #runStart = Infinity

  constructor(server: SeriesRecorder, endpoints: RequestSeries | undefined) {
    this.#server = server
    this.#endpoints = endpoints
  }

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

  responded(tag: number, outcome: number, status: number, sentAt: number, now: number): void {
    this.#endpoints?.responded(tag, outcome, status, sentAt, now)
    if (sentAt >= this.#runStart) this.#server.responded(outcome, status, now - sentAt, Number.NaN)
  }

  lost(tag: number, loss: LossOutcome, sentAt: number, time: number): void {
    this.#endpoints?.lost(tag, loss, sentAt, time)
    if (sentAt >= this.#runStart) this.#server.lost(outcomeIndex[loss], time, Number.NaN)
  }
}

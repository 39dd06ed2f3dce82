import { outcomeIndex, type LossOutcome } from '../../model/metrics/outcome.ts'
import type { Failure } from './error-recorder.ts'
import { SeriesSet, type SeriesRecorder } from './series.ts'
import type { UsersSnapshot, ScenarioSnapshot } from './snapshot.ts'
import type { ScenarioRecorder } from './scenario-recorder.ts'
import { ServerRecorders } from './request-series.ts'
import { Histogram } from '../../model/metrics/histogram.ts'
import { type TimedRequest, type RequestTimesSnapshot, RequestTimes, lossTimes, recordLoss } from './request-times.ts'

/**
 * Records the HTTP requests of the users of one scenario on one thread, with what the scenario recorder does not record.
 *
 * That is the parts of their times, their endpoints, tags and servers. Times are readings of the thread's clock in microseconds and may not go back.
 */
export abstract class UserRequestRecorder {
  readonly requests: ScenarioRecorder
  readonly #warmupServiceTime = new Histogram()
  readonly #times = new RequestTimes()
  readonly #endpoints = new SeriesSet()
  readonly #tags = new SeriesSet()
  #servers: ServerRecorders | undefined
  protected runStart: number = Infinity
  #retried = 0

  constructor(requests: ScenarioRecorder) {
    this.requests = requests
  }

  /** Advances to `now`, before anything is recorded. */
  protected abstract turn(now: number): void

  /** The recorders of an endpoint and of tags, for at most 200 of each and the rest as `other`. Cheap for known names. */
  seriesOf(endpoint: string, tags?: Readonly<Record<string, string>>): readonly SeriesRecorder[] {
    return tags === undefined ? this.#endpoints.listOf(endpoint) : this.#withTags(endpoint, tags)
  }

  /** Also counts the requests to each of several servers. */
  addServers(names: readonly string[]): ServerRecorders {
    this.#servers = new ServerRecorders(names)
    return this.#servers
  }

  /** Notes the call of a request, which counts as started and in flight from now on. */
  requestStarted(request: TimedRequest, now: number): void {
    this.turn(now)
    this.requests.started(1, 0, request.plannedAt)
    if (request.plannedAt < this.runStart) return
    request.server?.started(1)
    for (const series of request.series) series.started(1)
  }

  /** Notes that a request was written; called again for a retry. */
  requestSent(request: TimedRequest, bytes: number): void {
    this.requests.sent(bytes, request.plannedAt)
  }

  /** Notes the microseconds that it took to hand a request over to the operating system; not called for streams. */
  requestWritten({ plannedAt }: TimedRequest, took: number): void {
    if (plannedAt >= this.runStart) this.#times.written(took)
  }

  /** Adds bytes of a response to the series of its request only; `requests.received` counts all bytes. */
  requestReceived(request: TimedRequest, bytes: number): void {
    if (request.plannedAt < this.runStart) return
    request.server?.received(bytes)
    for (const series of request.series) series.received(bytes)
  }

  /** Records a complete response. `reason` is why it is not `ok`. */
  requestResponded(request: TimedRequest, outcome: number, status: number, now: number, reason: string | undefined): void {
    const { plannedAt, askedAt, sentAt } = request
    const serviceTime = now - sentAt
    this.turn(now)
    this.requests.responded(
      outcome,
      status,
      plannedAt,
      now,
      reason === undefined ? undefined : { ...failureOf(request, reason), source: request.source },
    )
    if (plannedAt < this.runStart) {
      this.#warmupServiceTime.record(serviceTime)
      return
    }
    this.requests.serviceTime.record(serviceTime)
    this.#times.responded(request, now)
    request.server?.responded(outcome, status, now - plannedAt, serviceTime)
    for (const series of request.series) series.responded(outcome, status, now - plannedAt, serviceTime, sentAt - askedAt)
  }

  /**
   * Records a request without a complete response. A timeout has `timeout` as its time, and as its service time unless it was never sent. A request
   * that was cut off, which is `aborted`, has its age.
   */
  requestLost(request: TimedRequest, loss: LossOutcome, reason: string, now: number, timeout: number): void {
    const { plannedAt } = request
    const { responseTime, serviceTime, waiting } = lossTimes(request, loss, now, timeout)
    const isInRun = plannedAt >= this.runStart
    this.turn(now)
    this.requests.lost(loss, failureOf(request, reason), plannedAt, now, responseTime)
    recordLoss(isInRun ? this.requests.serviceTime : this.#warmupServiceTime, loss, serviceTime)
    if (!isInRun) return
    this.#times.lost(request, loss, serviceTime, waiting)
    request.server?.lost(outcomeIndex[loss], responseTime, serviceTime)
    for (const series of request.series) series.lost(outcomeIndex[loss], responseTime, serviceTime, waiting)
  }

  /** Notes that a request was sent once more, because its connection had been closed while it was idle. */
  requestRetried({ plannedAt }: Pick<TimedRequest, 'plannedAt'>): void {
    if (plannedAt >= this.runStart) this.#retried += 1
  }

  /** Returns the requests since the last call. */
  protected takeRequests(now: number): Omit<ScenarioSnapshot, 'users'> {
    return {
      ...this.requests.take(now),
      warmupServiceTime: this.#warmupServiceTime.take(),
      endpoints: this.#endpoints.take(),
      ...(this.#servers === undefined ? {} : { servers: this.#servers.take() }),
    }
  }

  /** Returns the parts of requests that only users have, since the last call. */
  protected takeRequestParts(): RequestTimesSnapshot & Pick<UsersSnapshot, 'tags' | 'retried'> {
    const retried = this.#retried
    this.#retried = 0
    return { ...this.#times.take(), tags: this.#tags.take(), retried }
  }

  #withTags(endpoint: string, tags: Readonly<Record<string, string>>): readonly SeriesRecorder[] {
    const series = [this.#endpoints.of(endpoint)]
    for (const [tag, value] of Object.entries(tags)) {
      const tagged = this.#tags.of(`${tag}:${value}`)
      // Several tags of a request may fall under `other`, which counts the request once.
      if (!series.includes(tagged)) series.push(tagged)
    }
    return series
  }
}

// The first series of a request is its endpoint.
function failureOf({ series: [endpoint] }: TimedRequest, reason: string): Failure {
  return { reason, endpoint: endpoint?.name }
}

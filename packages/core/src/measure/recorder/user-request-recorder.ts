import { outcomeIndex, type LossOutcome } from '../../model/metrics/outcome.ts'
import type { Failure } from './error-recorder.ts'
import { SeriesSet, type SeriesRecorder } from './series.ts'
import type { UsersSnapshot, ScenarioSnapshot } from './snapshot.ts'
import type { ScenarioRecorder } from './scenario-recorder.ts'
import { ServerRecorders } from './request-series.ts'
import { Histogram } from '../../model/metrics/histogram.ts'
import { type TimedRequest, type RequestTimesSnapshot, RequestTimes, lossTimes, recordLoss } from './request-times.ts'

/**
 * The requests over HTTP of the users of one scenario on one thread: what the scenario recorder does not know of them.
 *
 * These are the parts of their times, their endpoints, tags and servers. Times are readings of the thread's clock in microseconds and may not go back.
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

  /** Something is about to be recorded at `now`. */
  protected abstract turn(now: number): void

  /** The recorders of an endpoint and of tags, at most 200 of each; the rest together as `other`. Cheap when known. */
  seriesOf(endpoint: string, tags?: Readonly<Record<string, string>>): readonly SeriesRecorder[] {
    return tags === undefined ? this.#endpoints.listOf(endpoint) : this.#withTags(endpoint, tags)
  }

  /** Counts the requests to each of several servers by themselves too. */
  addServers(names: readonly string[]): ServerRecorders {
    this.#servers = new ServerRecorders(names)
    return this.#servers
  }

  /** A request was asked for: it counts as started and in flight from now on. */
  requestStarted(request: TimedRequest, now: number): void {
    this.turn(now)
    this.requests.started(1, 0, request.plannedAt)
    if (request.plannedAt < this.runStart) return
    request.server?.started(1)
    for (const series of request.series) series.started(1)
  }

  /** Its bytes were written; more than once where it is sent once more. */
  requestSent(request: TimedRequest, bytes: number): void {
    this.requests.sent(bytes, request.plannedAt)
  }

  /** It was handed over to the operating system after this number of microseconds; not told of streams. */
  requestWritten({ plannedAt }: TimedRequest, took: number): void {
    if (plannedAt >= this.runStart) this.#times.written(took)
  }

  /** Bytes of its response were read. They count for its series only: `requests.received` counts all that arrive. */
  requestReceived(request: TimedRequest, bytes: number): void {
    if (request.plannedAt < this.runStart) return
    request.server?.received(bytes)
    for (const series of request.series) series.received(bytes)
  }

  /** A complete response. `reason` says why it is not `ok`. */
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
   * A request that ended without a complete response. A timeout is timed as `timeout`; its service too, unless it was never sent. One that was
   * cut off, which is `aborted`, has its age until now.
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

  /** It was sent once more, because the connection it was sent on had been closed while it was idle. */
  requestRetried({ plannedAt }: Pick<TimedRequest, 'plannedAt'>): void {
    if (plannedAt >= this.runStart) this.#retried += 1
  }

  /** The requests since the last call. */
  protected takeRequests(now: number): Omit<ScenarioSnapshot, 'users'> {
    return {
      ...this.requests.take(now),
      warmupServiceTime: this.#warmupServiceTime.take(),
      endpoints: this.#endpoints.take(),
      ...(this.#servers === undefined ? {} : { servers: this.#servers.take() }),
    }
  }

  /** What of the requests only their users know, since the last call. */
  protected takeRequestParts(): RequestTimesSnapshot & Pick<UsersSnapshot, 'tags' | 'retried'> {
    const retried = this.#retried
    this.#retried = 0
    return { ...this.#times.take(), tags: this.#tags.take(), retried }
  }

  #withTags(endpoint: string, tags: Readonly<Record<string, string>>): readonly SeriesRecorder[] {
    const series = [this.#endpoints.of(endpoint)]
    for (const [tag, value] of Object.entries(tags)) {
      const tagged = this.#tags.of(`${tag}:${value}`)
      // Several tags may be among the other ones, and a request counts once.
      if (!series.includes(tagged)) series.push(tagged)
    }
    return series
  }
}

// The first of its series is its endpoint.
function failureOf({ series: [endpoint] }: TimedRequest, reason: string): Failure {
  return { reason, endpoint: endpoint?.name }
}

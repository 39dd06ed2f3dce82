import { outcomeIndex, type LossOutcome } from '../../model/metrics/outcome.ts'
import type { FiguresOf } from '../../model/metrics/figure-sums.ts'
import type { Failure, ExampleSource } from './error-recorder.ts'
import { SeriesSet, type SeriesRecorder } from './series.ts'
import type { UsersSnapshot } from './snapshot.ts'
import type { ScenarioRecorder } from './scenario-recorder.ts'
import { Histogram } from '../../model/metrics/histogram.ts'

/**
 * Records the HTTP requests of the users of one scenario on one thread, with what the scenario recorder does not record.
 *
 * That is the parts of their times, their endpoints, tags and servers. Times are readings of the thread's clock in microseconds and may not go back.
 */
export abstract class UserRequestRecorder {
  readonly requests: ScenarioRecorder
  /** The times of the run phase that only users have. */
  protected readonly times: FiguresOf<'users', 'time', Histogram> = {
    sendLag: new Histogram(),
    httpWaiting: new Histogram(),
    timeToFirstByte: new Histogram(),
    sendingTime: new Histogram(),
    receivingTime: new Histogram(),
    thinkOvershoot: new Histogram(),
  }
  readonly #tags = new SeriesSet()

  constructor(requests: ScenarioRecorder) {
    this.requests = requests
  }

  /** Advances to `now`, before anything is recorded. */
  protected abstract turn(now: number): void

  /** The recorders of an endpoint and of tags, for at most 200 of each and the rest as `other`. Cheap for known names. */
  seriesOf(endpoint: string, tags?: Readonly<Record<string, string>>): readonly SeriesRecorder[] {
    return tags === undefined ? this.requests.endpoints.listOf(endpoint) : this.#withTags(endpoint, tags)
  }

  /** Notes the call of a request, which counts as started and in flight from now on. */
  requestStarted(request: TimedRequest, now: number): void {
    this.turn(now)
    this.requests.started(1, 0, request.plannedAt)
    if (request.plannedAt < this.requests.runStart) return
    request.server?.started(1)
    for (const series of request.series) series.started(1)
  }

  /** Notes that a request was written, for the second time if it is retried. */
  requestSent({ plannedAt }: TimedRequest, bytes: number, isRetried: boolean = false): void {
    this.requests.sent(bytes, plannedAt)
    if (isRetried) this.requests.retried(plannedAt)
  }

  /** Notes the microseconds that it took to hand a request over to the operating system; not called for streams. */
  requestWritten({ plannedAt }: TimedRequest, took: number): void {
    if (plannedAt >= this.requests.runStart) this.times.sendingTime.record(took)
  }

  /** Adds bytes of a response to the series of its request only; `requests.received` counts all bytes. */
  requestReceived(request: Pick<TimedRequest, 'plannedAt' | 'series' | 'server'>, bytes: number): void {
    if (request.plannedAt < this.requests.runStart) return
    request.server?.received(bytes)
    for (const series of request.series) series.received(bytes)
  }

  requestResponded(request: TimedRequest, outcome: number, status: number, now: number, reason: string | undefined): void {
    const { plannedAt, requestedAt, sentAt } = request
    const serviceTime = now - sentAt
    this.turn(now)
    this.requests.responded(
      outcome,
      status,
      plannedAt,
      now,
      reason === undefined ? undefined : { ...failureOf(request, reason), source: request.source },
    )
    this.requests.serviceTimeOf(plannedAt).record(serviceTime)
    if (plannedAt < this.requests.runStart) return
    this.times.httpWaiting.record(sentAt - requestedAt)
    if (request.firstByteAt > 0) {
      this.times.timeToFirstByte.record(request.firstByteAt - sentAt)
      this.times.receivingTime.record(now - request.firstByteAt)
    }
    request.server?.responded(outcome, status, now - plannedAt, serviceTime)
    for (const series of request.series) series.responded(outcome, status, now - plannedAt, serviceTime, sentAt - requestedAt)
  }

  /**
   * Records a request without a complete response. A timeout has `timeout` as its time, and as its service time unless it was never sent. A request
   * that was cut off, which is `aborted`, has its age.
   */
  requestLost(request: TimedRequest, loss: LossOutcome, reason: string, now: number, timeout: number): void {
    const { plannedAt } = request
    const { responseTime, serviceTime, waiting } = lossTimes(request, loss, now, timeout)
    this.turn(now)
    this.requests.lost(loss, failureOf(request, reason), plannedAt, now, responseTime)
    recordLoss(this.requests.serviceTimeOf(plannedAt), loss, serviceTime)
    if (plannedAt < this.requests.runStart) return
    // The first byte has not come in the whole time, and the waiting time of a request that was sent is known.
    if (request.firstByteAt === 0) recordLoss(this.times.timeToFirstByte, 'aborted', serviceTime)
    recordLoss(this.times.httpWaiting, request.sentAt > 0 ? 'timeout' : loss, waiting)
    request.server?.lost(outcomeIndex[loss], responseTime, serviceTime)
    for (const series of request.series) series.lost(outcomeIndex[loss], responseTime, serviceTime, waiting)
  }

  protected takeTags(): UsersSnapshot['tags'] {
    return this.#tags.take()
  }

  #withTags(endpoint: string, tags: Readonly<Record<string, string>>): readonly SeriesRecorder[] {
    const series = [this.requests.endpoints.of(endpoint)]
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

/** One request of a user, with its times in microseconds on the thread's clock; the object may be reused for the next one. */
export interface TimedRequest {
  /** When the request was due, which decides its phase. */
  readonly plannedAt: number
  /** When the request was called, which is later than it was due by the send lag. */
  readonly requestedAt: number
  /** When the request was written; 0 until then. */
  readonly sentAt: number
  /** When the first byte of the response came; 0 until then. */
  readonly firstByteAt: number
  /** The series of the request's endpoint and tags, from `seriesOf`. */
  readonly series: readonly SeriesRecorder[]
  /** The server of the request, from `requests.addServers`; `undefined` with a single server. */
  readonly server?: SeriesRecorder | undefined
  /** Describes a response that was not `ok`, if called right then. */
  readonly source?: ExampleSource | undefined
}

/** The times of a request that timed out, or the ages of one that was cut off. */
interface LossTimes {
  readonly responseTime: number
  /** Service time; `NaN` when the request was not sent, or ended in another way. */
  readonly serviceTime: number
  /** Time that the request waited for a connection; `NaN` when it ended in another way. */
  readonly waiting: number
}

/** Measures the times of a lost request. A timeout lasts `timeout` from the send, or from the call of a request that was not sent; waiting before that is added. */
function lossTimes({ plannedAt, requestedAt, sentAt }: TimedRequest, loss: LossOutcome, now: number, timeout: number): LossTimes {
  const from = sentAt > 0 ? sentAt : requestedAt
  const responseTime = loss === 'aborted' ? now - plannedAt : from - plannedAt + timeout
  if (loss !== 'aborted' && loss !== 'timeout') return { responseTime, serviceTime: Number.NaN, waiting: Number.NaN }
  const lasted = loss === 'aborted' ? now - from : timeout
  return sentAt > 0
    ? { responseTime, serviceTime: lasted, waiting: sentAt - requestedAt }
    : { responseTime, serviceTime: Number.NaN, waiting: lasted }
}

/** Records the time of a lost request, or the age of one that was cut off; nothing for `NaN`. */
export function recordLoss(times: Histogram, loss: LossOutcome, time: number): void {
  if (Number.isNaN(time)) return
  if (loss === 'aborted') times.cutOff(time)
  else times.record(time)
}

import { Histogram } from '../../model/metrics/histogram.ts'
import type { MetricDefinitions } from '../../model/metrics/metric-definition.ts'
import { outcomeIndex, type LossOutcome } from '../../model/metrics/outcome.ts'
import { CheckRecorder } from './check-recorder.ts'
import { FeedRecorder } from './feed-recorder.ts'
import { GroupRecorder } from './group-recorder.ts'
import { InFlightMeter } from './in-flight-meter.ts'
import type { Failure } from './error-recorder.ts'
import type { IterationEnd } from './iteration-end.ts'
import { IterationRecorder } from './iteration-recorder.ts'
import { lossTimes, recordLoss } from './loss-times.ts'
import { OwnMetric } from './own-metric.ts'
import { PluginRequestRecorders } from './plugin-request-recorders.ts'
import { Population } from './population.ts'
import { RequestTimes } from './request-times.ts'
import type { ScenarioRecorder } from './scenario-recorder.ts'
import type { SeriesRecorder } from './series-recorder.ts'
import { SeriesSet } from './series-set.ts'
import { ServerRecorders } from './server-recorders.ts'
import type { ScenarioSnapshot, UsersSnapshot } from './snapshot.ts'

/** One request of a user, with its times on the thread's clock in microseconds; may be reused for the next one. */
export interface TimedRequest {
  /** When it was due. It belongs to the phase of this time. */
  readonly plannedAt: number
  /** When it was asked for: later than it was due by the send lag. */
  readonly askedAt: number
  /** When it was written; 0 while it was not. */
  readonly sentAt: number
  /** When the first byte of its answer came; 0 while none did. */
  readonly firstByteAt: number
  /** Its endpoint, and its tags; from `seriesOf`. */
  readonly series: readonly SeriesRecorder[]
  /** The server it goes to; from `addServers`, `undefined` where there is one server only. */
  readonly server?: SeriesRecorder | undefined
}

/**
 * All that is measured of the users of one scenario on one thread; its requests are counted by the scenario recorder it is made of.
 *
 * A request or an iteration belongs to the phase of the instant it was planned for; checks, groups and own metrics to that of the time at which
 * they are recorded. Times are readings of the thread's clock in microseconds and may not go back. An `ok` answer allocates nothing.
 */
export class UserRecorder {
  readonly requests: ScenarioRecorder
  readonly pluginRequests: PluginRequestRecorders
  readonly #iterations = new IterationRecorder()
  readonly #population = new Population()
  readonly #serviceTime = new Histogram()
  readonly #warmupServiceTime = new Histogram()
  readonly #times = new RequestTimes()
  readonly #thinkOvershoot = new Histogram()
  readonly #checks = new CheckRecorder()
  readonly #groups = new GroupRecorder()
  readonly #feeds = new FeedRecorder()
  readonly #endpoints = new SeriesSet()
  readonly #tags = new SeriesSet()
  readonly #metrics: ReadonlyMap<string, OwnMetric>
  #busy = new InFlightMeter(Infinity, Infinity)
  #waiting = new InFlightMeter(Infinity, Infinity)
  #waitingForReplies = new InFlightMeter(Infinity, Infinity)
  #servers: ServerRecorders | undefined
  #runStart = Infinity
  #now = 0
  #retried = 0
  #lastEnd = 0

  constructor(requests: ScenarioRecorder, metrics: MetricDefinitions) {
    this.requests = requests
    this.pluginRequests = new PluginRequestRecorders(requests.absences)
    this.#metrics = new Map(Object.entries(metrics).map(([name, definition]) => [name, new OwnMetric(name, definition)]))
  }

  /** Sets the phases, also those of `requests`. */
  begin(runStart: number, runEnd: number): void {
    this.#runStart = runStart
    this.#busy = new InFlightMeter(runStart, runEnd)
    this.#waiting = new InFlightMeter(runStart, runEnd)
    this.#waitingForReplies = new InFlightMeter(runStart, runEnd)
    this.pluginRequests.begin(runStart, runEnd)
    this.#iterations.begin(runStart)
    for (const metric of this.#metrics.values()) metric.begin(runStart)
    this.requests.begin(runStart, runEnd)
  }

  /** Ends the run phase at `at`, now or shortly before, and earlier than planned, also that of `requests`. */
  endRun(at: number): void {
    this.#busy.end(at)
    this.#waiting.end(at)
    this.#waitingForReplies.end(at)
    this.pluginRequests.endRun(at)
    this.requests.endRun(at)
  }

  userCreated(now: number): void {
    this.#turn(now)
    this.#population.created()
  }

  userEnded(end: IterationEnd, now: number): void {
    this.#turn(now)
    this.#population.ended(end)
  }

  /** `journey` is its name; without one the iteration is a request. */
  iterationStarted(plannedAt: number, now: number, journey: string | undefined): void {
    this.#turn(now)
    this.#busy.add(1)
    this.#iterations.started(plannedAt, now, journey)
  }

  /** An iteration that no user was free for; without a journey it is also a request that was dropped. */
  iterationDropped(plannedAt: number, journey: string | undefined): void {
    if (journey === undefined) this.requests.dropped(plannedAt)
    this.#iterations.dropped(plannedAt, journey)
  }

  /** `reason` says why it failed. */
  iterationEnded(end: IterationEnd, plannedAt: number, now: number, journey: string | undefined, reason: string | undefined): void {
    this.#turn(now)
    this.#busy.add(-1)
    this.#iterations.ended(end, plannedAt, now, journey, reason)
    if (plannedAt >= this.#runStart) this.#lastEnd = now
  }

  /** So many users more, or fewer, wait for what the target sends by itself, and no request of theirs is in flight. */
  waiting(difference: 1 | -1, now: number): void {
    this.#waiting.turn(now)
    this.#waiting.add(difference)
  }

  /** So many users more, or fewer, wait for the answer to a request of a plugin, and no HTTP request of theirs is in flight. */
  waitingForReply(difference: 1 | -1, now: number): void {
    this.#waitingForReplies.turn(now)
    this.#waitingForReplies.add(difference)
  }

  /** Requests of the run phase that failed so far, those of plugins too, without the aborted ones. */
  get failures(): number {
    return this.requests.failures + this.pluginRequests.failures
  }

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
    this.#turn(now)
    this.requests.started(1, 0, request.plannedAt)
    if (request.plannedAt < this.#runStart) return
    request.server?.started(1)
    for (const series of request.series) series.started(1)
  }

  /** Its bytes were written; more than once where it is sent once more. */
  requestSent(request: TimedRequest, bytes: number): void {
    this.requests.sent(bytes, request.plannedAt)
  }

  /** It was handed over to the operating system after this number of microseconds; not told of streams. */
  requestWritten({ plannedAt }: TimedRequest, took: number): void {
    if (plannedAt >= this.#runStart) this.#times.written(took)
  }

  /** Bytes of its answer were read. They count for its series only: `requests.received` counts all that arrive. */
  requestReceived(request: TimedRequest, bytes: number): void {
    if (request.plannedAt < this.#runStart) return
    request.server?.received(bytes)
    for (const series of request.series) series.received(bytes)
  }

  /** A complete answer. `reason` says why it is not `ok`. */
  requestAnswered(request: TimedRequest, outcome: number, status: number, now: number, reason: string | undefined): void {
    const { plannedAt, askedAt, sentAt } = request
    const serviceTime = now - sentAt
    this.#turn(now)
    this.requests.answered(outcome, status, plannedAt, now, reason === undefined ? undefined : failureOf(request, reason))
    if (plannedAt < this.#runStart) {
      this.#warmupServiceTime.record(serviceTime)
      return
    }
    this.#serviceTime.record(serviceTime)
    this.#times.answered(request, now)
    request.server?.answered(outcome, status, now - plannedAt, serviceTime)
    for (const series of request.series) series.answered(outcome, status, now - plannedAt, serviceTime, sentAt - askedAt)
  }

  /**
   * A request that ended without a complete answer. A timeout is timed as `timeout`; its service too, unless it was never sent. One that was
   * cut off, which is `aborted`, has its age until now.
   */
  requestLost(request: TimedRequest, loss: LossOutcome, reason: string, now: number, timeout: number): void {
    const { plannedAt } = request
    const { responseTime, serviceTime, waiting } = lossTimes(request, loss, now, timeout)
    const isInRun = plannedAt >= this.#runStart
    this.#turn(now)
    this.requests.lost(loss, failureOf(request, reason), plannedAt, now, responseTime)
    recordLoss(isInRun ? this.#serviceTime : this.#warmupServiceTime, loss, serviceTime)
    if (!isInRun) return
    this.#times.lost(request, loss, serviceTime, waiting)
    request.server?.lost(outcomeIndex[loss], responseTime, serviceTime)
    for (const series of request.series) series.lost(outcomeIndex[loss], responseTime, serviceTime, waiting)
  }

  /** It was sent once more, because the connection it was sent on had been closed while it was idle. */
  requestRetried({ plannedAt }: Pick<TimedRequest, 'plannedAt'>): void {
    if (plannedAt >= this.#runStart) this.#retried += 1
  }

  check(name: string, passed: boolean): void {
    if (this.#isInRun) this.#checks.count(name, passed)
  }

  /** @param duration in microseconds */
  group(name: string, duration: number): void {
    if (this.#isInRun) this.#groups.time(name, duration)
  }

  /** A user thought until `now`, so many microseconds longer than it should. */
  thought(overshoot: number, now: number): void {
    if (now >= this.#runStart) this.#thinkOvershoot.record(overshoot)
  }

  /** A row of a feed in `unique` mode was handed out, in whatever phase. */
  feedUsed(name: string, rows: number, row: number): void {
    this.#feeds.used(name, rows, row)
  }

  /**
   * Records one value of an own metric: adds to a counter, sets a gauge, counts a hit (not 0) or a miss of a rate, adds to a trend (milliseconds
   * for `unit: 'ms'`, else as it is; three decimals are kept). What is recorded before the run phase is forgotten.
   *
   * @param tag the value of the tag that the metric is kept by, where it is by one
   * @throws TypeError when there is no such metric, or the value is no number, or the tag is missing or too many
   */
  metric(name: string, value: number, now: number, tag?: string): void {
    this.ownMetric(name).record(value, now, tag)
  }

  /**
   * An own metric, for whoever records it often.
   *
   * @throws TypeError when there is no such metric
   */
  ownMetric(name: string): OwnMetric {
    const metric = this.#metrics.get(name)
    if (metric === undefined) throw new TypeError(`there is no metric "${name}": declare it under "metrics" in the config`)
    return metric
  }

  /** What was recorded since the last call. */
  take(now: number): ScenarioSnapshot {
    this.#turn(now)
    // They turn when they change, which is not with each request.
    this.#waiting.turn(now)
    this.#waitingForReplies.turn(now)
    const requests = this.requests.take(now)
    const pluginRequests = this.pluginRequests.take(now)
    return {
      ...requests,
      // An iteration may go on behind its last request.
      lastEnd: Math.max(requests.lastEnd, this.#lastEnd, ...pluginRequests.map(({ lastEnd }) => lastEnd)),
      serviceTime: this.#serviceTime.take(),
      warmupServiceTime: this.#warmupServiceTime.take(),
      endpoints: this.#endpoints.take(),
      ...(this.#servers === undefined ? {} : { servers: this.#servers.take() }),
      users: { ...this.#takeUsers(), pluginRequests },
    }
  }

  #takeUsers(): Omit<UsersSnapshot, 'pluginRequests'> {
    const retried = this.#retried
    this.#retried = 0
    return {
      ...this.#population.take(),
      busyTime: this.#busy.take(),
      waitingTime: this.#waiting.take(),
      waitingForRepliesTime: this.#waitingForReplies.take(),
      ...this.#iterations.take(),
      ...this.#times.take(),
      thinkOvershoot: this.#thinkOvershoot.take(),
      checks: this.#checks.take(),
      groups: this.#groups.take(),
      tags: this.#tags.take(),
      metrics: [...this.#metrics.values()].flatMap((metric) => metric.take()),
      retried,
      feeds: this.#feeds.take(),
    }
  }

  // A check has no time of its own. Within an iteration of the run phase the last time that was seen is never before its start.
  get #isInRun(): boolean {
    return this.#now >= this.#runStart
  }

  #turn(now: number): void {
    this.#now = now
    this.#busy.turn(now)
    this.requests.turn(now)
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

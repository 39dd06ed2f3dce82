import { UserRequestRecorder } from './user-request-recorder.ts'
import { Histogram } from '../../model/metrics/histogram.ts'
import { CheckRecorder, GroupRecorder } from './checks-and-groups.ts'
import type { ExampleSource } from './recorded-examples.ts'
import { FeedRecorder } from './feed-use.ts'
import { InFlightMeter } from './in-flight-meter.ts'
import { IterationRecorder, type IterationEnd } from './iterations.ts'
import { OwnMetric, type MetricDefinitions } from './own-metric.ts'
import { PluginRequestRecorders } from './plugin-request-recorder.ts'
import type { ScenarioRecorder } from './scenario-recorder.ts'
import type { ScenarioSnapshot, UsersSnapshot } from './snapshot.ts'

/**
 * All that is measured of the users of one scenario on one thread; its requests are counted by the scenario recorder it is made of.
 *
 * A request or an iteration belongs to the phase of the instant it was planned for; checks, groups and own metrics to that of the time at which
 * they are recorded. Times are readings of the thread's clock in microseconds and may not go back. An `ok` response allocates nothing.
 */
export class UserRecorder extends UserRequestRecorder {
  readonly pluginRequests: PluginRequestRecorders
  readonly #iterations = new IterationRecorder()
  readonly #population = new Population()
  readonly #thinkOvershoot = new Histogram()
  readonly #checks = new CheckRecorder()
  readonly #groups = new GroupRecorder()
  readonly #feeds = new FeedRecorder()
  readonly #metrics: ReadonlyMap<string, OwnMetric>
  #present = new InFlightMeter(Infinity, Infinity)
  #busy = new InFlightMeter(Infinity, Infinity)
  #waiting = new InFlightMeter(Infinity, Infinity)
  #waitingForReplies = new InFlightMeter(Infinity, Infinity)
  #now = 0
  #lastEnd = 0

  constructor(requests: ScenarioRecorder, metrics: MetricDefinitions) {
    super(requests)
    this.pluginRequests = new PluginRequestRecorders(requests.absences)
    this.#metrics = new Map(Object.entries(metrics).map(([name, definition]) => [name, new OwnMetric(name, definition)]))
  }

  /** Sets the phases, also those of `requests`. */
  begin(runStart: number, runEnd: number): void {
    this.runStart = runStart
    this.#present = new InFlightMeter(runStart, runEnd)
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
    this.#present.end(at)
    this.#busy.end(at)
    this.#waiting.end(at)
    this.#waitingForReplies.end(at)
    this.pluginRequests.endRun(at)
    this.requests.endRun(at)
  }

  userCreated(now: number): void {
    this.turn(now)
    this.#present.turn(now)
    this.#present.add(1)
    this.#population.created()
  }

  userEnded(end: IterationEnd, now: number): void {
    this.turn(now)
    this.#present.turn(now)
    this.#present.add(-1)
    this.#population.ended(end)
  }

  /** `journey` is its name; without one the iteration is a request. */
  iterationStarted(plannedAt: number, now: number, journey: string | undefined): void {
    this.turn(now)
    this.#busy.add(1)
    this.#iterations.started(plannedAt, now, journey)
  }

  /** An iteration that no user was free for; without a journey it is also a request that was dropped. */
  iterationDropped(plannedAt: number, journey: string | undefined): void {
    if (journey === undefined) this.requests.dropped(plannedAt)
    this.#iterations.dropped(plannedAt, journey)
  }

  /** Whether it is not known yet where iterations fail for a reason. */
  wantsPlace(reason: string): boolean {
    return this.#iterations.wantsPlace(reason)
  }

  /** Says where an iteration failed, the first of those that fail for this reason, before it is counted. */
  failedAt(reason: string, place: string | undefined): void {
    this.#iterations.failedAt(reason, place)
  }

  /** `reason` says why it failed. */
  iterationEnded(end: IterationEnd, plannedAt: number, now: number, journey: string | undefined, reason: string | undefined): void {
    this.turn(now)
    this.#busy.add(-1)
    this.#iterations.ended(end, plannedAt, now, journey, reason)
    if (plannedAt >= this.runStart) this.#lastEnd = now
  }

  /** A number of users more, or fewer, wait for what the target sends by itself, and no request of theirs is in flight. */
  waiting(difference: 1 | -1, now: number): void {
    this.#waiting.turn(now)
    this.#waiting.add(difference)
  }

  /** A number of users more, or fewer, wait for the response to a request of a plugin, and no HTTP request of theirs is in flight. */
  waitingForReply(difference: 1 | -1, now: number): void {
    this.#waitingForReplies.turn(now)
    this.#waitingForReplies.add(difference)
  }

  /** Requests of the run phase that failed so far, those of plugins too, without the aborted ones. */
  get failures(): number {
    return this.requests.failures + this.pluginRequests.failures
  }

  /** @param source tells of the response that a check which failed is about */
  check(name: string, passed: boolean, source?: ExampleSource): void {
    if (this.#isInRun) this.#checks.count(name, passed, this.#now, source)
  }

  /** @param duration in microseconds */
  group(name: string, duration: number): void {
    if (this.#isInRun) this.#groups.time(name, duration)
  }

  /** A user thought until `now`, longer than it should by a number of microseconds. */
  thought(overshoot: number, now: number): void {
    if (now >= this.runStart) this.#thinkOvershoot.record(overshoot)
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
   * An own metric, for code that records it often.
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
    this.turn(now)
    // They turn when they change, which is not with each request.
    this.#present.turn(now)
    this.#waiting.turn(now)
    this.#waitingForReplies.turn(now)
    const requests = this.takeRequests(now)
    const pluginRequests = this.pluginRequests.take(now)
    return {
      ...requests,
      // An iteration may continue after its last request.
      lastEnd: Math.max(requests.lastEnd, this.#lastEnd, ...pluginRequests.map(({ lastEnd }) => lastEnd)),
      users: { ...this.#takeUsers(), pluginRequests },
    }
  }

  #takeUsers(): Omit<UsersSnapshot, 'pluginRequests'> {
    return {
      ...this.#population.take(),
      userSeconds: this.#present.take().seconds,
      busyTime: this.#busy.take().time,
      waitingTime: this.#waiting.take().time,
      waitingForRepliesTime: this.#waitingForReplies.take().time,
      ...this.#iterations.take(),
      ...this.takeRequestParts(),
      thinkOvershoot: this.#thinkOvershoot.take(),
      checks: this.#checks.take(),
      groups: this.#groups.take(),
      metrics: [...this.#metrics.values()].flatMap((metric) => metric.take()),
      feeds: this.#feeds.take(),
    }
  }

  // A check has no time of its own. Within an iteration of the run phase the last time that was seen is never before its start.
  get #isInRun(): boolean {
    return this.#now >= this.runStart
  }

  protected override turn(now: number): void {
    this.#now = now
    this.#busy.turn(now)
    this.requests.turn(now)
  }
}

/** How many users came, left and were there at a time, on one thread. */
class Population {
  #created = 0
  #ended: Record<IterationEnd, number> = { completed: 0, failed: 0, aborted: 0 }
  #active = 0
  #most = 0
  #takenMost = 0

  created(): void {
    this.#created += 1
    this.#active += 1
    if (this.#active > this.#most) this.#most = this.#active
  }

  ended(end: IterationEnd): void {
    this.#ended[end] += 1
    this.#active -= 1
  }

  /** What changed since the last call. */
  take(): Pick<UsersSnapshot, 'created' | 'completed' | 'failed' | 'aborted' | 'mostActive'> {
    const snapshot = { created: this.#created, ...this.#ended, mostActive: this.#most - this.#takenMost }
    this.#created = 0
    this.#ended = { completed: 0, failed: 0, aborted: 0 }
    this.#takenMost = this.#most
    return snapshot
  }
}

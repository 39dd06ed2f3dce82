import type { FiguresOf, RecordedFigures } from '../../model/metrics/figure-sums.ts'
import { UserRequestRecorder } from './user-request-recorder.ts'
import { takeAll } from './column.ts'
import { CheckRecorder, FeedRecorder, GroupRecorder } from './named-recorders.ts'
import type { ExampleSource } from './error-recorder.ts'
import { InFlightMeter } from './in-flight-meter.ts'
import { IterationRecorder, type IterationEnd } from './iterations.ts'
import { OwnMetric, type MetricDefinitions } from './own-metric.ts'
import { CreatingMap } from './first-names.ts'
import { PluginRequestRecorder } from './plugin-request-recorder.ts'
import type { ScenarioRecorder } from './scenario-recorder.ts'
import type { ScenarioSnapshot, UsersSnapshot } from './snapshot.ts'

/**
 * Records the users of one scenario on one thread; their requests are counted by the given scenario recorder.
 *
 * A request or an iteration belongs to the phase in which it was planned; checks, groups and own metrics belong to the phase in which they are
 * recorded. Times are readings of the thread's clock in microseconds and may not go back. An `ok` response allocates nothing.
 */
export class UserRecorder extends UserRequestRecorder {
  readonly pluginRequests: CreatingMap<string, PluginRequestRecorder> = new CreatingMap((plugin) => {
    const recorder = new PluginRequestRecorder(plugin, this.requests.absences)
    recorder.requests.begin(this.requests.runStart, this.#runEnd)
    return recorder
  })
  readonly #iterations = new IterationRecorder(this.times.sendLag)
  readonly #checks = new CheckRecorder()
  readonly #groups = new GroupRecorder()
  readonly #feeds = new FeedRecorder()
  readonly #metrics: ReadonlyMap<string, OwnMetric>
  #present = new InFlightMeter(Infinity, Infinity)
  #levels = levelsFrom(Infinity, Infinity)
  #users = noUsers()
  #most = 0
  #takenMost = 0
  #now = 0
  #lastEnd = 0
  #runEnd = Infinity

  constructor(requests: ScenarioRecorder, metrics: MetricDefinitions) {
    super(requests)
    this.#metrics = new Map(Object.entries(metrics).map(([name, definition]) => [name, new OwnMetric(name, definition)]))
  }

  /** Sets the phases, also for `requests`. */
  begin(runStart: number, runEnd: number): void {
    this.#runEnd = runEnd
    this.#present = new InFlightMeter(runStart, runEnd)
    this.#levels = levelsFrom(runStart, runEnd)
    for (const { requests } of this.pluginRequests.values()) requests.begin(runStart, runEnd)
    this.#iterations.begin(runStart)
    for (const metric of this.#metrics.values()) metric.begin(runStart)
    this.requests.begin(runStart, runEnd)
  }

  /** Ends the run phase early, at `at`, which is now or shortly before, also for `requests`. */
  endRun(at: number): void {
    this.#present.end(at)
    for (const level of Object.values(this.#levels)) level.end(at)
    for (const { requests } of this.pluginRequests.values()) requests.endRun(at)
    this.requests.endRun(at)
    this.#runEnd = Math.min(this.#runEnd, at)
  }

  userCreated(now: number): void {
    this.turn(now)
    this.#present.turn(now)
    this.#present.add(1)
    this.#users.created += 1
    this.#most = Math.max(this.#most, this.#present.count)
  }

  userEnded(end: IterationEnd, now: number): void {
    this.turn(now)
    this.#present.turn(now)
    this.#present.add(-1)
    this.#users[end] += 1
  }

  /** Notes the start of an iteration; `journey` is its name, and without one the iteration is a request. */
  iterationStarted(plannedAt: number, now: number, journey: string | undefined): void {
    this.turn(now)
    this.#levels.busy.add(1)
    this.#iterations.started(plannedAt, now, journey)
  }

  /** Notes an iteration for which no user was free; without a journey a request was dropped, too. */
  iterationDropped(plannedAt: number, journey: string | undefined): void {
    if (journey === undefined) this.requests.dropped(plannedAt)
    this.#iterations.dropped(plannedAt, journey)
  }

  /** Records where the first iteration that fails for a reason failed, before it is counted; `findPlace` may take longer than an iteration. */
  failedAt(reason: string, findPlace: () => string | undefined): void {
    this.#iterations.failedAt(reason, findPlace)
  }

  iterationEnded(end: IterationEnd, plannedAt: number, now: number, journey: string | undefined, reason: string | undefined): void {
    this.turn(now)
    this.#levels.busy.add(-1)
    this.#iterations.ended(end, plannedAt, now, journey, reason)
    if (plannedAt >= this.requests.runStart) this.#lastEnd = now
  }

  /** Notes that one user more, or fewer, thinks or waits in one of the ways of the table of figures. */
  level(name: Exclude<keyof Levels, 'busy'>, difference: 1 | -1, now: number): void {
    const level = this.#levels[name]
    level.turn(now)
    level.add(difference)
  }

  /** The number of failed requests of the run phase so far, including those of plugins, without aborted ones. */
  get failures(): number {
    let { failures } = this.requests
    for (const { requests } of this.pluginRequests.values()) failures += requests.failures
    return failures
  }

  /** @param source describes the response of a failed check */
  check(name: string, passed: boolean, source?: ExampleSource): void {
    if (this.#isInRun) this.#checks.count(name, passed, this.#now, source)
  }

  /** @param duration the duration in microseconds */
  group(name: string, duration: number): void {
    if (this.#isInRun) this.#groups.time(name, duration)
  }

  /** Notes that a user thought until `now`, longer than asked for by a number of microseconds. */
  thought(overshoot: number, now: number): void {
    if (now >= this.requests.runStart) this.times.thinkOvershoot.record(overshoot)
  }

  /** Notes that a row of a feed in `unique` mode was handed out, in any phase. */
  feedUsed(name: string, rows: number, row: number): void {
    this.#feeds.used(name, rows, row)
  }

  /**
   * Records one value of an own metric: adds to a counter, sets a gauge, counts a hit (not 0) or a miss of a rate, adds to a trend (milliseconds for
   * `unit: 'ms'`; three decimals are kept). Records before the run phase are dropped.
   *
   * @param tag the value of the metric's tag, if it has one
   * @throws TypeError when there is no such metric, the value is not a number, the tag is missing, or the metric has no tag
   */
  metric(name: string, value: number, now: number, tag?: string): void {
    this.ownMetric(name).record(value, now, tag)
  }

  /**
   * The recorder of an own metric, for code that uses it often.
   *
   * @throws TypeError when there is no such metric
   */
  ownMetric(name: string): OwnMetric {
    const metric = this.#metrics.get(name)
    if (metric === undefined) throw new TypeError(`there is no metric "${name}": declare it under "metrics" in the config`)
    return metric
  }

  take(now: number): ScenarioSnapshot {
    this.turn(now)
    // These meters advance when they change, which is not with each request.
    this.#present.turn(now)
    for (const level of Object.values(this.#levels)) level.turn(now)
    const requests = this.requests.take(now)
    const pluginRequests = Array.from(this.pluginRequests.values(), (each) => each.take(now))
    return {
      ...requests,
      // An iteration may continue after its last request.
      lastEnd: Math.max(requests.lastEnd, this.#lastEnd, ...pluginRequests.map(({ lastEnd }) => lastEnd)),
      users: { ...this.#takeUsers(), pluginRequests },
    }
  }

  #takeUsers(): Omit<UsersSnapshot, 'pluginRequests'> {
    const users = { ...this.#users, mostActive: this.#most - this.#takenMost }
    this.#users = noUsers()
    this.#takenMost = this.#most
    return {
      ...users,
      ...takeLevels(this.#levels),
      userSeconds: this.#present.take().seconds,
      ...this.#iterations.take(),
      ...takeAll(this.times),
      tags: this.takeTags(),
      checks: this.#checks.take(),
      groups: this.#groups.take(),
      metrics: [...this.#metrics.values()].flatMap((metric) => metric.take()),
      feeds: this.#feeds.take(),
    }
  }

  // A check has no time of its own, so the last seen time counts, which within an iteration of the run phase is never before its start.
  get #isInRun(): boolean {
    return this.#now >= this.requests.runStart
  }

  protected override turn(now: number): void {
    this.#now = now
    this.#levels.busy.turn(now)
    this.requests.turn(now)
  }
}

type Levels = FiguresOf<'users', 'level', InFlightMeter>

function levelsFrom(runStart: number, runEnd: number): Levels {
  return {
    busy: new InFlightMeter(runStart, runEnd),
    waiting: new InFlightMeter(runStart, runEnd),
    waitingForReplies: new InFlightMeter(runStart, runEnd),
    thinking: new InFlightMeter(runStart, runEnd),
  }
}

function takeLevels(levels: Levels): RecordedFigures<'users', 'level'> {
  const taken = Object.entries(levels).map(([name, level]: [string, InFlightMeter]) => [name, level.take().time])
  return Object.fromEntries(taken) as RecordedFigures<'users', 'level'>
}

function noUsers(): Record<'created' | IterationEnd, number> {
  return { created: 0, completed: 0, failed: 0, aborted: 0 }
}

import { noOutcome, type IterationsSnapshot } from './iterations.ts'
import { Histogram } from '../../model/metrics/histogram.ts'
import type { CheckSnapshot } from './checks-and-groups.ts'
import { earliest } from './failure-examples.ts'
import { ErrorTotals, RequestTotals } from './request-totals.ts'
import { FeedTotal } from './feed-use.ts'
import { CreatingMap, FirstNames } from './first-names.ts'
import { OwnMetricTotal } from './own-metric-total.ts'
import { SecondsTotals } from './seconds-totals.ts'
import { SeriesTotals } from './series-totals.ts'
import type { UsersSnapshot } from './snapshot.ts'

/** What threads recorded of one journey in the run phase. */
export interface JourneyTotal {
  readonly name: string
  readonly iterations: IterationTotals
  /** In microseconds from the planned start, without the iterations that were aborted. */
  readonly duration: Histogram
}

/** The sum of what the users of a scenario did on all threads, without loss. Snapshots may be added in any order. Times in microseconds. */
export class UsersTotals {
  readonly warmup: IterationTotals = new IterationTotals()
  readonly run: IterationTotals = new IterationTotals()
  readonly iterationDuration: Histogram = new Histogram()
  readonly sendLag: Histogram = new Histogram()
  readonly httpWaiting: Histogram = new Histogram()
  readonly timeToFirstByte: Histogram = new Histogram()
  readonly sending: Histogram = new Histogram()
  readonly receiving: Histogram = new Histogram()
  readonly thinkOvershoot: Histogram = new Histogram()
  readonly tags: SeriesTotals = new SeriesTotals()
  /** Users in each second. */
  readonly userSeconds: SecondsTotals = new SecondsTotals()
  /** Users, warm-up included; so are those that ended. */
  created = 0
  completed = 0
  failed = 0
  aborted = 0
  /** The most users that each thread had at a time, added up: never fewer than there were at a time over all threads, perhaps more. */
  mostActive = 0
  retried = 0
  readonly #times = { busyTime: 0, waitingTime: 0, waitingForRepliesTime: 0 }
  readonly #journeys = new CreatingMap((name: string): JourneyTotal => ({
    name,
    iterations: new IterationTotals(),
    duration: new Histogram(),
  }))
  readonly #failures = new ErrorTotals()
  // By reason, as the first thread that knew it said.
  readonly #places = new Map<string, string>()
  readonly #checks = new FirstNames((): { passed: number; failed: number; examples?: CheckSnapshot['examples'] } => ({
    passed: 0,
    failed: 0,
  }))
  readonly #groups = new FirstNames(() => new Histogram())
  readonly #metrics = new Map<string, OwnMetricTotal>()
  readonly #feeds = new CreatingMap((name: string) => new FeedTotal(name))
  readonly #pluginRequests = new CreatingMap((_plugin: string) => new RequestTotals())

  /** Users that have not ended yet. */
  get active(): number {
    return this.created - this.completed - this.failed - this.aborted
  }
  /** Users in an iteration times microseconds, over the run phase. */
  get busyTime(): number {
    return Math.max(0, this.#times.busyTime)
  }
  /** Users who waited for what the target sends by itself, without a request in flight, times microseconds, over the run phase. */
  get waitingTime(): number {
    return Math.max(0, this.#times.waitingTime)
  }
  /** Users who waited for the response to a request of a plugin, without one over HTTP in flight, times microseconds, over the run phase. */
  get waitingForRepliesTime(): number {
    return Math.max(0, this.#times.waitingForRepliesTime)
  }
  /** In the order in which they were first seen, as checks and groups are. */
  get journeys(): readonly JourneyTotal[] {
    return [...this.#journeys.values()]
  }
  /** Why iterations failed, the most frequent reason first. */
  get failures(): UsersSnapshot['failures'] {
    return this.#failures.all.map(({ reason, count, first, last }) => ({ reason, at: this.#places.get(reason), count, first, last }))
  }
  get checks(): UsersSnapshot['checks'] {
    return Array.from(this.#checks.entries(), ([name, check]) => ({ name, ...check }))
  }
  get groups(): readonly { readonly name: string; readonly duration: Histogram }[] {
    return Array.from(this.#groups.entries(), ([name, duration]) => ({ name, duration }))
  }
  /** Own metrics by name; one of which nothing was recorded is missing. */
  get metrics(): ReadonlyMap<string, OwnMetricTotal> {
    return this.#metrics
  }
  /** By plugin; of plugins that count their requests. */
  get pluginRequests(): ReadonlyMap<string, RequestTotals> {
    return this.#pluginRequests
  }
  /** Those in `unique` mode. */
  get feeds(): readonly FeedTotal[] {
    return [...this.#feeds.values()]
  }

  add(snapshot: UsersSnapshot): void {
    for (const count of ['created', 'completed', 'failed', 'aborted', 'mostActive', 'retried'] as const) this[count] += snapshot[count]
    for (const time of ['busyTime', 'waitingTime', 'waitingForRepliesTime'] as const) this.#times[time] += snapshot[time]
    for (const part of ['warmup', 'run'] as const) this[part].add(snapshot[part])
    for (const time of histograms) this[time].add(snapshot[time])
    this.tags.add(snapshot.tags)
    this.userSeconds.add(snapshot.userSeconds)
    this.#addNamed(snapshot)
  }

  #addNamed({ journeys, failures, checks, groups, metrics, pluginRequests, feeds }: UsersSnapshot): void {
    for (const { name, iterations, duration } of journeys) {
      const journey = this.#journeys.of(name)
      journey.iterations.add(iterations)
      journey.duration.add(duration)
    }
    for (const { at, ...failure } of failures) {
      this.#failures.add({ outcome: noOutcome, endpoint: undefined, ...failure })
      if (at !== undefined && !this.#places.has(failure.reason)) this.#places.set(failure.reason, at)
    }
    for (const { name, passed, failed, examples } of checks) {
      const check = this.#checks.of(name)
      check.passed += passed
      check.failed += failed
      if (examples !== undefined) check.examples = earliest(check.examples, examples)
    }
    for (const { name, duration } of groups) this.#groups.of(name).add(duration)
    for (const metric of metrics) {
      const total = this.#metrics.get(metric.name) ?? new OwnMetricTotal(metric.type)
      total.add(metric)
      this.#metrics.set(metric.name, total)
    }
    for (const requests of pluginRequests) this.#pluginRequests.of(requests.plugin).add(requests)
    for (const feed of feeds) this.#feeds.of(feed.name).add(feed)
  }
}

const histograms = ['iterationDuration', 'sendLag', 'httpWaiting', 'timeToFirstByte', 'sending', 'receiving', 'thinkOvershoot'] as const

/** The sums of the iterations that threads counted in one phase, or of one journey. */
export class IterationTotals implements IterationsSnapshot {
  started = 0
  dropped = 0
  completed = 0
  failed = 0
  aborted = 0

  add(snapshot: IterationsSnapshot): void {
    for (const count of ['started', 'dropped', 'completed', 'failed', 'aborted'] as const) this[count] += snapshot[count]
  }
}

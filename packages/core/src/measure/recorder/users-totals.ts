import { noOutcome, type IterationsSnapshot, type JourneySnapshot } from './iterations.ts'
import { Histogram } from '../../model/metrics/histogram.ts'
import { ErrorTotals, RequestTotals } from './request-totals.ts'
import { FeedTotal } from './feed-use.ts'
import { FirstNames } from './first-names.ts'
import { OwnMetricTotal } from './own-metric-total.ts'
import { SeriesTotals } from './series-totals.ts'
import type { MetricSnapshot } from './own-metric.ts'
import type { PluginRequestsSnapshot, UsersSnapshot } from './snapshot.ts'

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
  readonly #journeys = new Map<string, JourneyTotal>()
  readonly #failures = new ErrorTotals()
  readonly #checks = new FirstNames(() => ({ passed: 0, failed: 0 }))
  readonly #groups = new FirstNames(() => new Histogram())
  readonly #metrics = new Map<string, OwnMetricTotal>()
  readonly #feeds = new Map<string, FeedTotal>()
  readonly #pluginRequests = new Map<string, RequestTotals>()
  #users = { created: 0, completed: 0, failed: 0, aborted: 0 }
  #mostActive = 0
  #busyTime = 0
  #waitingTime = 0
  #waitingForRepliesTime = 0
  #retried = 0

  /** Users, warm-up included; so are those that ended. */
  get created(): number {
    return this.#users.created
  }
  get completed(): number {
    return this.#users.completed
  }
  get failed(): number {
    return this.#users.failed
  }
  get aborted(): number {
    return this.#users.aborted
  }
  /** Users that have not ended yet. */
  get active(): number {
    return this.#users.created - this.#users.completed - this.#users.failed - this.#users.aborted
  }
  /** The most users that each thread had at a time, added up: never fewer than there were at a time over all threads, perhaps more. */
  get mostActive(): number {
    return this.#mostActive
  }
  /** Users in an iteration times microseconds, over the run phase. */
  get busyTime(): number {
    return Math.max(0, this.#busyTime)
  }
  /** Users who waited for what the target sends by itself, without a request in flight, times microseconds, over the run phase. */
  get waitingTime(): number {
    return Math.max(0, this.#waitingTime)
  }
  /** Users who waited for the response to a request of a plugin, without one over HTTP in flight, times microseconds, over the run phase. */
  get waitingForRepliesTime(): number {
    return Math.max(0, this.#waitingForRepliesTime)
  }
  get retried(): number {
    return this.#retried
  }
  /** In the order in which they were first seen, as checks and groups are. */
  get journeys(): readonly JourneyTotal[] {
    return [...this.#journeys.values()]
  }
  /** Why iterations failed, the most frequent reason first. */
  get failures(): UsersSnapshot['failures'] {
    return this.#failures.all.map(({ reason, count, first, last }) => ({ reason, count, first, last }))
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
    this.#users = {
      created: this.#users.created + snapshot.created,
      completed: this.#users.completed + snapshot.completed,
      failed: this.#users.failed + snapshot.failed,
      aborted: this.#users.aborted + snapshot.aborted,
    }
    this.#mostActive += snapshot.mostActive
    this.#busyTime += snapshot.busyTime
    this.#waitingTime += snapshot.waitingTime
    this.#waitingForRepliesTime += snapshot.waitingForRepliesTime
    this.#retried += snapshot.retried
    this.warmup.add(snapshot.warmup)
    this.run.add(snapshot.run)
    this.iterationDuration.add(snapshot.iterationDuration)
    this.sendLag.add(snapshot.sendLag)
    this.httpWaiting.add(snapshot.httpWaiting)
    this.timeToFirstByte.add(snapshot.timeToFirstByte)
    this.sending.add(snapshot.sending)
    this.receiving.add(snapshot.receiving)
    this.thinkOvershoot.add(snapshot.thinkOvershoot)
    this.tags.add(snapshot.tags)
    this.#addNamed(snapshot)
  }

  #addNamed({ journeys, failures, checks, groups, metrics, pluginRequests, feeds }: UsersSnapshot): void {
    for (const journey of journeys) this.#addJourney(journey)
    for (const failure of failures) this.#failures.add({ outcome: noOutcome, endpoint: undefined, ...failure })
    for (const { name, passed, failed } of checks) {
      const check = this.#checks.of(name)
      check.passed += passed
      check.failed += failed
    }
    for (const { name, duration } of groups) this.#groups.of(name).add(duration)
    for (const metric of metrics) this.#addMetric(metric)
    for (const requests of pluginRequests) this.#addPluginRequests(requests)
    for (const feed of feeds) {
      const total = this.#feeds.get(feed.name) ?? new FeedTotal(feed.name)
      total.add(feed)
      this.#feeds.set(feed.name, total)
    }
  }

  #addMetric(snapshot: MetricSnapshot): void {
    const known = this.#metrics.get(snapshot.name)
    if (known === undefined) this.#metrics.set(snapshot.name, new OwnMetricTotal(snapshot))
    else known.add(snapshot)
  }

  #addPluginRequests(snapshot: PluginRequestsSnapshot): void {
    const requests = this.#pluginRequests.get(snapshot.plugin) ?? new RequestTotals()
    requests.add(snapshot)
    this.#pluginRequests.set(snapshot.plugin, requests)
  }

  #addJourney({ name, iterations, duration }: JourneySnapshot): void {
    const journey = this.#journeys.get(name) ?? { name, iterations: new IterationTotals(), duration: new Histogram() }
    journey.iterations.add(iterations)
    journey.duration.add(duration)
    this.#journeys.set(name, journey)
  }
}

/** The sums of the iterations that threads counted in one phase, or of one journey. */
export class IterationTotals implements IterationsSnapshot {
  #started = 0
  #dropped = 0
  #completed = 0
  #failed = 0
  #aborted = 0

  get started(): number {
    return this.#started
  }
  get dropped(): number {
    return this.#dropped
  }
  get completed(): number {
    return this.#completed
  }
  get failed(): number {
    return this.#failed
  }
  get aborted(): number {
    return this.#aborted
  }

  add(snapshot: IterationsSnapshot): void {
    this.#started += snapshot.started
    this.#dropped += snapshot.dropped
    this.#completed += snapshot.completed
    this.#failed += snapshot.failed
    this.#aborted += snapshot.aborted
  }
}

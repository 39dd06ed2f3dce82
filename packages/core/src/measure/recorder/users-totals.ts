import { ErrorTotals, SecondsTotals, SeriesTotals } from './series-totals.ts'
import type { UsersSnapshot } from './snapshot.ts'
import { noOutcome } from './iterations.ts'
import { sumsOf, type SumsClass } from '../../model/metrics/figure-sums.ts'
import type { FigureKind } from '../../model/metrics/figure.ts'
import { Histogram } from '../../model/metrics/histogram.ts'
import type { CheckSnapshot, FeedSnapshot } from './named-recorders.ts'
import { earliest } from './error-recorder.ts'
import { CreatingMap, FirstNames } from './first-names.ts'
import { MetricSeries, type MetricSnapshot, type MetricTotal, type MetricType } from './own-metric.ts'

/** The sum of the threads' records of one journey in the run phase. */
interface JourneyTotal {
  readonly name: string
  readonly iterations: IterationTotals
  /** Durations in microseconds from the planned start, without aborted iterations. */
  readonly duration: Histogram
}

const UserSums: SumsClass<'users', FigureKind> = sumsOf<'users', FigureKind>('users')
const IterationSums: SumsClass<'iterations', 'count'> = sumsOf('iterations', 'count')

/** The sums of the threads' counts of iterations in one phase, or of one journey. */
export class IterationTotals extends IterationSums {}

/** The exact sum of the records of a scenario's users on all threads. Snapshots may be added in any order. Times are in microseconds. */
export class UsersTotals extends UserSums {
  readonly warmup: IterationTotals = new IterationTotals()
  readonly run: IterationTotals = new IterationTotals()
  readonly iterationDuration: Histogram = new Histogram()
  readonly tags: SeriesTotals = new SeriesTotals()
  readonly userSeconds: SecondsTotals = new SecondsTotals()
  readonly #journeys = new CreatingMap((name: string): JourneyTotal => ({
    name,
    iterations: new IterationTotals(),
    duration: new Histogram(),
  }))
  readonly #failures = new ErrorTotals()
  // The places of failures by reason, as first reported.
  readonly #places = new Map<string, string>()
  readonly #checks = new FirstNames((): { passed: number; failed: number; examples?: CheckSnapshot['examples'] } => ({
    passed: 0,
    failed: 0,
  }))
  readonly #groups = new FirstNames(() => new Histogram())
  readonly #metrics = new Map<string, OwnMetricTotal>()
  readonly #feeds = new CreatingMap((name: string) => new FeedTotal(name))

  get active(): number {
    return this.created - this.completed - this.failed - this.aborted
  }
  /** The journeys in the order in which they were first seen, like checks and groups. */
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
  /** The user's own metrics by name, without metrics that were never recorded. */
  get metrics(): ReadonlyMap<string, OwnMetricTotal> {
    return this.#metrics
  }
  get feeds(): readonly FeedTotal[] {
    return [...this.#feeds.values()]
  }

  add(snapshot: UsersSnapshot): void {
    this.addFigures(snapshot)
    for (const part of ['warmup', 'run'] as const) this[part].addFigures(snapshot[part])
    this.iterationDuration.add(snapshot.iterationDuration)
    this.tags.add(snapshot.tags)
    this.userSeconds.add(snapshot.userSeconds)
    this.#addNamed(snapshot)
  }

  #addNamed({ journeys, failures, checks, groups, metrics, feeds }: UsersSnapshot): void {
    for (const { name, iterations, duration } of journeys) {
      const journey = this.#journeys.of(name)
      journey.iterations.addFigures(iterations)
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
    for (const feed of feeds) this.#feeds.of(feed.name).add(feed)
  }
}

/** The sum of the threads' records of one metric of the user's own, as a whole and by the values of its tag. */
export class OwnMetricTotal {
  readonly #whole: MetricSeries
  readonly #byTag: FirstNames<MetricSeries>

  constructor(type: MetricType) {
    this.#whole = new MetricSeries(type)
    this.#byTag = new FirstNames(() => new MetricSeries(type))
  }

  get whole(): MetricTotal {
    return this.#whole.all
  }

  /** The records by the values of the tag, in the order in which they were first seen, with `other` for all beyond the first 200; empty without a tag. */
  get byTag(): readonly { readonly name: string; readonly measured: MetricTotal }[] {
    return Array.from(this.#byTag, ([name, { all }]) => ({ name, measured: all }))
  }

  add(snapshot: MetricSnapshot): void {
    this.#whole.add(snapshot)
    if (snapshot.tag !== undefined) this.#byTag.of(snapshot.tag).add(snapshot)
  }
}

const rowsPerByte = 8

/** The rows of one feed that any thread handed out, with one bit for each row, so that every duplicate is found. */
export class FeedTotal {
  readonly name: string
  rows = 0
  /** The number of different rows that were handed out. */
  used = 0
  /** The number of rows that were handed out again: always 0, unless something is wrong. */
  duplicates = 0
  #bitmap = new Uint8Array(0)

  constructor(name: string) {
    this.name = name
  }

  add({ rows, used }: FeedSnapshot): void {
    this.rows = Math.max(this.rows, rows)
    for (const row of used) this.#add(row)
  }

  #add(row: number): void {
    const byte = Math.floor(row / rowsPerByte)
    const bit = 1 << (row % rowsPerByte)
    if (byte >= this.#bitmap.length) this.#widen(byte)
    if ((this.#bitmap[byte]! & bit) === 0) this.used += 1
    else this.duplicates += 1
    this.#bitmap[byte]! |= bit
  }

  #widen(byte: number): void {
    const wider = new Uint8Array(Math.max(byte + 1, Math.ceil(this.rows / rowsPerByte)))
    wider.set(this.#bitmap)
    this.#bitmap = wider
  }
}

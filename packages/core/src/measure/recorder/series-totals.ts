import type { PhaseSnapshot } from './phase-recorder.ts'
import { outcomes, type Outcome, type OutcomeCounts } from '../../model/metrics/outcome.ts'
import { Histogram } from '../../model/metrics/histogram.ts'
import { FirstNames, otherName } from './first-names.ts'
import type { SeriesSnapshot } from './series.ts'

/** What threads counted of one endpoint, or of the requests with one tag, in the run phase. */
export interface SeriesTotal {
  /** `other` for all beyond the first 200. */
  readonly name: string
  readonly started: number
  readonly outcomes: OutcomeCounts
  /** By status, ascending. */
  readonly statuses: Readonly<Record<string, number>>
  readonly bytesReceived: number
  /** By status class: 2 for 2xx, 0 for timeouts. Microseconds, like all times here. */
  readonly responseTimes: ReadonlyMap<number, Histogram>
  /** Of all status classes and timeouts, with the ages of what was cut off; merged each time it is read. */
  readonly responseTime: Histogram
  /** Empty where requests are sent when they are planned: the response time is the service time then. */
  readonly serviceTime: Histogram
  /** What requests of users waited for a connection. */
  readonly httpWaiting: Histogram
}

/** The sums of what threads counted by endpoint, or by tag: at most 200 names, the rest together as `other`. */
export class SeriesTotals {
  readonly #series = new FirstNames((name) => new OneSeries(name))

  /** The one with the most requests first, by name where several have as many; `other` at the end. */
  get all(): readonly SeriesTotal[] {
    return Array.from(this.#series.entries(), ([, series]) => series).toSorted(
      (a, b) => Number(a.name === otherName) - Number(b.name === otherName) || b.started - a.started || (a.name < b.name ? -1 : 1),
    )
  }

  add(snapshots: readonly SeriesSnapshot[]): void {
    for (const snapshot of snapshots) this.#series.of(snapshot.name).add(snapshot)
  }
}

const noTimes = new Histogram().snapshot()

class OneSeries implements SeriesTotal {
  readonly name: string
  readonly responseTimes: Map<number, Histogram> = new Map()
  readonly serviceTime: Histogram = new Histogram()
  readonly httpWaiting: Histogram = new Histogram()
  readonly #counts = new PhaseTotals()
  /** Ages of what was cut off, without values. */
  readonly #cutOff = new Histogram()

  constructor(name: string) {
    this.name = name
  }

  get started(): number {
    return this.#counts.started
  }
  get outcomes(): OutcomeCounts {
    return this.#counts.outcomes
  }
  get statuses(): Readonly<Record<string, number>> {
    return this.#counts.statuses
  }
  get bytesReceived(): number {
    return this.#counts.bytesReceived
  }
  get responseTime(): Histogram {
    const merged = new Histogram()
    merged.add(this.#cutOff.snapshot())
    for (const times of this.responseTimes.values()) merged.add(times.snapshot())
    return merged
  }

  add(snapshot: SeriesSnapshot): void {
    this.#counts.add({ ...snapshot, dropped: 0, bytesSent: 0 })
    this.serviceTime.add(snapshot.serviceTime)
    this.httpWaiting.add(snapshot.httpWaiting)
    if (snapshot.unfinished !== undefined) this.#cutOff.add({ ...noTimes, unfinished: snapshot.unfinished })
    for (const [statusClass, times] of snapshot.responseTimes) {
      let known = this.responseTimes.get(statusClass)
      if (known === undefined) this.responseTimes.set(statusClass, (known = new Histogram()))
      known.add(times)
    }
  }
}

/** The sums of what threads counted in one phase. */
export class PhaseTotals {
  readonly #outcomes = new Float64Array(outcomes.length)
  readonly #statuses = new Map<number, number>()
  #started = 0
  #dropped = 0
  #bytesSent = 0
  #bytesReceived = 0

  get started(): number {
    return this.#started
  }
  get dropped(): number {
    return this.#dropped
  }
  get bytesSent(): number {
    return this.#bytesSent
  }
  get bytesReceived(): number {
    return this.#bytesReceived
  }

  /** By status, ascending. */
  get statuses(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#statuses].toSorted(([a], [b]) => a - b))
  }

  get outcomes(): OutcomeCounts {
    return Object.fromEntries(outcomes.map((outcome, index) => [outcome, this.#outcomes[index] ?? 0])) as Record<Outcome, number>
  }

  add(snapshot: PhaseSnapshot): void {
    this.#started += snapshot.started
    this.#dropped += snapshot.dropped
    this.#bytesSent += snapshot.bytesSent
    this.#bytesReceived += snapshot.bytesReceived
    for (const [index, count] of snapshot.outcomes.entries()) this.#outcomes[index]! += count
    for (const [status, count] of snapshot.statuses) this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + count)
  }
}

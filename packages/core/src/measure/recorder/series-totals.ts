import type { PhaseSnapshot } from './phase-recorder.ts'
import { outcomes, type Outcome, type OutcomeCounts } from '../../model/metrics/outcome.ts'
import { Histogram, noTimes } from '../../model/metrics/histogram.ts'
import { CreatingMap, FirstNames, otherName } from './first-names.ts'
import type { SeriesSnapshot } from './series.ts'

/** The sums of what threads counted by endpoint, or by tag: at most 200 names, the rest together as `other`. */
export class SeriesTotals {
  readonly #series = new FirstNames((name) => new SeriesTotal(name))

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

/** The sums of what threads counted in one phase. */
export class PhaseTotals {
  started = 0
  dropped = 0
  bytesSent = 0
  bytesReceived = 0
  readonly #outcomes = new Float64Array(outcomes.length)
  readonly #statuses = new Map<number, number>()

  /** By status, ascending. */
  get statuses(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#statuses].toSorted(([a], [b]) => a - b))
  }

  get outcomes(): OutcomeCounts {
    return Object.fromEntries(outcomes.map((outcome, index) => [outcome, this.#outcomes[index] ?? 0])) as Record<Outcome, number>
  }

  /** Adds what one thread counted; of a series it does not say what was dropped and sent. */
  add({ started, dropped = 0, bytesSent = 0, bytesReceived, outcomes: ended, statuses }: CountsSnapshot): void {
    this.started += started
    this.dropped += dropped
    this.bytesSent += bytesSent
    this.bytesReceived += bytesReceived
    for (const [index, count] of ended.entries()) this.#outcomes[index]! += count
    for (const [status, count] of statuses) this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + count)
  }
}

type CountsSnapshot = Omit<PhaseSnapshot, 'dropped' | 'bytesSent'> & Partial<Pick<PhaseSnapshot, 'dropped' | 'bytesSent'>>

/** What threads counted of one endpoint, or of the requests with one tag, in the run phase. */
export class SeriesTotal extends PhaseTotals {
  /** `other` for all beyond the first 200. */
  readonly name: string
  /** By status class: 2 for 2xx, 0 for timeouts. Microseconds, like all times here. */
  readonly responseTimes: CreatingMap<number, Histogram> = new CreatingMap(() => new Histogram())
  /** Empty where requests are sent when they are planned: the response time is the service time then. */
  readonly serviceTime: Histogram = new Histogram()
  /** What requests of users waited for a connection. */
  readonly httpWaiting: Histogram = new Histogram()
  /** Ages of what was cut off, without values. */
  readonly #cutOff = new Histogram()

  constructor(name: string) {
    super()
    this.name = name
  }

  /** Of all status classes and timeouts, with the ages of what was cut off; merged each time it is read. */
  get responseTime(): Histogram {
    const merged = new Histogram()
    for (const times of [this.#cutOff, ...this.responseTimes.values()]) merged.add(times.snapshot())
    return merged
  }

  override add(snapshot: SeriesSnapshot): void {
    super.add(snapshot)
    this.serviceTime.add(snapshot.serviceTime)
    this.httpWaiting.add(snapshot.httpWaiting)
    if (snapshot.unfinished !== undefined) this.#cutOff.add({ ...noTimes, unfinished: snapshot.unfinished })
    for (const [statusClass, times] of snapshot.responseTimes) this.responseTimes.of(statusClass).add(times)
  }
}

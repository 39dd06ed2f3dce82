import type { PhaseSnapshot } from './phase-recorder.ts'
import { outcomes, type Outcome, type OutcomeCounts } from '../../model/metrics/outcome.ts'
import { Histogram, type HistogramPart } from '../../model/metrics/histogram.ts'
import { CreatingMap, FirstNames, otherName } from './first-names.ts'
import { countsWidth, histogramsWidth, timed, type PackedSeries } from './packed-series.ts'

/** The sums of what threads counted by endpoint, or by tag: at most 200 names, the rest together as `other`. */
export class SeriesTotals {
  readonly #series = new FirstNames((name) => new SeriesTotal(name))

  /** The one with the most requests first, by name where several have as many; `other` at the end. */
  get all(): readonly SeriesTotal[] {
    return Array.from(this.#series.entries(), ([, series]) => series).toSorted(
      (a, b) => Number(a.name === otherName) - Number(b.name === otherName) || b.started - a.started || (a.name < b.name ? -1 : 1),
    )
  }

  add(packed: PackedSeries): void {
    const { counts, statuses, histograms, buckets, bucketCounts } = packed
    const all = packed.names.map((name) => this.#series.of(name))
    for (const [place, total] of all.entries()) total.addRow(counts, place * countsWidth)
    for (let row = 0; row < statuses.length; row += 3) all[statuses[row]!]?.addStatus(statuses[row + 1]!, statuses[row + 2]!)
    const part = { buckets, counts: bucketCounts, from: 0, to: 0, count: 0, sum: 0, min: 0, max: 0 }
    for (let row = 0; row < histograms.length; row += histogramsWidth) {
      part.from = part.to
      part.to += histograms[row + 2]!
      part.count = histograms[row + 3]!
      part.sum = histograms[row + 4]!
      part.min = histograms[row + 5]!
      part.max = histograms[row + 6]!
      all[histograms[row]!]?.addTimes(histograms[row + 1]!, part)
    }
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

  /** Adds what one thread counted. */
  add({ started, dropped, bytesSent, bytesReceived, outcomes: ended, statuses }: PhaseSnapshot): void {
    this.started += started
    this.dropped += dropped
    this.bytesSent += bytesSent
    this.bytesReceived += bytesReceived
    for (const [index, count] of ended.entries()) this.#outcomes[index]! += count
    for (const [status, count] of statuses) this.addStatus(status, count)
  }

  /** Adds a row of the counts of packed series, which do not say what was dropped and sent. */
  addRow(counts: Float64Array, from: number): void {
    this.started += counts[from]!
    this.bytesReceived += counts[from + 1]!
    for (let index = 0; index < outcomes.length; index++) this.#outcomes[index]! += counts[from + 2 + index]!
  }

  addStatus(status: number, count: number): void {
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + count)
  }
}

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

  /** Adds one histogram of packed series. */
  addTimes(what: number, part: HistogramPart): void {
    switch (what) {
      case timed.responseAges:
        return this.#cutOff.addAges(part)
      case timed.serviceTime:
        return this.serviceTime.addPart(part)
      case timed.serviceAges:
        return this.serviceTime.addAges(part)
      case timed.httpWaiting:
        return this.httpWaiting.addPart(part)
      case timed.waitingAges:
        return this.httpWaiting.addAges(part)
      default:
        return this.responseTimes.of(what).addPart(part)
    }
  }
}

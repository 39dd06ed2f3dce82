import { mostFrequent } from '../../base/units/count.ts'
import { compareText, earliest, ErrorTable, type ErrorSnapshot } from './error-recorder.ts'
import { sumsOf, type SumsClass } from '../../model/metrics/figure-sums.ts'
import { Histogram, type HistogramPart } from '../../model/metrics/histogram.ts'
import type { SecondsSnapshot } from './in-flight-meter.ts'
import { type PhaseSnapshot, countsWidth, histogramsWidth, timed, type PackedSeries } from './series.ts'
import { nameOfStatus, outcomes, type Outcome, type OutcomeCounts } from '../../model/metrics/outcome.ts'
import { CreatingMap, FirstNames, otherName } from './first-names.ts'

/** The sums of the threads' counts by reason and endpoint: at most a hundred reasons and four hundred pairs, the rest together. */
export class ErrorTotals {
  readonly #errors = new ErrorTable()

  /** The errors, the most frequent first; equally frequent ones by reason, endpoint and outcome. */
  get all(): readonly ErrorSnapshot[] {
    const errors = this.#errors.all.map(({ told: _told, examples, ...error }) => (examples === undefined ? error : { ...error, examples }))
    return mostFrequent(errors.toSorted(compareTexts))
  }

  add({ outcome, reason, endpoint, count, first, last, examples }: ErrorSnapshot): void {
    const error = this.#errors.of(outcome, reason, endpoint)
    error.count += count
    error.first = Math.min(error.first, first)
    error.last = Math.max(error.last, last)
    if (examples !== undefined) error.examples = [...earliest(error.examples, examples)]
  }
}

// One reason may have two outcomes, such as a timeout and requests that were aborted after it.
function compareTexts(a: ErrorSnapshot, b: ErrorSnapshot): number {
  return compareText(a.reason, b.reason) || compareText(a.endpoint ?? '', b.endpoint ?? '') || a.outcome - b.outcome
}

/** The sums of the threads' counts by endpoint, or by tag: at most 200 names, the rest as `other`. */
export class SeriesTotals {
  readonly #series = new FirstNames((name) => new SeriesTotal(name))

  /** The series, the one with the most requests first, equal ones by name; `other` at the end. */
  get all(): readonly SeriesTotal[] {
    return [...this.#series.values()].toSorted(
      (a, b) => Number(a.name === otherName) - Number(b.name === otherName) || b.started - a.started || compareText(a.name, b.name),
    )
  }

  add({ names, counts, statuses, histograms, buckets, bucketCounts }: PackedSeries): void {
    const series = names.map((name) => this.#series.of(name))
    for (const [row, each] of series.entries()) each.addRow(counts, row * countsWidth)
    for (let row = 0; row < statuses.length; row += 3) series[statuses[row]!]!.addStatus(statuses[row + 1]!, statuses[row + 2]!)
    // One object for all histograms, of which hundreds of threads report hundreds each second.
    const part = { buckets, counts: bucketCounts, from: 0, to: 0, count: 0, sum: 0, min: 0, max: 0 }
    for (let row = 0; row < histograms.length; row += histogramsWidth) {
      part.from = part.to
      part.to += histograms[row + 2]!
      part.count = histograms[row + 3]!
      part.sum = histograms[row + 4]!
      part.min = histograms[row + 5]!
      part.max = histograms[row + 6]!
      series[histograms[row]!]!.addTimes(histograms[row + 1]!, part)
    }
  }
}

const PhaseSums: SumsClass<'requests', 'count'> = sumsOf('requests', 'count')

/** The sums of the threads' counts of one phase. */
export class PhaseTotals extends PhaseSums {
  readonly #outcomes = new Float64Array(outcomes.length)
  readonly #statuses = new Map<number, number>()

  get statuses(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => [nameOfStatus(status), count]))
  }

  get outcomes(): OutcomeCounts {
    return Object.fromEntries(outcomes.map((outcome, index) => [outcome, this.#outcomes[index] ?? 0])) as Record<Outcome, number>
  }

  add(snapshot: PhaseSnapshot): void {
    this.addFigures(snapshot)
    for (const [index, count] of snapshot.outcomes.entries()) this.#outcomes[index]! += count
    for (const [status, count] of snapshot.statuses) this.addStatus(status, count)
  }

  /** Adds a row of the counts of packed series, which have no dropped and retried requests and no sent bytes. */
  addRow(counts: Float64Array, from: number): void {
    this.started += counts[from]!
    this.dataReceived += counts[from + 1]!
    for (let index = 0; index < outcomes.length; index++) this.#outcomes[index]! += counts[from + 2 + index]!
  }

  addStatus(status: number, count: number): void {
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + count)
  }
}

/** The sums of the threads' counts of one endpoint, or of the requests with one tag, in the run phase. */
export class SeriesTotal extends PhaseTotals {
  /** Name of the series; `other` for all beyond the first 200. */
  readonly name: string
  /** Response times by status class: 2 for 2xx, 0 for timeouts. All times here are in microseconds. */
  readonly responseTimes: CreatingMap<number, Histogram> = new CreatingMap(() => new Histogram())
  readonly serviceTime: Histogram = new Histogram()
  readonly httpWaiting: Histogram = new Histogram()
  /** Ages of requests that were cut off, without values. */
  readonly #cutOff = new Histogram()

  constructor(name: string) {
    super()
    this.name = name
  }

  /** Response times of all status classes and timeouts, with the ages of requests that were cut off; merged each time it is read. */
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

/** The mean level in each second of the run phase, over all threads. Snapshots may be added in any order. */
export class SecondsTotals {
  readonly #times: number[] = []

  add({ from, times }: SecondsSnapshot): void {
    for (const [index, time] of times.entries()) this.#times[from + index] = (this.#times[from + index] ?? 0) + time
  }

  /** The mean of a whole second, given by its number; `undefined` when no thread has reported it. */
  meanOf(index: number): number | undefined {
    const time = this.#times[index]
    return time === undefined ? undefined : time / 1e6
  }
}

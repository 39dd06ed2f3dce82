import type { RecordedFigures } from '../../model/metrics/figure-sums.ts'
import { Histogram, noTimes, type HistogramSnapshot } from '../../model/metrics/histogram.ts'
import { outcomeIndex, classOfResponse, statusClasses, timeoutClass, outcomes, noStatus } from '../../model/metrics/outcome.ts'
import { FirstNames } from './first-names.ts'

/**
 * Counts the requests of one endpoint, or with one tag, on one thread. Only requests of the run phase count.
 *
 * Times in microseconds. Recording allocates nothing once each status class has been seen.
 */
export class SeriesRecorder {
  readonly name: string
  readonly #counts = new PhaseRecorder()
  readonly #responseTimes: (Histogram | undefined)[] = Array.from({ length: statusClasses })
  /** Ages of what was cut off, without values. */
  readonly #cutOff = new Histogram()
  readonly #serviceTime = new Histogram()
  readonly #httpWaiting = new Histogram()

  constructor(name: string) {
    this.name = name
  }

  started(count: number): void {
    this.#counts.counts.started += count
  }

  received(bytes: number): void {
    this.#counts.counts.dataReceived += bytes
  }

  /** Records a complete response. `serviceTime` is `NaN` when the request was sent as planned; `waiting` is the time that it waited for a connection, if known. */
  responded(outcome: number, status: number, responseTime: number, serviceTime: number, waiting: number = Number.NaN): void {
    this.#counts.responded(outcome, status)
    this.#time(classOfResponse(outcome, status), responseTime, serviceTime)
    if (waiting >= 0) this.#httpWaiting.record(waiting)
  }

  /**
   * Records a request without a complete response. The times are those of a timeout, or the ages of a request that was cut off, and otherwise ignored;
   * `serviceTime` is `NaN` when the request was not sent, or was sent as planned.
   */
  lost(outcome: number, responseTime: number, serviceTime: number, waiting: number = Number.NaN): void {
    this.#counts.ended(outcome)
    // The waiting time of a request that was sent is known.
    const isWaitCutOff = outcome === outcomeIndex.aborted && Number.isNaN(serviceTime)
    if (waiting >= 0 && isWaitCutOff) this.#httpWaiting.cutOff(waiting)
    else if (waiting >= 0) this.#httpWaiting.record(waiting)
    if (outcome === outcomeIndex.timeout) {
      this.#time(timeoutClass, responseTime, serviceTime)
    } else if (outcome === outcomeIndex.aborted) {
      this.#cutOff.cutOff(responseTime)
      if (serviceTime >= 0) this.#serviceTime.cutOff(serviceTime)
    }
  }

  /** Returns the records since the last call; `undefined` when there are none. */
  take(): SeriesSnapshot | undefined {
    const { started, outcomes: ended, statuses, dataReceived } = this.#counts.take()
    if (started + dataReceived === 0 && ended.every((count) => count === 0)) return undefined
    const responseTimes: SeriesSnapshot['responseTimes'][number][] = []
    for (const [statusClass, times] of this.#responseTimes.entries()) {
      if (times !== undefined && times.count > 0) responseTimes.push([statusClass, times.take()])
    }
    const [serviceTime, httpWaiting, { unfinished }] = [this.#serviceTime.take(), this.#httpWaiting.take(), this.#cutOff.take()]
    const taken = { name: this.name, started, outcomes: ended, statuses, dataReceived, responseTimes, serviceTime, httpWaiting }
    return unfinished === undefined ? taken : { ...taken, unfinished }
  }

  #time(statusClass: number, responseTime: number, serviceTime: number): void {
    const times = (this.#responseTimes[statusClass] ??= new Histogram())
    times.record(responseTime)
    if (serviceTime >= 0) this.#serviceTime.record(serviceTime)
  }
}

/** The endpoints, or the tags, of a scenario on one thread: a series for each of the first 200 names, the rest as `other`. */
export class SeriesSet {
  readonly #series = new FirstNames((name) => [new SeriesRecorder(name)] as const)

  /** The series of a name. Allocates nothing for a known name. */
  of(name: string): SeriesRecorder {
    return this.#series.of(name)[0]
  }

  /** The series of a name as a list of one, which is always the same list. */
  listOf(name: string): readonly [SeriesRecorder] {
    return this.#series.of(name)
  }

  take(): PackedSeries {
    return packSeries(Array.from(this.#series.values()).flatMap(([series]) => series.take() ?? []))
  }
}

/** The records of one group of requests of a scenario: those of an endpoint, or with a tag. */
export interface SeriesSnapshot extends Pick<PhaseSnapshot, 'started' | 'outcomes' | 'statuses' | 'dataReceived'> {
  /** Name of the group, such as `POST /api/auctions/{id}/bid`, or `kind:write`. */
  readonly name: string
  /** Pairs of status class and response times: 2 for 2xx, 0 for timeouts. */
  readonly responseTimes: readonly (readonly [statusClass: number, times: HistogramSnapshot])[]
  /** Ages of requests that were cut off, which have no status; missing when there were none. */
  readonly unfinished?: HistogramSnapshot
  /** Service times; empty when every request is sent as planned. */
  readonly serviceTime: HistogramSnapshot
  /** Times that requests of users waited for a connection; empty for workloads of connections, and for servers. */
  readonly httpWaiting: HistogramSnapshot
}

/** The records of a group without requests. */
export function emptySeries(name: string): SeriesSnapshot {
  return { name, started: 0, outcomes: [], statuses: [], dataReceived: 0, responseTimes: [], serviceTime: noTimes, httpWaiting: noTimes }
}

/**
 * The records of several series since the last snapshot, as a few arrays.
 *
 * A thread may have hundreds of series, and a test hundreds of threads on other machines: reading this number of objects from messages would take far
 * longer than adding them up.
 */
export interface PackedSeries {
  readonly names: readonly string[]
  /** A row for each series: started, bytes received, and the outcomes by `outcomeIndex`. */
  readonly counts: Float64Array
  /** Triples: the place of a series in `names`, a status, and its count. */
  readonly statuses: Float64Array
  /** A row for each histogram: the place of its series, what was timed, the number of buckets, and count, sum, min and max. */
  readonly histograms: Float64Array
  readonly buckets: Uint16Array
  /** Number of values in each of `buckets`, in the narrowest integer type. */
  readonly bucketCounts: Uint16Array | Uint32Array | Float64Array
}

/** Numbers in a row of `counts`. */
export const countsWidth: number = 2 + outcomes.length

/** Numbers in a row of `histograms`. */
export const histogramsWidth = 7

/** What a histogram has timed: a status class, or one of these. Ages are those of requests that were cut off. */
export const timed: Readonly<Record<'responseAges' | 'serviceTime' | 'serviceAges' | 'httpWaiting' | 'waitingAges', number>> = {
  responseAges: statusClasses,
  serviceTime: statusClasses + 1,
  serviceAges: statusClasses + 2,
  httpWaiting: statusClasses + 3,
  waitingAges: statusClasses + 4,
}

/** Packs the records of series into a few arrays. */
export function packSeries(series: readonly SeriesSnapshot[]): PackedSeries {
  const histograms = series.flatMap((each, place) => histogramsOf(each).map(([what, times]) => ({ place, what, times })))
  const [used, most] = histograms.reduce(
    ([sum, max], { times: { buckets, count } }) => [sum + buckets.length, Math.max(max, count)],
    [0, 0],
  )
  const buckets = new Uint16Array(used)
  const bucketCounts = most < 2 ** 16 ? new Uint16Array(used) : most < 2 ** 32 ? new Uint32Array(used) : new Float64Array(used)
  let end = 0
  for (const { times } of histograms) {
    buckets.set(times.buckets, end)
    bucketCounts.set(times.counts, end)
    end += times.buckets.length
  }
  return {
    names: series.map(({ name }) => name),
    counts: Float64Array.from(
      series.flatMap((each) => [each.started, each.dataReceived, ...outcomes.map((_, index) => each.outcomes[index] ?? 0)]),
    ),
    statuses: Float64Array.from(series.flatMap(({ statuses }, place) => statuses.flatMap(([status, count]) => [place, status, count]))),
    histograms: Float64Array.from(
      histograms.flatMap(({ place, what, times }) => [place, what, times.buckets.length, times.count, times.sum, times.min, times.max]),
    ),
    buckets,
    bucketCounts,
  }
}

function histogramsOf({ responseTimes, unfinished, serviceTime, httpWaiting }: SeriesSnapshot): [what: number, times: HistogramSnapshot][] {
  const all: readonly (readonly [what: number, times: HistogramSnapshot | undefined])[] = [
    ...responseTimes,
    [timed.responseAges, unfinished],
    [timed.serviceTime, serviceTime],
    [timed.serviceAges, serviceTime.unfinished],
    [timed.httpWaiting, httpWaiting],
    [timed.waitingAges, httpWaiting.unfinished],
  ]
  return all.flatMap(([what, times]) => (times === undefined || times.count === 0 ? [] : [[what, times]]))
}

/** The counts of one phase since the last snapshot, as plain data that can be sent to other threads. */
export interface PhaseSnapshot extends RecordedFigures<'requests', 'count'> {
  readonly outcomes: readonly number[]
  readonly statuses: readonly (readonly [status: number, count: number])[]
}

const highestStatus = 999

/** Counts of one phase on one thread since the last snapshot. Recording allocates nothing. */
export class PhaseRecorder {
  /** The counts that are not of outcomes, to be added to. */
  readonly counts: RequestCounts = noRequests()
  readonly #outcomes = new Float64Array(outcomes.length)
  readonly #statuses = new Uint32Array(highestStatus + 1)
  readonly #seenStatuses: number[] = []

  responded(outcome: number, status: number): void {
    this.#outcomes[outcome]! += 1
    if (status === noStatus) return
    if (!this.#statuses[status]) this.#seenStatuses.push(status)
    this.#statuses[status]! += 1
  }

  ended(outcome: number): void {
    this.#outcomes[outcome]! += 1
  }

  take(): PhaseSnapshot {
    const snapshot: PhaseSnapshot = {
      ...this.counts,
      outcomes: [...this.#outcomes],
      statuses: this.#seenStatuses.toSorted((a, b) => a - b).map((status) => [status, this.#statuses[status]!]),
    }
    this.#outcomes.fill(0)
    for (const status of this.#seenStatuses) this.#statuses[status] = 0
    this.#seenStatuses.length = 0
    // The same object all along, which the code that counts is optimised for.
    Object.assign(this.counts, noRequests())
    return snapshot
  }
}

type RequestCounts = { -readonly [Name in keyof RecordedFigures<'requests', 'count'>]: number }

function noRequests(): RequestCounts {
  return { started: 0, dataSent: 0, dataReceived: 0, retried: 0, dropped: 0 }
}

import { Histogram, type HistogramSnapshot } from '../../model/metrics/histogram.ts'
import { outcomeIndex, classOfResponse, statusClasses, timeoutClass, outcomes } from '../../model/metrics/outcome.ts'
import { PhaseRecorder, type PhaseSnapshot } from './phase-recorder.ts'
import { FirstNames } from './first-names.ts'

/**
 * Counts the requests of one endpoint, or with one tag, on one thread. Only those of the run phase belong to it.
 *
 * Times in microseconds. Recording allocates nothing once each status class has been seen.
 */
export class SeriesRecorder {
  readonly name: string
  readonly #counts = new PhaseRecorder()
  /** By status class. */
  readonly #responseTimes: (Histogram | undefined)[] = Array.from({ length: statusClasses })
  /** Ages of what was cut off, without values. */
  readonly #cutOff = new Histogram()
  readonly #serviceTime = new Histogram()
  readonly #httpWaiting = new Histogram()

  constructor(name: string) {
    this.name = name
  }

  started(count: number): void {
    this.#counts.started(count, 0)
  }

  received(bytes: number): void {
    this.#counts.received(bytes)
  }

  /** A complete response. `serviceTime` is `NaN` where the request was sent when it was planned; `waiting` is for a connection, where that is told. */
  responded(outcome: number, status: number, responseTime: number, serviceTime: number, waiting: number = Number.NaN): void {
    this.#counts.responded(outcome, status)
    this.#time(classOfResponse(outcome, status), responseTime, serviceTime)
    if (waiting >= 0) this.#httpWaiting.record(waiting)
  }

  /**
   * A request without a complete response. The times are those of a timeout, the ages of one that was cut off, and else of no account;
   * `serviceTime` is `NaN` where it was not sent, or where {@link responded} has none.
   */
  lost(outcome: number, responseTime: number, serviceTime: number, waiting: number = Number.NaN): void {
    this.#counts.ended(outcome)
    // How long one waited that was sent is known.
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

  /** What was recorded since the last call; `undefined` when nothing was. */
  take(): SeriesSnapshot | undefined {
    const { started, outcomes: ended, statuses, bytesReceived } = this.#counts.take()
    if (started + bytesReceived === 0 && ended.every((count) => count === 0)) return undefined
    const responseTimes: SeriesSnapshot['responseTimes'][number][] = []
    for (const [statusClass, times] of this.#responseTimes.entries()) {
      if (times !== undefined && times.count > 0) responseTimes.push([statusClass, times.take()])
    }
    const [serviceTime, httpWaiting, { unfinished }] = [this.#serviceTime.take(), this.#httpWaiting.take(), this.#cutOff.take()]
    const taken = { name: this.name, started, outcomes: ended, statuses, bytesReceived, responseTimes, serviceTime, httpWaiting }
    return unfinished === undefined ? taken : { ...taken, unfinished }
  }

  #time(statusClass: number, responseTime: number, serviceTime: number): void {
    const times = (this.#responseTimes[statusClass] ??= new Histogram())
    times.record(responseTime)
    if (serviceTime >= 0) this.#serviceTime.record(serviceTime)
  }
}

/** The endpoints, or the tags, of a scenario on one thread: a series for each of the first 200 names, the rest together as `other`. */
export class SeriesSet {
  readonly #series = new FirstNames((name) => [new SeriesRecorder(name)] as const)

  /** The series of a name. Allocates nothing when it is known. */
  of(name: string): SeriesRecorder {
    return this.#series.of(name)[0]
  }

  /** The series of a name as a list of one, which is the same one each time. */
  listOf(name: string): readonly [SeriesRecorder] {
    return this.#series.of(name)
  }

  /** The series in which anything was recorded since the last call. */
  take(): PackedSeries {
    return packSeries(Array.from(this.#series.entries()).flatMap(([, [series]]) => series.take() ?? []))
  }
}

/** What one kind of request did, apart from all others of its scenario: an endpoint, or the requests with one tag. */
export interface SeriesSnapshot extends Pick<PhaseSnapshot, 'started' | 'outcomes' | 'statuses' | 'bytesReceived'> {
  /** Such as `POST /api/auctions/{id}/bid`, or `kind:write`. */
  readonly name: string
  /** Pairs of status class and response times: 2 for 2xx, 0 for timeouts. */
  readonly responseTimes: readonly (readonly [statusClass: number, times: HistogramSnapshot])[]
  /** Ages of what was cut off, which has no status; missing where nothing was. */
  readonly unfinished?: HistogramSnapshot
  /** Empty where every request is sent when it is planned. */
  readonly serviceTime: HistogramSnapshot
  /** What requests of users waited for a connection; empty for those of connections, and for servers. */
  readonly httpWaiting: HistogramSnapshot
}

/**
 * What several series did since the last snapshot, as a few arrays.
 *
 * A thread may have hundreds of series, and a test hundreds of threads on other machines: to read as many objects out of a message takes far longer than to add them up.
 */
export interface PackedSeries {
  readonly names: readonly string[]
  /** A row of each series: started, bytes received, and its outcomes by `outcomeIndex`. */
  readonly counts: Float64Array
  /** Triples: the place of a series in `names`, a status, and how often it came. */
  readonly statuses: Float64Array
  /** A row of each histogram: the place of its series, what was timed, the number of its buckets, and its count, sum, min and max. */
  readonly histograms: Float64Array
  /** The buckets of all histograms, one after the other. */
  readonly buckets: Uint16Array
  /** Values in each of `buckets`, in the narrowest numbers that hold them. */
  readonly bucketCounts: Uint16Array | Uint32Array | Float64Array
}

/** Numbers in a row of `counts`. */
export const countsWidth: number = 2 + outcomes.length

/** Numbers in a row of `histograms`. */
export const histogramsWidth = 7

/** What a histogram has timed: a status class, or one of these. Ages are of what was cut off. */
export const timed: Readonly<Record<'responseAges' | 'serviceTime' | 'serviceAges' | 'httpWaiting' | 'waitingAges', number>> = {
  responseAges: statusClasses,
  serviceTime: statusClasses + 1,
  serviceAges: statusClasses + 2,
  httpWaiting: statusClasses + 3,
  waitingAges: statusClasses + 4,
}

/** Puts what series did into a few arrays. */
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
      series.flatMap((each) => [each.started, each.bytesReceived, ...outcomes.map((_, index) => each.outcomes[index] ?? 0)]),
    ),
    statuses: Float64Array.from(series.flatMap(({ statuses }, place) => statuses.flatMap(([status, count]) => [place, status, count]))),
    histograms: Float64Array.from(
      histograms.flatMap(
        ({
          place,
          what,
          times: {
            buckets: { length },
            count,
            sum,
            min,
            max,
          },
        }) => [place, what, length, count, sum, min, max],
      ),
    ),
    buckets,
    bucketCounts,
  }
}

function histogramsOf({
  responseTimes,
  unfinished,
  serviceTime,
  httpWaiting,
}: SeriesSnapshot): (readonly [what: number, times: HistogramSnapshot])[] {
  const all: readonly (readonly [what: number, times: HistogramSnapshot | undefined])[] = [
    ...responseTimes,
    [timed.responseAges, unfinished],
    [timed.serviceTime, serviceTime],
    [timed.serviceAges, serviceTime.unfinished],
    [timed.httpWaiting, httpWaiting],
    [timed.waitingAges, httpWaiting.unfinished],
  ]
  return all.flatMap(([what, times]) => (times === undefined || times.count === 0 ? [] : [[what, times] as const]))
}

/** What no series did. */
export const noSeries: PackedSeries = packSeries([])

import { Histogram } from '../../model/metrics/histogram.ts'
import { outcomeIndex, classOfResponse, statusClasses, timeoutClass } from '../../model/metrics/outcome.ts'
import { PhaseRecorder } from './phase-recorder.ts'
import { FirstNames } from './first-names.ts'
import { packSeries, type PackedSeries, type SeriesSnapshot } from './packed-series.ts'

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
    const { started, outcomes, statuses, bytesReceived } = this.#counts.take()
    if (started + bytesReceived === 0 && outcomes.every((count) => count === 0)) return undefined
    const responseTimes: SeriesSnapshot['responseTimes'][number][] = []
    for (const [statusClass, times] of this.#responseTimes.entries()) {
      if (times !== undefined && times.count > 0) responseTimes.push([statusClass, times.take()])
    }
    const [serviceTime, httpWaiting, { unfinished }] = [this.#serviceTime.take(), this.#httpWaiting.take(), this.#cutOff.take()]
    const taken = { name: this.name, started, outcomes, statuses, bytesReceived, responseTimes, serviceTime, httpWaiting }
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

import { ErrorTable, type ErrorSnapshot } from './error-recorder.ts'
import { Histogram } from '../../model/metrics/histogram.ts'
import { PhaseTotals, SeriesTotals } from './series-totals.ts'
import type { AnswersBeforeClose, ConnectionsSnapshot, RequestsSnapshot } from './snapshot.ts'
import { WindowSeries } from './windows.ts'

/**
 * The sum of what threads recorded of requests of one kind, without loss: those of a scenario over HTTP, or those of a plugin.
 *
 * Snapshots may be added in any order: percentiles are taken from merged histograms, never averaged.
 */
export class RequestTotals {
  readonly warmup: PhaseTotals = new PhaseTotals()
  readonly run: PhaseTotals = new PhaseTotals()
  readonly warmupResponseTime: Histogram = new Histogram()
  readonly responseTime: Histogram = new Histogram()
  /** Empty where requests are sent when they are planned: the response time is the service time then. */
  readonly serviceTime: Histogram = new Histogram()
  readonly warmupServiceTime: Histogram = new Histogram()
  readonly connectTime: Histogram = new Histogram()
  readonly tlsTime: Histogram = new Histogram()
  readonly fullTlsTime: Histogram = new Histogram()
  readonly resumedTlsTime: Histogram = new Histogram()
  readonly windows: WindowSeries = new WindowSeries()
  /** Empty where one request is all there is. */
  readonly endpoints: SeriesTotals = new SeriesTotals()
  readonly #errors = new ErrorTotals()
  readonly #warmupErrors = new ErrorTotals()
  #connections = {
    opened: 0,
    refused: 0,
    closedAfterResponse: 0,
    closedIdle: 0,
    closedBehindAnswer: 0,
    answersBeforeClose: null as AnswersBeforeClose | null,
  }
  #inFlightTime = 0
  #lastEnd = 0

  get connections(): Omit<ConnectionsSnapshot, 'connectTime' | 'fullTlsTime' | 'resumedTlsTime'> {
    return this.#connections
  }
  /** Requests in flight times microseconds, over the run phase. */
  get inFlightTime(): number {
    return Math.max(0, this.#inFlightTime)
  }
  /** Whether any was started, in the run phase or in the warm-up. */
  get hasStarted(): boolean {
    return this.run.started + this.warmup.started > 0
  }
  /** When the last request of the run phase ended; 0 when none did. */
  get lastEnd(): number {
    return this.#lastEnd
  }
  /** Of the run phase, the most frequent first; by reason, endpoint and outcome where several are as frequent. */
  get errors(): readonly ErrorSnapshot[] {
    return this.#errors.all
  }
  /** Those of the warm-up. */
  get warmupErrors(): readonly ErrorSnapshot[] {
    return this.#warmupErrors.all
  }

  add(snapshot: RequestsSnapshot): void {
    this.warmup.add(snapshot.warmup)
    this.run.add(snapshot.run)
    this.warmupResponseTime.add(snapshot.warmupResponseTime)
    this.connectTime.add(snapshot.connections.connectTime)
    this.fullTlsTime.add(snapshot.connections.fullTlsTime)
    this.resumedTlsTime.add(snapshot.connections.resumedTlsTime)
    for (const times of [snapshot.connections.fullTlsTime, snapshot.connections.resumedTlsTime]) this.tlsTime.add(times)
    for (const window of snapshot.windows) {
      this.responseTime.add(window.responseTime)
      this.windows.add(window)
    }
    this.serviceTime.add(snapshot.serviceTime)
    this.warmupServiceTime.add(snapshot.warmupServiceTime)
    this.endpoints.add(snapshot.endpoints)
    for (const error of snapshot.errors) this.#errors.add(error)
    for (const error of snapshot.warmupErrors) this.#warmupErrors.add(error)
    this.#connections = {
      opened: this.#connections.opened + snapshot.connections.opened,
      refused: this.#connections.refused + snapshot.connections.refused,
      closedAfterResponse: this.#connections.closedAfterResponse + snapshot.connections.closedAfterResponse,
      closedIdle: this.#connections.closedIdle + snapshot.connections.closedIdle,
      closedBehindAnswer: this.#connections.closedBehindAnswer + snapshot.connections.closedBehindAnswer,
      answersBeforeClose: widest(this.#connections.answersBeforeClose, snapshot.connections.answersBeforeClose),
    }
    this.#inFlightTime += snapshot.inFlightTime
    this.#lastEnd = Math.max(this.#lastEnd, snapshot.lastEnd)
  }
}

function widest(one: AnswersBeforeClose | null, other: AnswersBeforeClose | null): AnswersBeforeClose | null {
  if (one === null || other === null) return one ?? other
  return { least: Math.min(one.least, other.least), most: Math.max(one.most, other.most) }
}

/** The sums of what threads counted by reason and endpoint; at most a hundred reasons and four hundred pairs, the rest together. */
export class ErrorTotals {
  readonly #errors = new ErrorTable()

  /** The most frequent first; by reason, endpoint and outcome where several are as frequent. */
  get all(): readonly ErrorSnapshot[] {
    return this.#errors.all.toSorted((a, b) => b.count - a.count || compareTexts(a, b))
  }

  add({ outcome, reason, endpoint, count, first, last }: ErrorSnapshot): void {
    const error = this.#errors.of(outcome, reason, endpoint)
    error.count += count
    error.first = Math.min(error.first, first)
    error.last = Math.max(error.last, last)
  }
}

// One reason may stand for two outcomes, such as a timeout and what was aborted behind it.
function compareTexts(a: ErrorSnapshot, b: ErrorSnapshot): number {
  return compare(a.reason, b.reason) || compare(a.endpoint ?? '', b.endpoint ?? '') || a.outcome - b.outcome
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

import { ErrorTable, type ErrorSnapshot } from './error-recorder.ts'
import { earliest } from './failure-examples.ts'
import { Histogram } from '../../model/metrics/histogram.ts'
import { SecondsTotals } from './seconds-totals.ts'
import { PhaseTotals, SeriesTotals } from './series-totals.ts'
import { noConnections, type ResponsesBeforeClose, type ConnectionCounts, type RequestsSnapshot } from './snapshot.ts'
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
  /** Requests in flight in each second. */
  readonly inFlightSeconds: SecondsTotals = new SecondsTotals()
  /** Empty where one request is all there is. */
  readonly endpoints: SeriesTotals = new SeriesTotals()
  readonly connections: ConnectionCounts = noConnections()
  /** When the last request of the run phase ended; 0 when none did. */
  lastEnd = 0
  readonly #errors = new ErrorTotals()
  readonly #warmupErrors = new ErrorTotals()
  #inFlightTime = 0

  /** Requests in flight times microseconds, over the run phase. */
  get inFlightTime(): number {
    return Math.max(0, this.#inFlightTime)
  }
  /** Whether any was started, in the run phase or in the warm-up. */
  get hasStarted(): boolean {
    return this.run.started + this.warmup.started > 0
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
    const { connections } = snapshot
    for (const phase of ['warmup', 'run'] as const) this[phase].add(snapshot[phase])
    for (const time of ['warmupResponseTime', 'warmupServiceTime'] as const) this[time].add(snapshot[time])
    for (const time of ['connectTime', 'fullTlsTime', 'resumedTlsTime'] as const) this[time].add(connections[time])
    for (const time of ['fullTlsTime', 'resumedTlsTime'] as const) this.tlsTime.add(connections[time])
    for (const window of snapshot.windows) {
      this.responseTime.add(window.responseTime)
      this.serviceTime.add(window.serviceTime)
      this.windows.add(window)
    }
    this.endpoints.add(snapshot.endpoints)
    for (const error of snapshot.errors) this.#errors.add(error)
    for (const error of snapshot.warmupErrors) this.#warmupErrors.add(error)
    for (const count of ['opened', 'refused', 'closedAfterResponse', 'closedIdle', 'pipelinedAfterClose'] as const)
      this.connections[count] += connections[count]
    this.connections.responsesBeforeClose = widest(this.connections.responsesBeforeClose, connections.responsesBeforeClose)
    this.#inFlightTime += snapshot.inFlightTime
    this.inFlightSeconds.add(snapshot.inFlightSeconds)
    this.lastEnd = Math.max(this.lastEnd, snapshot.lastEnd)
  }
}

function widest(one: ResponsesBeforeClose | null, other: ResponsesBeforeClose | null): ResponsesBeforeClose | null {
  if (one === null || other === null) return one ?? other
  return { least: Math.min(one.least, other.least), most: Math.max(one.most, other.most) }
}

/** The sums of what threads counted by reason and endpoint; at most a hundred reasons and four hundred pairs, the rest together. */
export class ErrorTotals {
  readonly #errors = new ErrorTable()

  /** The most frequent first; by reason, endpoint and outcome where several are as frequent. */
  get all(): readonly ErrorSnapshot[] {
    return this.#errors.all
      .map(({ told: _told, examples, ...error }) => (examples === undefined ? error : { ...error, examples }))
      .toSorted((a, b) => b.count - a.count || compareTexts(a, b))
  }

  add({ outcome, reason, endpoint, count, first, last, examples }: ErrorSnapshot): void {
    const error = this.#errors.of(outcome, reason, endpoint)
    error.count += count
    error.first = Math.min(error.first, first)
    error.last = Math.max(error.last, last)
    if (examples !== undefined) error.examples = [...earliest(error.examples, examples)]
  }
}

// One reason may stand for two outcomes, such as a timeout and what was aborted after it.
function compareTexts(a: ErrorSnapshot, b: ErrorSnapshot): number {
  return compare(a.reason, b.reason) || compare(a.endpoint ?? '', b.endpoint ?? '') || a.outcome - b.outcome
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

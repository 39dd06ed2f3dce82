import { Histogram } from '../metrics/histogram.ts'
import { mostReasons, otherReasons } from './error-recorder.ts'
import { PhaseTotals } from './phase-totals.ts'
import type { ConnectionsSnapshot, ErrorSnapshot, ScenarioSnapshot } from './snapshot.ts'
import { WindowSeries } from './window-series.ts'

/**
 * The sum of what threads recorded of one scenario, without loss.
 *
 * Snapshots may be added in any order: percentiles are taken from merged histograms, never averaged.
 */
export class ScenarioTotals {
  readonly warmup: PhaseTotals = new PhaseTotals()
  readonly run: PhaseTotals = new PhaseTotals()
  readonly warmupResponseTime: Histogram = new Histogram()
  readonly responseTime: Histogram = new Histogram()
  readonly connectTime: Histogram = new Histogram()
  readonly tlsTime: Histogram = new Histogram()
  readonly windows: WindowSeries = new WindowSeries()
  readonly #errors = new Map<string, ErrorSnapshot>()
  #connections = { opened: 0, refused: 0, closedIdle: 0, closedBehindAnswer: 0 }
  #inFlightTime = 0
  #lastEnd = 0

  get connections(): Omit<ConnectionsSnapshot, 'connectTime' | 'tlsTime'> {
    return this.#connections
  }
  /** Requests in flight times microseconds, over the run phase. */
  get inFlightTime(): number {
    return this.#inFlightTime
  }
  /** When the last request of the run phase ended; 0 when none did. */
  get lastEnd(): number {
    return this.#lastEnd
  }
  /** The most frequent reason first; by reason and outcome where several are as frequent. */
  get errors(): readonly ErrorSnapshot[] {
    return [...this.#errors.values()].toSorted((a, b) => b.count - a.count || compareReasons(a, b))
  }

  add(snapshot: ScenarioSnapshot): void {
    this.warmup.add(snapshot.warmup)
    this.run.add(snapshot.run)
    this.warmupResponseTime.add(snapshot.warmupResponseTime)
    this.connectTime.add(snapshot.connections.connectTime)
    this.tlsTime.add(snapshot.connections.tlsTime)
    for (const window of snapshot.windows) {
      this.responseTime.add(window.responseTime)
      this.windows.add(window)
    }
    for (const error of snapshot.errors) this.#addError(error)
    this.#connections = {
      opened: this.#connections.opened + snapshot.connections.opened,
      refused: this.#connections.refused + snapshot.connections.refused,
      closedIdle: this.#connections.closedIdle + snapshot.connections.closedIdle,
      closedBehindAnswer: this.#connections.closedBehindAnswer + snapshot.connections.closedBehindAnswer,
    }
    this.#inFlightTime += snapshot.inFlightTime
    this.#lastEnd = Math.max(this.#lastEnd, snapshot.lastEnd)
  }

  #addError(error: ErrorSnapshot): void {
    const isKnown = this.#errors.has(`${error.outcome} ${error.reason}`)
    const reason = isKnown || this.#errors.size < mostReasons ? error.reason : otherReasons
    const key = `${error.outcome} ${reason}`
    const known = this.#errors.get(key)
    this.#errors.set(key, {
      outcome: error.outcome,
      reason,
      count: error.count + (known?.count ?? 0),
      first: Math.min(error.first, known?.first ?? Infinity),
      last: Math.max(error.last, known?.last ?? -Infinity),
    })
  }
}

// One reason may stand for two outcomes, such as a timeout and what was aborted behind it.
function compareReasons(a: ErrorSnapshot, b: ErrorSnapshot): number {
  if (a.reason === b.reason) return a.outcome - b.outcome
  return a.reason < b.reason ? -1 : 1
}

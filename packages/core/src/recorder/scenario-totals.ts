import { Histogram } from '../metrics/histogram.ts'
import type { AbsenceSnapshot } from './absence-recorder.ts'
import { ErrorTotals } from './error-totals.ts'
import { PhaseTotals } from './phase-totals.ts'
import { SeriesTotals } from './series-totals.ts'
import type { AnswersBeforeClose, ConnectionsSnapshot, ErrorSnapshot, ScenarioSnapshot } from './snapshot.ts'
import { UsersTotals } from './users-totals.ts'
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
  /** Empty where requests are sent when they are planned: the response time is the service time then. */
  readonly serviceTime: Histogram = new Histogram()
  readonly connectTime: Histogram = new Histogram()
  readonly tlsTime: Histogram = new Histogram()
  readonly windows: WindowSeries = new WindowSeries()
  /** Empty where one request is all there is. */
  readonly endpoints: SeriesTotals = new SeriesTotals()
  /** Empty where there is one server. */
  readonly servers: SeriesTotals = new SeriesTotals()
  readonly #errors = new ErrorTotals()
  readonly #warmupErrors = new ErrorTotals()
  readonly #absences: AbsenceSnapshot[] = []
  #users: UsersTotals | undefined
  #connections = { opened: 0, refused: 0, closedIdle: 0, closedBehindAnswer: 0, answersBeforeClose: null as AnswersBeforeClose | null }
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
  /** Of the run phase, the most frequent first; by reason, endpoint and outcome where several are as frequent. */
  get errors(): readonly ErrorSnapshot[] {
    return this.#errors.all
  }
  /** Those of the warm-up. */
  get warmupErrors(): readonly ErrorSnapshot[] {
    return this.#warmupErrors.all
  }
  /** When the target was away, as each thread saw it. */
  get absences(): readonly AbsenceSnapshot[] {
    return this.#absences
  }
  /** `undefined` until a snapshot has users. */
  get users(): UsersTotals | undefined {
    return this.#users
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
    this.serviceTime.add(snapshot.serviceTime)
    this.endpoints.add(snapshot.endpoints)
    if (snapshot.servers !== undefined) this.servers.add(snapshot.servers)
    if (snapshot.users !== undefined) (this.#users ??= new UsersTotals()).add(snapshot.users)
    for (const error of snapshot.errors) this.#errors.add(error)
    for (const error of snapshot.warmupErrors) this.#warmupErrors.add(error)
    for (const absence of snapshot.absences) this.#addAbsence(absence)
    this.#connections = {
      opened: this.#connections.opened + snapshot.connections.opened,
      refused: this.#connections.refused + snapshot.connections.refused,
      closedIdle: this.#connections.closedIdle + snapshot.connections.closedIdle,
      closedBehindAnswer: this.#connections.closedBehindAnswer + snapshot.connections.closedBehindAnswer,
      answersBeforeClose: widest(this.#connections.answersBeforeClose, snapshot.connections.answersBeforeClose),
    }
    this.#inFlightTime += snapshot.inFlightTime
    this.#lastEnd = Math.max(this.#lastEnd, snapshot.lastEnd)
  }

  // What was not over when it was told first is known by its start.
  #addAbsence(absence: AbsenceSnapshot): void {
    const known = this.#absences.findIndex(({ from, to }) => from === absence.from && (to === Infinity || absence.to === Infinity))
    const before = this.#absences[known]
    if (before === undefined) this.#absences.push(absence)
    else if (absence.to !== Infinity || (before.to === Infinity && absence.refused > before.refused)) this.#absences[known] = absence
  }
}

function widest(one: AnswersBeforeClose | null, other: AnswersBeforeClose | null): AnswersBeforeClose | null {
  if (one === null || other === null) return one ?? other
  return { least: Math.min(one.least, other.least), most: Math.max(one.most, other.most) }
}

import type { AbsenceSnapshot } from './absence-recorder.ts'
import { sumsOf, type SumsClass } from '../../model/metrics/figure-sums.ts'
import { Histogram } from '../../model/metrics/histogram.ts'
import type { ErrorSnapshot } from './error-recorder.ts'
import { CreatingMap } from './first-names.ts'
import { ErrorTotals, PhaseTotals, SecondsTotals, SeriesTotals } from './series-totals.ts'
import type { ConnectionCounts, RequestsSnapshot, ResponsesBeforeClose, ScenarioSnapshot } from './snapshot.ts'
import { UsersTotals } from './users-totals.ts'
import { WindowSeries } from './windows.ts'

/**
 * The exact sum of the records of all threads for one kind of requests: those of a scenario over HTTP, or of a plugin.
 *
 * Snapshots may be added in any order: percentiles are taken from merged histograms, never averaged.
 */
export class RequestTotals {
  readonly warmup: PhaseTotals = new PhaseTotals()
  readonly run: PhaseTotals = new PhaseTotals()
  readonly warmupResponseTime: Histogram = new Histogram()
  readonly warmupServiceTime: Histogram = new Histogram()
  readonly connectTime: Histogram = new Histogram()
  readonly fullTlsTime: Histogram = new Histogram()
  readonly resumedTlsTime: Histogram = new Histogram()
  readonly windows: WindowSeries = new WindowSeries()
  readonly inFlightSeconds: SecondsTotals = new SecondsTotals()
  readonly endpoints: SeriesTotals = new SeriesTotals()
  readonly connections: ConnectionTotals = new ConnectionTotals()
  lastEnd = 0
  readonly #errors = new ErrorTotals()
  readonly #warmupErrors = new ErrorTotals()
  #inFlightTime = 0

  get inFlightTime(): number {
    return Math.max(0, this.#inFlightTime)
  }
  /** Response times of the run phase and its drain. */
  get responseTime(): Histogram {
    return this.windows.whole.responseTime
  }
  get serviceTime(): Histogram {
    return this.windows.whole.serviceTime
  }
  /** Times of both kinds of handshakes; merged each time it is read. */
  get tlsTime(): Histogram {
    const merged = new Histogram()
    for (const times of [this.fullTlsTime, this.resumedTlsTime]) merged.add(times.snapshot())
    return merged
  }
  get hasStarted(): boolean {
    return this.run.started + this.warmup.started > 0
  }
  /** Errors of the run phase, the most frequent first; equally frequent ones by reason, endpoint and outcome. */
  get errors(): readonly ErrorSnapshot[] {
    return this.#errors.all
  }
  get warmupErrors(): readonly ErrorSnapshot[] {
    return this.#warmupErrors.all
  }

  add(snapshot: RequestsSnapshot): void {
    const { connections } = snapshot
    for (const phase of ['warmup', 'run'] as const) this[phase].add(snapshot[phase])
    for (const time of ['warmupResponseTime', 'warmupServiceTime'] as const) this[time].add(snapshot[time])
    for (const time of ['connectTime', 'fullTlsTime', 'resumedTlsTime'] as const) this[time].add(connections[time])
    for (const window of snapshot.windows) this.windows.add(window)
    this.endpoints.add(snapshot.endpoints)
    for (const error of snapshot.errors) this.#errors.add(error)
    for (const error of snapshot.warmupErrors) this.#warmupErrors.add(error)
    this.connections.add(connections)
    this.#inFlightTime += snapshot.inFlightTime
    this.inFlightSeconds.add(snapshot.inFlightSeconds)
    this.lastEnd = Math.max(this.lastEnd, snapshot.lastEnd)
  }
}

const ConnectionSums: SumsClass<'connections', 'count'> = sumsOf('connections', 'count')

/** The sums of the threads' counts of connections. */
class ConnectionTotals extends ConnectionSums {
  responsesBeforeClose: ResponsesBeforeClose | null = null

  add(connections: Readonly<ConnectionCounts>): void {
    this.addFigures(connections)
    this.responsesBeforeClose = widest(this.responsesBeforeClose, connections.responsesBeforeClose)
  }
}

function widest(one: ResponsesBeforeClose | null, other: ResponsesBeforeClose | null): ResponsesBeforeClose | null {
  if (one === null || other === null) return one ?? other
  return { least: Math.min(one.least, other.least), most: Math.max(one.most, other.most) }
}

/**
 * The exact sum of the records of all threads for one scenario: its requests over HTTP, and its users.
 *
 * Totals are in separate files from the recorders, because only the calling thread adds up, and load threads must not load this code.
 */
export class ScenarioTotals extends RequestTotals {
  readonly servers: SeriesTotals = new SeriesTotals()
  readonly #absences: AbsenceSnapshot[] = []
  readonly #pluginRequests = new CreatingMap((_plugin: string) => new RequestTotals())
  #users: UsersTotals | undefined

  /** The absences of the target that each thread observed. */
  get absences(): readonly AbsenceSnapshot[] {
    return this.#absences
  }
  get pluginRequests(): ReadonlyMap<string, RequestTotals> {
    return this.#pluginRequests
  }
  /** The users; `undefined` until a snapshot has users. */
  get users(): UsersTotals | undefined {
    return this.#users
  }

  override add(snapshot: ScenarioSnapshot): void {
    super.add(snapshot)
    if (snapshot.servers !== undefined) this.servers.add(snapshot.servers)
    if (snapshot.users !== undefined) (this.#users ??= new UsersTotals()).add(snapshot.users)
    for (const requests of snapshot.users?.pluginRequests ?? []) this.#pluginRequests.of(requests.plugin).add(requests)
    for (const absence of snapshot.absences) this.#addAbsence(absence)
  }

  // An absence that was not over when it was first reported is identified by its start.
  #addAbsence(absence: AbsenceSnapshot): void {
    const known = this.#absences.findIndex(({ from, to }) => from === absence.from && (to === Infinity || absence.to === Infinity))
    const before = this.#absences[known]
    if (before === undefined) this.#absences.push(absence)
    else if (absence.to !== Infinity || (before.to === Infinity && absence.refused > before.refused)) this.#absences[known] = absence
  }
}

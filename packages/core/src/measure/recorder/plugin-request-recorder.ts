import { Histogram } from '../../model/metrics/histogram.ts'
import { isResponse, outcomeIndex, noStatus, type LossOutcome, type PluginOutcome } from '../../model/metrics/outcome.ts'
import type { AbsenceRecorder } from './absence-recorder.ts'
import { CreatingMap } from './first-names.ts'
import { recordLoss } from './user-request-recorder.ts'
import { ScenarioRecorder } from './scenario-recorder.ts'
import { SeriesSet, type SeriesRecorder } from './series.ts'
import type { PluginRequestsSnapshot } from './snapshot.ts'

/** One request of a plugin, with its times on the thread's clock in microseconds; reused for the next one when it has ended. */
export interface OpenRequest {
  /** When the request was sent, which is later than it was due by the send lag. */
  startedAt: number
  /** When the request was due, which decides its phase. */
  plannedAt: number
  endpoint: SeriesRecorder
}

/**
 * Counts and times the requests of one plugin in one scenario on one thread, and the traffic of its connections.
 *
 * A request belongs to the phase in which it was due, like one over HTTP. Times are readings of the thread's clock in microseconds and may not go back.
 * An `ok` request allocates nothing. They are recorded as requests over HTTP are, but not among them: one percentile of a login and of a command to Redis
 * would be of neither.
 */
export class PluginRequestRecorder {
  readonly #plugin: string
  readonly #requests = new ScenarioRecorder()
  readonly #warmupServiceTime = new Histogram()
  readonly #endpoints = new SeriesSet()
  readonly #bytes = new CarriedBytes()
  readonly #absences: AbsenceRecorder
  // Whether the plugin reports its connections: otherwise it is unknown whether a refusal is that of all of them.
  #hasConnections = false
  #runStart = Infinity

  /**
   * @param plugin the name of the plugin
   * @param absences the absences of the scenario
   */
  constructor(plugin: string, absences: AbsenceRecorder) {
    this.#plugin = plugin
    this.#absences = absences
  }

  get failures(): number {
    return this.#requests.failures
  }

  begin(runStart: number, runEnd: number): void {
    this.#runStart = runStart
    this.#requests.begin(runStart, runEnd)
  }

  endRun(at: number): void {
    this.#requests.endRun(at)
  }

  /** The recorder of an endpoint, for at most 200 endpoints and the rest as `other`. Cheap for a known endpoint. */
  seriesOf(endpoint: string): SeriesRecorder {
    return this.#endpoints.of(endpoint)
  }

  /** Notes that a request is in flight from now on. */
  started({ plannedAt, endpoint }: OpenRequest, now: number): void {
    this.#requests.turn(now)
    this.#requests.started(1, 0, plannedAt)
    if (plannedAt >= this.#runStart) endpoint.started(1)
  }

  /**
   * Notes the end of a request. Responses and timeouts have a time, and a request that was cut off, which is `aborted`, has an age.
   *
   * @param reason why the request is not `ok`
   */
  ended(request: OpenRequest, outcome: PluginOutcome, now: number, reason: string): void {
    this.#requests.turn(now)
    if (isResponse(outcome)) {
      this.#absences.heard(now)
      this.#responded(request, outcomeIndex[outcome], now, reason)
      return
    }
    if (outcome === 'refused' && this.#hasConnections) this.#absences.refused(now)
    this.#lost(request, outcome, now, reason)
  }

  connected(): void {
    this.#hasConnections = true
    this.#requests.opened()
    this.#absences.opened()
  }

  /** Notes that an open connection has ended; `wasUsed` if a request of its user was in flight. */
  disconnected(by: 'target' | 'client', wasUsed: boolean, now: number): void {
    if (by === 'target' && !wasUsed) this.#requests.closedIdle()
    this.#absences.left(by, now)
  }

  /** Adds the bytes that a socket has carried since the last call for it. */
  carried(socket: ByteCounts, now: number): void {
    this.#bytes.look(socket)
    this.#requests.received(this.#bytes.read, now)
    this.#requests.sent(this.#bytes.written, now)
  }

  take(now: number): PluginRequestsSnapshot {
    // Absences of the target are recorded by the scenario.
    const { absences: _absences, users: _users, ...requests } = this.#requests.take(now)
    return {
      ...requests,
      plugin: this.#plugin,
      warmupServiceTime: this.#warmupServiceTime.take(),
      endpoints: this.#endpoints.take(),
    }
  }

  #responded({ plannedAt, startedAt, endpoint }: OpenRequest, outcome: number, now: number, reason: string): void {
    const failure = outcome === outcomeIndex.ok ? undefined : { reason, endpoint: endpoint.name }
    const serviceTime = serviceTimeOf(startedAt, now)
    this.#requests.responded(outcome, noStatus, plannedAt, now, failure)
    if (plannedAt < this.#runStart) {
      this.#warmupServiceTime.record(serviceTime)
      return
    }
    this.#requests.serviceTime.record(serviceTime)
    endpoint.responded(outcome, noStatus, now - plannedAt, serviceTime)
  }

  #lost({ plannedAt, startedAt, endpoint }: OpenRequest, loss: LossOutcome, now: number, reason: string): void {
    const isTimed = loss === 'timeout' || loss === 'aborted'
    const serviceTime = isTimed ? serviceTimeOf(startedAt, now) : Number.NaN
    this.#requests.lost(loss, { reason, endpoint: endpoint.name }, plannedAt, now, now - plannedAt)
    const isInRun = plannedAt >= this.#runStart
    recordLoss(isInRun ? this.#requests.serviceTime : this.#warmupServiceTime, loss, serviceTime)
    if (isInRun) endpoint.lost(outcomeIndex[loss], now - plannedAt, serviceTime)
  }
}

// A request that started at the same time as another counts as starting a tiny time later, and may end before that.
function serviceTimeOf(startedAt: number, now: number): number {
  return Math.max(0, now - startedAt)
}

/** The recorders of plugins in one scenario on one thread, each created when it is first used. */
export class PluginRequestRecorders {
  readonly #byPlugin = new CreatingMap((plugin: string) => {
    const requests = new PluginRequestRecorder(plugin, this.#absences)
    requests.begin(this.#runStart, this.#runEnd)
    return requests
  })
  #runStart = Infinity
  #runEnd = Infinity
  readonly #absences: AbsenceRecorder

  /** @param absences the absences of the scenario */
  constructor(absences: AbsenceRecorder) {
    this.#absences = absences
  }

  /** Sets the phases, also for recorders that are created later. */
  begin(runStart: number, runEnd: number): void {
    this.#runStart = runStart
    this.#runEnd = runEnd
    for (const requests of this.#byPlugin.values()) requests.begin(runStart, runEnd)
  }

  endRun(at: number): void {
    this.#runEnd = Math.min(this.#runEnd, at)
    for (const requests of this.#byPlugin.values()) requests.endRun(at)
  }

  of(plugin: string): PluginRequestRecorder {
    return this.#byPlugin.of(plugin)
  }

  get failures(): number {
    let failures = 0
    for (const requests of this.#byPlugin.values()) failures += requests.failures
    return failures
  }

  take(now: number): PluginRequestsSnapshot[] {
    return Array.from(this.#byPlugin.values(), (requests) => requests.take(now))
  }
}

/** The bytes that a socket has read and written since it was opened. */
export interface ByteCounts {
  readonly bytesRead: number
  readonly bytesWritten: number
}

/** The bytes that sockets have read and written since each was last checked. Allocates nothing for a known socket. */
class CarriedBytes {
  /** Bytes read by the socket that was checked last. */
  read: number = 0
  written: number = 0
  readonly #known = new WeakMap<ByteCounts, { read: number; written: number }>()

  look(socket: ByteCounts): void {
    const { bytesRead, bytesWritten } = socket
    const before = this.#known.get(socket)
    this.read = Math.max(0, bytesRead - (before?.read ?? 0))
    this.written = Math.max(0, bytesWritten - (before?.written ?? 0))
    if (before === undefined) {
      this.#known.set(socket, { read: bytesRead, written: bytesWritten })
      return
    }
    before.read += this.read
    before.written += this.written
  }
}

import { Histogram } from '../../model/metrics/histogram.ts'
import { isResponse, outcomeIndex, noStatus, type LossOutcome, type PluginOutcome } from '../../model/metrics/outcome.ts'
import type { AbsenceRecorder } from './absence-recorder.ts'
import { recordLoss } from './request-times.ts'
import type { OpenRequest } from './open-requests.ts'
import { ScenarioRecorder } from './scenario-recorder.ts'
import { SeriesSet, type SeriesRecorder } from './series.ts'
import type { PluginRequestsSnapshot } from './snapshot.ts'

/**
 * Counts and times the requests of one plugin in one scenario on one thread, and what its connections carry.
 *
 * A request belongs to the phase of the instant it was due, as one over HTTP does. Times are readings of the thread's clock in microseconds and may not go
 * back. An `ok` one allocates nothing.
 */
export class PluginRequestRecorder {
  readonly #plugin: string
  readonly #requests = new ScenarioRecorder()
  readonly #warmupServiceTime = new Histogram()
  readonly #endpoints = new SeriesSet()
  readonly #bytes = new CarriedBytes()
  readonly #absences: AbsenceRecorder
  // Whether it tells of its connections: else it is unknown whether a refusal is that of all of them.
  #hasConnections = false
  #runStart = Infinity

  /**
   * @param plugin its name
   * @param absences of the scenario
   */
  constructor(plugin: string, absences: AbsenceRecorder) {
    this.#plugin = plugin
    this.#absences = absences
  }

  /** Requests of the run phase that failed so far, without the aborted ones. */
  get failures(): number {
    return this.#requests.failures
  }

  /** Sets the phases. */
  begin(runStart: number, runEnd: number): void {
    this.#runStart = runStart
    this.#requests.begin(runStart, runEnd)
  }

  /** Ends the run phase at `at`, now or shortly before, and earlier than planned. */
  endRun(at: number): void {
    this.#requests.endRun(at)
  }

  /** The recorder of an endpoint, at most 200 of them; the rest together as `other`. Cheap when known. */
  seriesOf(endpoint: string): SeriesRecorder {
    return this.#endpoints.of(endpoint)
  }

  /** A request was asked for, and is in flight from now on. */
  started({ plannedAt, endpoint }: OpenRequest, now: number): void {
    this.#requests.turn(now)
    this.#requests.started(1, 0, plannedAt)
    if (plannedAt >= this.#runStart) endpoint.started(1)
  }

  /**
   * A request has ended. What got a response and what timed out has its time, and one that was cut off, which is `aborted`, its age.
   *
   * @param reason why it is not `ok`
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

  /** A connection is open. */
  connected(): void {
    this.#hasConnections = true
    this.#requests.opened()
    this.#absences.opened()
  }

  /** A connection that was open has ended, while a request of its user was in flight or not. */
  disconnected(by: 'target' | 'client', wasUsed: boolean, now: number): void {
    if (by === 'target' && !wasUsed) this.#requests.closedIdle()
    this.#absences.left(by, now)
  }

  /** Counts what a socket has carried since it was told before, of whatever user. */
  carried(socket: ByteCounts, now: number): void {
    this.#bytes.look(socket)
    this.#requests.turn(now)
    this.#requests.received(this.#bytes.read, now)
    this.#requests.sent(this.#bytes.written, now)
  }

  /** What was recorded since the last call. */
  take(now: number): PluginRequestsSnapshot {
    // The target's absences are those of the scenario.
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

// One of several that started at the same time starts next to nothing later, and may have ended at that very time.
function serviceTimeOf(startedAt: number, now: number): number {
  return Math.max(0, now - startedAt)
}

/** The plugins that count their requests in one scenario on one thread, each created when it is first asked for. */
export class PluginRequestRecorders {
  readonly #byPlugin = new Map<string, PluginRequestRecorder>()
  #runStart = Infinity
  #runEnd = Infinity
  readonly #absences: AbsenceRecorder

  /** @param absences of the scenario */
  constructor(absences: AbsenceRecorder) {
    this.#absences = absences
  }

  /** Sets the phases, also of those that are yet to come. */
  begin(runStart: number, runEnd: number): void {
    this.#runStart = runStart
    this.#runEnd = runEnd
    for (const requests of this.#byPlugin.values()) requests.begin(runStart, runEnd)
  }

  /** Ends the run phase at `at`, now or shortly before, and earlier than planned. */
  endRun(at: number): void {
    this.#runEnd = Math.min(this.#runEnd, at)
    for (const requests of this.#byPlugin.values()) requests.endRun(at)
  }

  /** The one of a plugin, by its name. */
  of(plugin: string): PluginRequestRecorder {
    const known = this.#byPlugin.get(plugin)
    if (known !== undefined) return known
    const requests = new PluginRequestRecorder(plugin, this.#absences)
    requests.begin(this.#runStart, this.#runEnd)
    this.#byPlugin.set(plugin, requests)
    return requests
  }

  /** Requests of the run phase that failed so far, without the aborted ones. */
  get failures(): number {
    let failures = 0
    for (const requests of this.#byPlugin.values()) failures += requests.failures
    return failures
  }

  /** What was recorded since the last call. */
  take(now: number): PluginRequestsSnapshot[] {
    return Array.from(this.#byPlugin.values(), (requests) => requests.take(now))
  }
}

/** What a socket has read and written since it was opened. */
export interface ByteCounts {
  readonly bytesRead: number
  readonly bytesWritten: number
}

/** How much sockets have read and written since each was last looked at. Allocates nothing for one that is known. */
class CarriedBytes {
  /** Of the socket that was looked at last. */
  read: number = 0
  written: number = 0
  readonly #known = new WeakMap<ByteCounts, { read: number; written: number }>()

  /** Finds what a socket has carried since. */
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

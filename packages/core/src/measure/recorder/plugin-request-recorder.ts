import { isResponse, outcomeIndex, noStatus, type LossOutcome, type PluginOutcome } from '../../model/metrics/outcome.ts'
import type { AbsenceRecorder } from './absence-recorder.ts'
import { recordLoss } from './user-request-recorder.ts'
import { ScenarioRecorder } from './scenario-recorder.ts'
import type { SeriesRecorder } from './series.ts'
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
  readonly requests: ScenarioRecorder = new ScenarioRecorder()
  readonly #carried = new WeakMap<ByteCounts, { read: number; written: number }>()
  readonly #absences: AbsenceRecorder
  // Whether the plugin reports its connections: otherwise it is unknown whether a refusal is that of all of them.
  #hasConnections = false

  /**
   * @param plugin the name of the plugin
   * @param absences the absences of the scenario
   */
  constructor(plugin: string, absences: AbsenceRecorder) {
    this.#plugin = plugin
    this.#absences = absences
  }

  /** The recorder of an endpoint, for at most 200 endpoints and the rest as `other`. Cheap for a known endpoint. */
  seriesOf(endpoint: string): SeriesRecorder {
    return this.requests.endpoints.of(endpoint)
  }

  started({ plannedAt, endpoint }: OpenRequest, now: number): void {
    this.requests.turn(now)
    this.requests.started(1, 0, plannedAt)
    if (plannedAt >= this.requests.runStart) endpoint.started(1)
  }

  /**
   * Notes the end of a request. Responses and timeouts have a time, and a request that was cut off, which is `aborted`, has an age.
   *
   * @param reason why the request is not `ok`
   */
  ended(request: OpenRequest, outcome: PluginOutcome, now: number, reason: string): void {
    this.requests.turn(now)
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
    this.requests.opened()
    this.#absences.opened()
  }

  /** Notes that an open connection has ended; `wasUsed` if a request of its user was in flight. */
  disconnected(by: 'target' | 'client', wasUsed: boolean, now: number): void {
    if (by === 'target' && !wasUsed) this.requests.closedIdle()
    this.#absences.left(by, now)
  }

  /** Adds the bytes that a socket has carried since the last call for it. Allocates nothing for a known socket. */
  carried(socket: ByteCounts, now: number): void {
    let known = this.#carried.get(socket)
    if (known === undefined) this.#carried.set(socket, (known = { read: 0, written: 0 }))
    const [read, written] = [Math.max(0, socket.bytesRead - known.read), Math.max(0, socket.bytesWritten - known.written)]
    known.read += read
    known.written += written
    this.requests.received(read, now)
    this.requests.sent(written, now)
  }

  take(now: number): PluginRequestsSnapshot {
    // Absences of the target are recorded by the scenario.
    const { absences: _absences, users: _users, ...requests } = this.requests.take(now)
    return { ...requests, plugin: this.#plugin }
  }

  #responded({ plannedAt, startedAt, endpoint }: OpenRequest, outcome: number, now: number, reason: string): void {
    const failure = outcome === outcomeIndex.ok ? undefined : { reason, endpoint: endpoint.name }
    const serviceTime = serviceTimeOf(startedAt, now)
    this.requests.responded(outcome, noStatus, plannedAt, now, failure)
    this.requests.serviceTimeOf(plannedAt).record(serviceTime)
    if (plannedAt >= this.requests.runStart) endpoint.responded(outcome, noStatus, now - plannedAt, serviceTime)
  }

  #lost({ plannedAt, startedAt, endpoint }: OpenRequest, loss: LossOutcome, now: number, reason: string): void {
    const isTimed = loss === 'timeout' || loss === 'aborted'
    const serviceTime = isTimed ? serviceTimeOf(startedAt, now) : Number.NaN
    this.requests.lost(loss, { reason, endpoint: endpoint.name }, plannedAt, now, now - plannedAt)
    recordLoss(this.requests.serviceTimeOf(plannedAt), loss, serviceTime)
    if (plannedAt >= this.requests.runStart) endpoint.lost(outcomeIndex[loss], now - plannedAt, serviceTime)
  }
}

// A request that started at the same time as another counts as starting a tiny time later, and may end before that.
function serviceTimeOf(startedAt: number, now: number): number {
  return Math.max(0, now - startedAt)
}

/** The bytes that a socket has read and written since it was opened. */
export interface ByteCounts {
  readonly bytesRead: number
  readonly bytesWritten: number
}

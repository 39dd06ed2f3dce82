import { isResponse, outcomeIndex, pluginOutcomes, localLimitIn, type PluginOutcome } from '../../model/metrics/outcome.ts'
import type { ByteCounts, PluginRequestRecorder } from '../../measure/recorder/plugin-request-recorder.ts'
import type { Clock } from '../../base/clock/clock.ts'
import { OpenRequests } from '../../measure/recorder/open-requests.ts'
import { failureReason } from './failure.ts'
import type { PlannedTime } from './http/http-wiring.ts'
import type { TargetWaits } from './waits.ts'

/**
 * Counts and times the requests of a plugin: whatever its client sends and has a response to, such as a command, a call, or the opening of a connection.
 *
 * While one is in flight its user waits for the target, as it does for the response to an HTTP request. Every one that was started has to end, once; those
 * that are in flight when the user leaves end as `aborted` by themselves, and whatever is said of them afterwards has no effect.
 */
export interface PluginRequests {
  /**
   * One begins now; returns the time, in microseconds on the clock of the process, by which it is known until it ends. No two have the same.
   *
   * @param endpoint what it is, in few different words, such as the name of the command; default the name of the plugin
   */
  started(endpoint?: string): number
  /**
   * It has ended.
   *
   * @param startedAt what `started` returned
   * @param reason why it is not `ok`, in few different words, such as `ECONNREFUSED`; default the outcome
   * @throws Error when no request that was started then is in flight, or there is no such outcome
   */
  ended(startedAt: number, outcome: PluginOutcome, reason?: string): void
  /** A connection is open. Where a plugin tells of its connections, the result says how many there were, and when the target was away for all of them. */
  connected(): void
  /** A connection that was open has ended; to be told before its requests are. */
  disconnected(by: 'target' | 'client'): void
  /**
   * Counts what a socket has read and written since this was called for it before.
   *
   * Bytes belong to the second in which they are told, so tell them with each message and at the end. It is also of use when the user has left.
   *
   * @param socket of `node:net` or `node:tls`, or whatever else has both counts
   */
  carried(socket: ByteCounts): void
}

/** Whose requests they are, and where they are recorded. */
interface RequestsWiring {
  /** The name of the plugin. */
  readonly plugin: string
  readonly recorder: PluginRequestRecorder
  readonly waits: TargetWaits
  readonly clock: Clock
  readonly planned: Pick<PlannedTime, 'take' | 'onEnded'>
}

/** The requests of one user over the client of one plugin. Neither starting nor ending one allocates anything. */
export class UserRequests implements PluginRequests {
  readonly #wiring: RequestsWiring
  readonly #open = new OpenRequests()
  // Connections that are open.
  #connections = 0
  #isOver = false
  // Those that fail mostly do so for the same reason, and looking for secrets takes longer than all the rest.
  #given: string | undefined
  #shown: string | undefined

  constructor(wiring: RequestsWiring) {
    this.#wiring = wiring
  }

  started(endpoint: string = this.#wiring.plugin): number {
    const { recorder, waits, clock, planned } = this.#wiring
    const now = clock.now()
    if (this.#isOver) return now
    // The first request of the iteration is this one, whatever the journey asks for next.
    const plannedAt = planned.take(now)
    const request = this.#open.add(now, plannedAt, recorder.seriesOf(endpoint))
    recorder.started(request, now)
    waits.onReplies(1, now)
    return request.startedAt
  }

  ended(startedAt: number, outcome: PluginOutcome, reason?: string): void {
    if (this.#isOver) return
    // Types are not looked at when a plugin runs, and what is counted nowhere would break the identity at the end of the test.
    if (!isOutcome(outcome)) throw new TypeError(`requests.ended: "${outcome}" is no outcome: known are ${pluginOutcomes.join(', ')}`)
    const place = this.#open.find(startedAt)
    if (place === -1)
      throw new Error('requests.ended: nothing that was started then is in flight: each ends once, by what started() returned')
    const now = this.#wiring.clock.now()
    // A plugin need not know what a limit of this machine looks like.
    const isLocal = (outcome === 'refused' || outcome === 'reset') && reason !== undefined && localLimitIn(reason) !== undefined
    this.#end(place, isLocal ? 'local_error' : outcome, now, reason)
    this.#wiring.waits.onReplies(-1, now)
    // What came and was no reply of the protocol is no response.
    this.#wiring.planned.onEnded?.(isResponse(outcome))
  }

  connected(): void {
    const { recorder, clock } = this.#wiring
    recorder.connected()
    // One that several users share may be opened again when the first of them has left.
    if (this.#isOver) recorder.disconnected('client', false, clock.now())
    else this.#connections += 1
  }

  disconnected(by: 'target' | 'client'): void {
    if (this.#isOver) return
    if (this.#connections === 0) throw new Error('requests.disconnected: no connection is open')
    this.#connections -= 1
    this.#wiring.recorder.disconnected(by, this.#open.count > 0, this.#wiring.clock.now())
  }

  carried(socket: ByteCounts): void {
    const { recorder, clock } = this.#wiring
    recorder.carried(socket, clock.now())
  }

  /** Its user has left: what is in flight ends as `aborted`, and no other request counts any more. */
  end(): void {
    if (this.#isOver) return
    this.#isOver = true
    const now = this.#wiring.clock.now()
    while (this.#open.count > 0) this.#end(0, 'aborted', now, 'the user left')
    for (; this.#connections > 0; this.#connections -= 1) this.#wiring.recorder.disconnected('client', false, now)
  }

  #end(place: number, outcome: PluginOutcome, now: number, reason: string | undefined): void {
    const shown = (reason === undefined ? undefined : this.#show(reason)) ?? outcome
    this.#wiring.recorder.ended(this.#open.at(place), outcome, now, shown)
    this.#open.remove(place)
  }

  // An empty reason says nothing.
  #show(reason: string): string | undefined {
    if (reason !== this.#given) {
      this.#given = reason
      this.#shown = failureReason(reason) || undefined
    }
    return this.#shown
  }
}

function isOutcome(outcome: string): boolean {
  return outcome !== 'http_error' && Object.hasOwn(outcomeIndex, outcome)
}

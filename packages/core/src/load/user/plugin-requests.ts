import { isResponse, outcomeIndex, pluginOutcomes, localLimitIn, type PluginOutcome } from '../../model/metrics/outcome.ts'
import type { ByteCounts, PluginRequestRecorder, OpenRequest } from '../../measure/recorder/plugin-request-recorder.ts'
import type { Clock } from '../../base/clock/clock.ts'
import type { Call } from './call.ts'
import { failureReason } from './failure.ts'
import type { PlannedTime } from './http/exchange.ts'
import type { TargetWaits } from './waits.ts'
import type { SeriesRecorder } from '../../measure/recorder/series.ts'

/**
 * Counts and times the requests of a plugin: anything that its client sends and gets a reply to, such as a command, a call, or the opening of a
 * connection.
 *
 * While a request is in flight its user waits for the target, as with an HTTP request, and so does its iteration when the journey has returned, up to the
 * timeout of a request. Every started request must end once; requests in flight when the
 * user leaves end as `aborted` by themselves, and later calls for them have no effect.
 */
export interface PluginRequests {
  /**
   * Notes that a request starts now; returns the time, in microseconds on the clock of the process, that identifies it until it ends. No two requests
   * have the same.
   *
   * @param endpoint a name from a small set, such as the name of the command; default the name of the plugin
   */
  started(endpoint?: string): number
  /**
   * Notes that a request has ended.
   *
   * @param startedAt the time that `started` returned
   * @param reason why the request is not `ok`, from a small set such as `ECONNREFUSED`; default the outcome
   * @throws Error when no request that was started then is in flight, or there is no such outcome
   */
  ended(startedAt: number, outcome: PluginOutcome, reason?: string): void
  /**
   * Notes that a connection is open. When a plugin reports its connections, the result has their number, and the times in which the target was away for
   * all of them.
   */
  connected(): void
  /** Notes that an open connection has ended; to be called before its requests end. */
  disconnected(by: 'target' | 'client'): void
  /**
   * Counts the bytes that a socket has read and written since the last call for it.
   *
   * Bytes count for the second of the call, so call it with each message and at the end. It may also be called after the user has left.
   *
   * @param socket a socket of `node:net` or `node:tls`, or any object with both counts
   */
  carried(socket: ByteCounts): void
}

interface RequestsWiring {
  readonly plugin: string
  readonly recorder: PluginRequestRecorder
  readonly waits: TargetWaits
  readonly clock: Clock
  readonly planned: Pick<PlannedTime, 'take' | 'onReply' | 'calls'>
}

/** The requests of one user over the client of one plugin. Starting and ending a request allocates nothing. */
export class UserRequests implements PluginRequests {
  readonly #wiring: RequestsWiring
  readonly #open = new OpenRequests()
  // Where the last request was started, while such places are looked for.
  #trace: Error | undefined
  #onEnded: (() => void) | undefined
  // Connections that are open.
  #connections = 0
  #isOver = false
  // Failed requests mostly have the same reason, and looking for secrets takes longer than everything else.
  #given: string | undefined
  #shown: string | undefined

  constructor(wiring: RequestsWiring) {
    this.#wiring = wiring
  }

  started(endpoint: string = this.#wiring.plugin): number {
    const { recorder, waits, clock, planned } = this.#wiring
    const now = clock.now()
    if (this.#isOver) return now
    // This is the first request of the iteration, which takes over the send lag.
    const plannedAt = planned.take(now)
    this.#trace = planned.calls?.places.trace()
    const request = this.#open.add(now, plannedAt, recorder.seriesOf(endpoint))
    recorder.started(request, now)
    waits.onReplies(1, now)
    return request.startedAt
  }

  ended(startedAt: number, outcome: PluginOutcome, reason?: string): void {
    if (this.#isOver) return
    // Types are not checked when a plugin runs, and an uncounted outcome would break the identity at the end of the test.
    if (!isOutcome(outcome)) throw new TypeError(`requests.ended: "${outcome}" is no outcome: known are ${pluginOutcomes.join(', ')}`)
    const place = this.#open.find(startedAt)
    if (place === -1)
      throw new Error('requests.ended: nothing that was started then is in flight: each ends once, by what started() returned')
    const now = this.#wiring.clock.now()
    // A plugin need not know the errors of local limits.
    const isLocal = (outcome === 'refused' || outcome === 'reset') && reason !== undefined && localLimitIn(reason) !== undefined
    this.#end(place, isLocal ? 'local_error' : outcome, now, reason)
    this.#wiring.waits.onReplies(-1, now)
    // Bytes that are not a reply of the protocol are not a response.
    this.#wiring.planned.onReply?.(isResponse(outcome), now)
  }

  connected(): void {
    const { recorder, clock } = this.#wiring
    recorder.connected()
    // A connection that several users share may be opened again after the first user has left.
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

  isUnderWaySince(time: number): boolean {
    return this.#open.hasAny(time, Infinity)
  }

  /** Where its last request was started, if that was noted. */
  get call(): Pick<Call<unknown>, 'what' | 'trace'> {
    return { what: this.#wiring.plugin, trace: this.#trace }
  }

  /** Resolves when the requests that are in flight, and were started since a time, have ended, or after some microseconds. */
  async untilEnded(since: number, longest: number): Promise<void> {
    const until = this.#open.newest
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#onEnded = () => {
      if (!this.#open.hasAny(since, until)) resolve()
    }
    const timer = setTimeout(resolve, longest / 1000)
    await promise
    clearTimeout(timer)
    this.#onEnded = undefined
  }

  /** Notes that the user has left: requests in flight end as `aborted`, and later ones do not count. */
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
    this.#onEnded?.()
  }

  // An empty reason has no information.
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

/**
 * The requests of one user over one client of a plugin that are in flight, oldest first, identified by when they were started.
 *
 * Those that have ended are used again: only the first ones allocate.
 */
export class OpenRequests {
  readonly #open: OpenRequest[] = []
  readonly #ended: OpenRequest[] = []
  #last = -Infinity

  get count(): number {
    return this.#open.length
  }

  /** Adds a request that starts now, or a tiny time later if another request has this time. */
  add(now: number, plannedAt: number, endpoint: SeriesRecorder): OpenRequest {
    const request = this.#ended.pop() ?? { startedAt: 0.5, plannedAt: 0.5, endpoint }
    request.startedAt = now > this.#last ? now : nextAbove(this.#last)
    request.plannedAt = plannedAt
    request.endpoint = endpoint
    this.#last = request.startedAt
    this.#open.push(request)
    return request
  }

  /** The place of the request that was started at a time, from 0 for the oldest; -1 if it is not in flight. */
  find(startedAt: number): number {
    for (let place = 0; place < this.#open.length; place++) if (this.at(place).startedAt === startedAt) return place
    return -1
  }

  get newest(): number {
    return this.#last
  }

  /** Whether a request is in flight that was started between two times, both included. */
  hasAny(from: number, to: number): boolean {
    return this.#open.some(({ startedAt }) => startedAt >= from && startedAt <= to)
  }

  at(place: number): OpenRequest {
    return this.#open[place] as OpenRequest
  }

  /** Removes a request, which must not be read any more. */
  remove(place: number): void {
    this.#ended.push(this.at(place))
    for (let to = place + 1; to < this.#open.length; to++) this.#open[to - 1] = this.at(to)
    this.#open.pop()
  }
}

// A clock reading has 52 bits after the first one, of which the last but one is far below a microsecond.
function nextAbove(time: number): number {
  return time + Math.max(Number.EPSILON, Math.abs(time) * 2 ** -51)
}

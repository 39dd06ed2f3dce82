import { lossBy, outcomeIndex, type Closing } from '../../model/metrics/outcome.ts'
import { ResponseJudge } from './expected-responses.ts'
import type { ExampleSource } from '../../measure/recorder/error-recorder.ts'
import type { IterationEnd } from '../../measure/recorder/iterations.ts'
import type { SeriesRecorder } from '../../measure/recorder/series.ts'
import type { TimedRequest } from '../../measure/recorder/user-request-recorder.ts'
import type { UserRecorder } from '../../measure/recorder/user-recorder.ts'
import { BackOff } from '../wire/dial.ts'
import { Connection } from '../wire/connection.ts'
import type { ConnectionOwner, Loss } from '../wire/connection-owner.ts'
import type { ResponseHead } from '../wire/response-head.ts'
import type { Alarm } from './alarm.ts'
import type { ByteBatch } from './request-source.ts'
import type { ConnectionLoad, ConnectionTarget } from './request-connection.ts'
import type { PlannedIteration, User, UserHost } from './executor.ts'

const { ok } = outcomeIndex
const endReason = 'the end of the test'

/** A server that users send requests to. */
export interface UserServer extends Omit<ConnectionTarget, 'series'> {
  /** Counts the requests to the server, if it is one of several. */
  readonly series: SeriesRecorder | undefined
  /** The bytes of the request at a place. */
  readonly batchOf: (place: number) => ByteBatch
  /** Whether the last connection to it closed without a response. */
  isLost: boolean
}

/** What the users of a scenario of requests share on one thread. */
export interface RequestUserLoad extends Pick<ConnectionLoad, 'thread' | 'limits' | 'createAlarm' | 'expected'> {
  readonly recorder: UserRecorder
  /** Whether a user waits before it opens another connection, because its last one closed without a response and no server responds. */
  readonly backsOff: boolean
  placeOf(iteration: PlannedIteration): number
  seriesOf(place: number): readonly SeriesRecorder[]
  onSettled(user: RequestUser): void
  onLeft(user: RequestUser): void
}

/**
 * A user that sends one request in each iteration, over one connection.
 *
 * The connection is opened when a request needs it, which counts in the response time and not in the service time, and stays open until the user
 * leaves. A server may close it between two iterations without an error.
 */
export class RequestUser implements User, ConnectionOwner, TimedRequest {
  readonly #load: RequestUserLoad
  readonly #server: UserServer
  readonly #connection: Connection
  readonly #judge: ResponseJudge
  readonly #backOff = new BackOff()
  id = -1
  #host: UserHost | undefined
  plannedAt = 0
  requestedAt = 0
  sentAt = 0
  firstByteAt = 0
  series: readonly SeriesRecorder[] = []
  #place = 0
  #isWaiting = false
  #end: IterationEnd | undefined
  #endReason: string | undefined
  #isRetried = false
  #idleUntil = Infinity
  #hasResponded = false
  #isClosing = false
  #mayOpenAt = 0
  #opening: Alarm | undefined

  constructor(load: RequestUserLoad, server: UserServer) {
    this.#load = load
    this.#server = server
    this.#judge = new ResponseJudge(load.expected)
    this.#connection = new Connection(this, load.thread, server.dial, load.limits)
  }

  get server(): SeriesRecorder | undefined {
    return this.#server.series
  }

  get source(): ExampleSource {
    return this.#judge
  }

  get isOpen(): boolean {
    return this.#connection.isOpen
  }

  get wantsBody(): boolean {
    return this.#load.expected.wantsBody(this.#connection.status)
  }

  /** Sets the number and the driver of the user, whose connection may have been opened before. */
  join(id: number, host: UserHost): this {
    this.id = id
    this.#host = host
    return this
  }

  open(): void {
    this.#hasResponded = false
    this.#idleUntil = Infinity
    this.#connection.open()
  }

  iterate(iteration: PlannedIteration, now: number): void {
    this.#place = this.#load.placeOf(iteration)
    this.plannedAt = iteration.plannedAt
    this.requestedAt = now
    this.sentAt = 0
    this.firstByteAt = 0
    this.#isRetried = false
    this.series = this.#load.seriesOf(this.#place)
    this.#load.recorder.requestStarted(this, now)
    this.#isWaiting = true
    if (now >= this.#idleUntil) this.#retire()
    if (this.#connection.isOpen) this.#send(now)
    else this.#openWhenAllowed(now)
  }

  abort(now: number): void {
    this.#opening?.clear()
    this.#connection.close(endReason)
    if (!this.#isWaiting) return
    this.#lose('aborted', endReason, now)
    this.#finish(now)
  }

  leave(): undefined {
    this.#connection.close('the user has left')
    this.#load.onLeft(this)
  }

  isHead(place: number): boolean {
    return this.#load.expected.of[place]!.isHead
  }

  onOpen(now: number, connectTime: number, tlsTime: number, isResumed: boolean): void {
    const { requests } = this.#load.recorder
    requests.turn(now)
    requests.opened(connectTime, this.#server.isSecure ? tlsTime : undefined, isResumed)
    this.#load.onSettled(this)
    if (this.#isWaiting) this.#send(now)
  }

  onBytes(now: number, length: number): void {
    const { recorder } = this.#load
    recorder.requests.received(length, now)
    if (this.#connection.inFlight === 0 || length === 0) return
    if (this.firstByteAt === 0) this.firstByteAt = now
    recorder.requestReceived(this, length)
  }

  onBody(place: number, buffer: Buffer, start: number, end: number): void {
    this.#judge.take(place, this.#connection.status, buffer, start, end)
  }

  onResponse(place: number, head: ResponseHead, _sentAt: number, now: number): void {
    const { recorder } = this.#load
    const outcome = this.#judge.judge(place, head)
    const { reason } = this.#judge
    this.#server.isLost = false
    this.#hasResponded = true
    this.#idleUntil = now + head.idleTime
    this.#backOff.reset()
    recorder.requestResponded(this, outcome, head.status, now, reason)
    this.#end = outcome === ok ? 'completed' : 'failed'
    this.#endReason = reason
  }

  onRead(now: number): void {
    this.#finish(now)
  }

  onInterim(firstByteAt: number): void {
    this.firstByteAt = firstByteAt
  }

  onLost(place: number, loss: Loss, reason: string, _sentAt: number, now: number): void {
    if (this.#connection.mayRepeat && this.#load.expected.of[place]!.isRepeatable) {
      this.#isRetried = true
      this.#isWaiting = true
      this.sentAt = 0
      return
    }
    this.#lose(loss, reason, now)
  }

  onClosed(closing: Closing, now: number): void {
    this.#judge.reset()
    this.#load.recorder.requests.closed(closing, now)
    if (!this.#hasResponded) {
      this.#server.isLost = true
      if (this.#load.backsOff) this.#mayOpenAt = now + this.#backOff.next() * 1000
    }
    if (!closing.wasOpen) {
      if (this.#isWaiting && closing.by === 'server') this.#lose(lossBy(closing.reason, 'refused'), closing.reason, now)
      this.#load.onSettled(this)
    }
    // The connection is still closing itself, so the next iteration must not open it at once.
    this.#isClosing = true
    this.#finish(now)
    if (this.#isWaiting && closing.wasOpen) this.#openWhenAllowed(now)
    this.#isClosing = false
  }

  // Its server is about to close the connection, and the request would be lost.
  #retire(): void {
    const wasWaiting = this.#isWaiting
    this.#isWaiting = false
    this.#connection.close('idle for as long as the server keeps it')
    this.#isWaiting = wasWaiting
  }

  #send(now: number): void {
    const batch = this.#server.batchOf(this.#place)
    this.#isWaiting = false
    this.sentAt = now
    this.#load.recorder.requestSent(this, batch.bytes.length, this.#isRetried)
    this.#connection.send(batch, now)
    this.#load.recorder.requestWritten(this, this.#load.thread.clock.now() - now)
  }

  #openWhenAllowed(now: number): void {
    const at = Math.max(now, this.#mayOpenAt)
    if (at === now && !this.#isClosing) {
      this.open()
    } else {
      this.#opening ??= this.#load.createAlarm(() => this.open())
      this.#opening.set(at)
    }
  }

  #lose(loss: Loss | 'refused', reason: string, now: number): void {
    const { recorder, limits } = this.#load
    this.#isWaiting = false
    this.#end = loss === 'aborted' ? 'aborted' : 'failed'
    this.#endReason = reason
    recorder.requestLost(this, loss, reason, now, loss === 'timeout' ? limits.timeout : 0)
  }

  // The iteration ends after the whole read was processed, because a response may announce that the connection closes.
  #finish(now: number): void {
    const end = this.#end
    if (end === undefined) return
    this.#end = undefined
    this.#host?.onIterationEnd(this, end, now, this.#endReason)
  }
}

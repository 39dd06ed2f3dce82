import { ResponseJudge, type ExpectedResponses } from './expected-responses.ts'
import type { Refill } from '../../model/workload/workload.ts'
import { lossBy, type Closing, type LossOutcome } from '../../model/metrics/outcome.ts'
import type { Failure, ExampleSource } from '../../measure/recorder/error-recorder.ts'
import type { RequestSeries } from '../../measure/recorder/request-series.ts'
import type { ScenarioRecorder } from '../../measure/recorder/scenario-recorder.ts'
import { BackOff, type Dial } from '../wire/dial.ts'
import { Connection } from '../wire/connection.ts'
import type { ConnectionLimits, ConnectionOwner, WireThread } from '../wire/connection-owner.ts'
import type { ResponseHead } from '../wire/response-head.ts'
import type { Alarm, CreateAlarm } from './alarm.ts'
import type { ByteBatch, RequestSource } from './request-source.ts'

const endReason = 'the end of the test'

/** Where a connection goes. */
export interface ConnectionTarget {
  readonly dial: Dial
  readonly isSecure: boolean
  /** Records requests one by one; `undefined` for a single request and a single server. */
  readonly series: RequestSeries | undefined
}

/** What a connection needs from its load. */
export interface ConnectionLoad {
  readonly thread: WireThread
  readonly limits: ConnectionLimits
  readonly recorder: ScenarioRecorder
  readonly createAlarm: CreateAlarm
  /** The number of requests after which a connection is reopened; `Infinity` for never. */
  readonly reconnectAfter: number
  readonly refill: Refill
  readonly expected: ExpectedResponses
  readonly isStarted: boolean
  /** Grants up to `wanted` requests that are sent at `now`. */
  grant(wanted: number, now: number): number
  isOver(now: number): boolean
  onSettled(connection: RequestConnection): void
  /** Is called when a connection has nothing in flight and was granted nothing. */
  onIdle(now: number): void
  /** Takes the requests that were due on a connection that could not be opened, and returns their number. They end as refused. */
  takeRefused(now: number): number
  onClosed(closing: Closing, now: number): void
}

/**
 * Keeps one connection full of requests: for the responses that have arrived it sends the same number of new requests, in one write, and it reopens
 * when it was closed. With `refill: 'batch'` it waits until all responses have arrived.
 *
 * Belongs to the thread of its load.
 */
export class RequestConnection implements ConnectionOwner {
  readonly #load: ConnectionLoad
  readonly #target: ConnectionTarget
  readonly #source: RequestSource
  readonly #connection: Connection
  readonly #backOff = new BackOff()
  readonly #judge: ResponseJudge
  #reopening: Alarm | undefined
  #isEnded = false
  #sent = 0
  #hasResponded = false
  #lastBatch: ByteBatch | undefined
  /** When the last batch, a single request, was sent for the first time, if it is to be sent once more over the next connection. */
  #repeatOf: number | undefined

  constructor(load: ConnectionLoad, target: ConnectionTarget, source: RequestSource) {
    this.#load = load
    this.#target = target
    this.#source = source
    this.#judge = new ResponseJudge(load.expected)
    this.#connection = new Connection(this, load.thread, target.dial, load.limits)
  }

  get wantsBody(): boolean {
    return this.#load.expected.wantsBody(this.#connection.status)
  }

  get isOpen(): boolean {
    return this.#connection.isOpen
  }

  get inFlight(): number {
    return this.#connection.inFlight + (this.#repeatOf === undefined ? 0 : 1)
  }

  /** Opens the connection, unless nothing will be sent over it any more. */
  open(): void {
    if (!this.#isDone(this.#load.thread.clock.now())) this.#connection.open()
  }

  /** Sends as many requests as the connection has room for and the budget grants; nothing before the load has started, whatever the server sends. */
  fill(now: number): void {
    if (!this.#connection.isOpen || !this.#load.isStarted) return
    if (this.#connection.inFlight > 0 && this.#load.refill === 'batch') return
    const { pipelining } = this.#load.limits
    const room = Math.min(pipelining - this.#connection.inFlight, this.#load.reconnectAfter - this.#sent)
    const granted = this.#load.grant(room, now)
    if (granted > 0) {
      const batch = this.#source.next(granted, now)
      this.#lastBatch = batch
      this.#sent += granted
      this.#load.recorder.turn(now)
      this.#load.recorder.started(granted, batch.bytes.length, now)
      this.#target.series?.started(batch.tags, now)
      this.#connection.send(batch, now)
    } else if (this.#connection.inFlight === 0) {
      if (this.#sent >= this.#load.reconnectAfter) this.#connection.close('reconnecting as asked')
      this.#load.onIdle(now)
    }
  }

  /** Closes finally; requests in flight are aborted. */
  end(): void {
    this.#isEnded = true
    this.#reopening?.clear()
    this.#connection.close(endReason)
    this.#loseRepeat('aborted', endReason, this.#load.thread.clock.now())
  }

  isHead(tag: number): boolean {
    return this.#load.expected.of[tag]!.isHead
  }

  onOpen(now: number, connectTime: number, tlsTime: number, isResumed: boolean): void {
    this.#sent = 0
    this.#hasResponded = false
    this.#load.recorder.turn(now)
    this.#load.recorder.opened(connectTime, this.#target.isSecure ? tlsTime : undefined, isResumed)
    this.#load.onSettled(this)
    if (this.#repeatOf === undefined) this.fill(now)
    else this.#repeat(this.#repeatOf, now)
  }

  onBytes(now: number, length: number): void {
    this.#load.recorder.received(length, now)
  }

  onBody(tag: number, buffer: Buffer, start: number, end: number): void {
    this.#judge.take(tag, this.#connection.status, buffer, start, end)
  }

  onResponse(tag: number, head: ResponseHead, sentAt: number, now: number, bodyLength: number): void {
    this.#hasResponded = true
    const outcome = this.#judge.judge(tag, head)
    const { reason } = this.#judge
    const { series } = this.#target
    const failure = reason === undefined ? undefined : failureOf(series?.failure(tag, reason) ?? reason, this.#judge)
    this.#load.recorder.responded(outcome, head.status, sentAt, now, failure)
    if (series === undefined) return
    series.received(tag, head.length + bodyLength, sentAt)
    series.responded(tag, outcome, head.status, sentAt, now)
  }

  onRead(now: number): void {
    this.fill(now)
  }

  onLost(tag: number, loss: LossOutcome, reason: string, sentAt: number, now: number): void {
    if (this.#connection.mayRepeat && this.#load.expected.of[tag]!.isRepeatable) this.#repeatOf = sentAt
    else this.#lose(tag, loss, reason, sentAt, now)
  }

  onClosed(closing: Closing, now: number): void {
    this.#judge.reset()
    const isRefused = closing.by === 'server' && !closing.wasOpen
    const { recorder } = this.#load
    const loss = lossBy(closing.reason, 'refused')
    recorder.closed(closing, now)
    if (closing.pipelinedAfterClose > 0) recorder.pipelinedAfterClose(closing.pipelinedAfterClose, closing.responded)
    // A request that waited for the connection has ended with it; without one, those that were due have.
    if (isRefused && !this.#loseRepeat(loss, closing.reason, now)) this.#refuse(this.#load.takeRefused(now), loss, closing.reason, now)
    this.#load.onClosed(closing, now)
    if (!closing.wasOpen) this.#load.onSettled(this)
    if (this.#isDone(now)) return
    // A connection that worked is replaced at once, because a timer would lose a millisecond; one that never worked can wait.
    if (this.#hasResponded) {
      this.#hasResponded = false
      this.#backOff.reset()
      setImmediate(() => this.open())
    } else {
      this.#reopening ??= this.#load.createAlarm(() => this.open())
      this.#reopening.set(now + this.#backOff.next() * 1000)
    }
  }

  // Nothing will be sent any more, not even a request for the second time.
  #isDone(now: number): boolean {
    return this.#isEnded || (this.#repeatOf === undefined && this.#load.isOver(now))
  }

  // The time of a request runs from its first send.
  #repeat(sentAt: number, now: number): void {
    const batch = this.#lastBatch!
    this.#repeatOf = undefined
    this.#sent += 1
    this.#load.recorder.turn(now)
    this.#load.recorder.sent(batch.bytes.length, sentAt)
    this.#load.recorder.retried(sentAt)
    this.#connection.send(batch, sentAt)
  }

  #loseRepeat(loss: LossOutcome, reason: string, now: number): boolean {
    const sentAt = this.#repeatOf
    if (sentAt === undefined) return false
    this.#repeatOf = undefined
    this.#lose(this.#lastBatch!.tags[0]!, loss, reason, sentAt, now)
    return true
  }

  #refuse(count: number, loss: LossOutcome, reason: string, now: number): void {
    if (count === 0) return
    const { recorder } = this.#load
    const { series } = this.#target
    const tags = series === undefined ? new Uint32Array(count) : this.#source.next(count, now).tags
    recorder.started(count, 0, now)
    series?.started(tags, now)
    for (const tag of tags) {
      recorder.lost(loss, series?.failure(tag, reason) ?? reason, now, now, 0)
      series?.lost(tag, loss, now, 0)
    }
  }

  #lose(tag: number, loss: LossOutcome, reason: string, sentAt: number, now: number): void {
    const time = loss === 'timeout' ? this.#load.limits.timeout : now - sentAt
    this.#load.recorder.turn(now)
    const { series } = this.#target
    this.#load.recorder.lost(loss, series?.failure(tag, reason) ?? reason, sentAt, now, time)
    series?.lost(tag, loss, sentAt, time)
  }
}

function failureOf(failure: Failure | string, source: ExampleSource): Failure {
  return typeof failure === 'string' ? { reason: failure, endpoint: undefined, source } : { ...failure, source }
}

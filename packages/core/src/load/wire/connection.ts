import type { Clock } from '../../base/clock/clock.ts'
import { lossBy, type Closing } from '../../model/metrics/outcome.ts'
import type { DeadlineWheel } from './deadline-wheel.ts'
import type { Dial, SocketEvents, WireSocket, Resumption } from './dial.ts'
import { InFlight } from './in-flight.ts'
import { ResponseFramer, type FramerSink } from './response-framer.ts'
import type { HeadCache } from './head-cache.ts'
import type { ResponseHead } from './response-head.ts'

/** Requests that go out in one write, in order. */
export interface RequestBatch {
  /** A text stands for one byte a character, which costs less than bytes that are used once. */
  readonly bytes: Uint8Array | string
  /** A number for each request by which its owner knows it again. */
  readonly tags: Uint32Array
}

/** How a request ended that got no complete response. */
export type Loss = 'timeout' | 'reset' | 'closed_early' | 'protocol_error' | 'local_error' | 'aborted'

/** Who sends over a connection and is told the outcome of each request. All calls come from the thread of the connection. */
export interface ConnectionOwner {
  /** Whether body bytes are to be handed over; asked once for each response. */
  readonly wantsBody: boolean
  isHead(tag: number): boolean
  /** Open and ready to send. Times in microseconds; `tlsTime` is 0 without TLS. `isResumed` says that TLS went on with an earlier session. */
  onOpen(now: number, connectTime: number, tlsTime: number, isResumed: boolean): void
  /** Bytes have arrived, before any of the responses in them is reported. */
  onBytes(now: number, length: number): void
  /** The head of a response, in time. For who has it when the connection is created; who then sets the timeout to `Infinity` gives the body all the time there is. */
  onHead?(tag: number, head: ResponseHead, now: number): void
  /** An interim response was passed over. `firstByteAt` is when what follows began to arrive: 0 while nothing of it has. */
  onInterim?(firstByteAt: number): void
  onBody(tag: number, buffer: Buffer, start: number, end: number): void
  /** A complete response; `bodyLength` in decoded bytes. */
  onResponse(tag: number, head: ResponseHead, sentAt: number, now: number, bodyLength: number): void
  /** All responses of one read have been reported: time to send more, in one write. */
  onRead(now: number): void
  onLost(tag: number, loss: Loss, reason: string, sentAt: number, now: number): void
  /** Closed, after each request in flight was reported lost. The connection may be opened again. */
  onClosed(closing: Closing, now: number): void
}

/** What the connections of one thread share. */
export interface WireThread {
  readonly clock: Clock
  readonly wheel: DeadlineWheel
  readonly heads: HeadCache
  /** Bytes from which on the head of a response is too large. Default 16 KiB. */
  readonly maxHeaderSize?: number
}

/** What a connection may take and how much it may have in flight. Times in microseconds. */
export interface ConnectionLimits {
  readonly pipelining: number
  /** Of each request. Looked up whenever it matters, so it may be another one for the next request while nothing is in flight. `Infinity` for none. */
  readonly timeout: number
  readonly connectTimeout: number
}

/**
 * One HTTP/1.1 connection that can be opened again after it was closed; it allocates nothing for a request.
 *
 * Every request that is sent ends in exactly one call of `onResponse` or `onLost`. The clock is read once for each read and
 * each write, so that all responses of one read have the same time of arrival.
 */
export class Connection implements SocketEvents, FramerSink {
  readonly resumption: Resumption
  readonly #owner: ConnectionOwner
  readonly #thread: WireThread
  readonly #limits: ConnectionLimits
  readonly #dial: Dial
  readonly #framer: ResponseFramer
  readonly #inFlight: InFlight
  readonly #hearsHeads: boolean
  #socket: WireSocket | undefined
  #isOpen = false
  #watchedUntil = Infinity
  #openedAt = 0
  #connectedAt = 0
  #now = 0
  #endsAfterResponse = false
  #responded = 0
  #status = 0

  /** @param resumption the session that it shares with others; one of its own without it */
  constructor(owner: ConnectionOwner, thread: WireThread, dial: Dial, limits: ConnectionLimits, resumption?: Resumption) {
    this.resumption = resumption ?? { session: undefined }
    this.#owner = owner
    this.#thread = thread
    this.#dial = dial
    this.#limits = limits
    this.#inFlight = new InFlight(limits.pipelining)
    this.#hearsHeads = owner.onHead !== undefined
    this.#framer = new ResponseFramer(this, thread.heads, thread.maxHeaderSize)
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  /** That of the response whose body is read; else that of the last one. */
  get status(): number {
    return this.#status
  }

  /** Requests sent and not yet ended. */
  get inFlight(): number {
    return this.#inFlight.count
  }

  /** Opens the connection; `onOpen` or `onClosed` follows. Does nothing while it is open or opening. */
  open(): void {
    if (this.#socket !== undefined) return
    this.#framer.reset()
    this.#endsAfterResponse = false
    this.#responded = 0
    this.#openedAt = this.#thread.clock.now()
    this.#connectedAt = 0
    this.#socket = this.#dial(this)
    this.#watch(this.#openedAt + this.#limits.connectTimeout)
  }

  /** Sends a batch in one write; the connection must be open and have room for it. */
  send(batch: RequestBatch, now: number): void {
    if (this.#inFlight.count === 0) this.#watch(now + this.#limits.timeout)
    for (let i = 0; i < batch.tags.length; i++) this.#inFlight.push(batch.tags[i]!, now)
    this.#socket?.write(batch.bytes)
  }

  /** Has the system find out when the other side is gone without a word, while nothing is sent. */
  keepAlive(): void {
    this.#socket?.keepAlive()
  }

  /** Closes the connection; what is in flight is reported lost as `aborted`, or as `timeout` when it was due to. */
  close(reason: string): void {
    if (this.#socket !== undefined) this.#close('us', reason, 'aborted', this.#thread.clock.now())
  }

  onConnect(): void {
    this.#connectedAt = this.#thread.clock.now()
  }

  onReady(isResumed: boolean = false): void {
    const now = this.#thread.clock.now()
    this.#isOpen = true
    this.#owner.onOpen(now, this.#connectedAt - this.#openedAt, now - this.#connectedAt, isResumed)
  }

  onRead(buffer: Buffer, length: number): void {
    const now = this.#thread.clock.now()
    this.#now = now
    this.#owner.onBytes(now, length)
    if (this.#framer.push(buffer, length)) this.#owner.onRead(now)
    else if (this.#endsAfterResponse) this.#close('server', 'responded with Connection: close', 'closed_early', now)
    else if (this.#framer.error !== undefined) this.#close('us', this.#framer.error, 'protocol_error', now)
  }

  onEnd(): void {
    const now = this.#thread.clock.now()
    this.#now = now
    this.#owner.onBytes(now, 0)
    // A body without a length ends here, and with it a response that is complete.
    const ended = this.#framer.end()
    this.#endsAfterResponse = ended === 'complete'
    this.#close('server', ended === 'truncated' ? 'closed in the middle of a response' : 'closed before the response', 'closed_early', now)
  }

  onError(error: NodeJS.ErrnoException): void {
    const reason = error.code ?? error.message
    this.#close('server', reason, lossBy(reason, 'reset'), this.#thread.clock.now())
  }

  get wantsBody(): boolean {
    return this.#owner.wantsBody
  }

  respondsToHead(): boolean {
    return this.#inFlight.count > 0 && this.#owner.isHead(this.#inFlight.tag())
  }

  onInterim(isLast: boolean): void {
    this.#owner.onInterim?.(isLast ? 0 : this.#now)
  }

  onHead(head: ResponseHead): void {
    this.#status = head.status
    // It is a response to no request, such as 408 before the server closes an idle connection. No request sent from now on may be taken for its own.
    if (this.#inFlight.count === 0) this.#close('server', `sent ${head.status} without a request`, 'protocol_error', this.#now)
    else if (this.#hearsHeads) this.#reportHead(head)
  }

  onBody(buffer: Buffer, start: number, end: number): void {
    if (this.#inFlight.count > 0) this.#owner.onBody(this.#inFlight.tag(), buffer, start, end)
  }

  onMessage(head: ResponseHead, bodyLength: number): boolean {
    if (this.#inFlight.count === 0) return false
    const tag = this.#inFlight.tag()
    const sentAt = this.#inFlight.sentAt()
    if (this.#closeLate(sentAt)) return false
    this.#inFlight.shift()
    this.#responded += 1
    this.#owner.onResponse(tag, head, sentAt, this.#now, bodyLength)
    this.#endsAfterResponse = !head.keepAlive
    return head.keepAlive && this.#isOpen
  }

  expire(now: number): number {
    // An earlier deadline was set after this one: that one watches.
    if (now < this.#watchedUntil) return 0
    this.#watchedUntil = Infinity
    if (this.#socket === undefined || (this.#isOpen && this.#inFlight.count === 0)) return 0
    const dueAt = this.#isOpen ? this.#inFlight.sentAt() + this.#limits.timeout : this.#openedAt + this.#limits.connectTimeout
    if (dueAt === Infinity) return 0
    if (dueAt > now) {
      this.#watchedUntil = dueAt
      return dueAt
    }
    if (this.#isOpen) this.#close('us', 'request timeout', 'timeout', now)
    else this.#close('server', 'connect timeout', 'timeout', now)
    return 0
  }

  #reportHead(head: ResponseHead): void {
    if (this.#closeLate(this.#inFlight.sentAt())) return
    this.#owner.onHead?.(this.#inFlight.tag(), head, this.#now)
    if (this.#limits.timeout === Infinity) this.#unwatch()
  }

  // Whether it came too late, though the wheel has not come round to it yet.
  #closeLate(sentAt: number): boolean {
    if (this.#now - sentAt < this.#limits.timeout) return false
    this.#close('us', 'request timeout', 'timeout', this.#now)
    return true
  }

  #watch(dueAt: number): void {
    if (this.#watchedUntil <= dueAt) return
    this.#unwatch()
    this.#watchedUntil = dueAt
    this.#thread.wheel.schedule(this, dueAt)
  }

  // The wheel would keep a connection that was closed until its deadline: with one for each arrival those are many.
  #unwatch(): void {
    if (this.#watchedUntil === Infinity) return
    this.#thread.wheel.cancel(this, this.#watchedUntil)
    this.#watchedUntil = Infinity
  }

  #close(by: Closing['by'], reason: string, loss: Loss, now: number): void {
    if (this.#socket === undefined) return
    const lost = this.#inFlight.count
    const isAnnounced = this.#endsAfterResponse
    const pipelinedAfterClose = isAnnounced ? lost : 0
    const closing = { by, reason, wasOpen: this.#isOpen, lost, pipelinedAfterClose, responded: this.#responded, isAnnounced }
    this.#unwatch()
    this.#socket.destroy()
    this.#socket = undefined
    this.#isOpen = false
    for (let first = true; this.#inFlight.count > 0; first = false) {
      const [tag, sentAt] = [this.#inFlight.tag(), this.#inFlight.sentAt()]
      this.#inFlight.shift()
      const ended = this.#lossOf(loss, first, sentAt, now)
      this.#owner.onLost(tag, ended, ended === 'timeout' ? 'request timeout' : reason, sentAt, now)
    }
    this.#owner.onClosed(closing, now)
  }

  // When we close, only what went wrong itself counts as such; what was in flight after it is collateral.
  #lossOf(loss: Loss, isFirst: boolean, sentAt: number, now: number): Loss {
    if (loss === 'timeout') return isFirst || now - sentAt >= this.#limits.timeout ? 'timeout' : 'aborted'
    // The wheel had not come round to it yet.
    if (loss === 'aborted') return now - sentAt >= this.#limits.timeout ? 'timeout' : 'aborted'
    if (loss === 'protocol_error') return isFirst ? 'protocol_error' : 'aborted'
    return loss
  }
}

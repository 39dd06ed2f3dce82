import { isClosedByServer, lossBy, type Closing } from '../../model/metrics/outcome.ts'
import type { ConnectionLimits, ConnectionOwner, Loss, RequestBatch, WireThread } from './connection-owner.ts'
import type { Dial, SocketEvents, WireSocket, Resumption } from './dial.ts'
import { InFlight } from './in-flight.ts'
import { ResponseFramer, type FramerSink } from './response-framer.ts'
import type { ResponseHead } from './response-head.ts'

/**
 * One HTTP/1.1 connection that can be opened again after it was closed, and allocates nothing for a request.
 *
 * Every request that is sent ends in exactly one call of `onResponse` or `onLost`. The clock is read once for each read and each write, so that all
 * responses of one read have the same time of arrival.
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
  #isSurplus = false
  // The number of responses before the last interim one.
  #interimAfter = -1
  #mayRepeat = false
  #status = 0

  /** @param resumption the TLS session that it shares with other connections; by default its own */
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

  /** Status of the response whose body is being read, or of the last response. */
  get status(): number {
    return this.#status
  }

  get inFlight(): number {
    return this.#inFlight.count
  }

  /**
   * Whether the request that is reported lost may be sent once more over another connection, if sending it twice does no harm (RFC 9110, section 9.2.2).
   *
   * The server closed this connection, which had carried responses before, and nothing of a response to the request had come: most likely the server had
   * closed it before the request arrived. Pipelined requests may not, because a server that closes behind a response does not pipeline.
   */
  get mayRepeat(): boolean {
    return this.#mayRepeat
  }

  /** Opens the connection; `onOpen` or `onClosed` follows. Does nothing while it is open or opening. */
  open(): void {
    if (this.#socket !== undefined) return
    this.#framer.reset()
    this.#endsAfterResponse = false
    this.#responded = 0
    this.#isSurplus = false
    this.#interimAfter = -1
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

  /** Makes the system detect a silent loss of the other side while nothing is sent. */
  keepAlive(): void {
    this.#socket?.keepAlive()
  }

  /** Closes the connection; requests in flight are reported lost as `aborted`, or as `timeout` if that was due. */
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
    const framer = this.#framer
    if (framer.push(buffer, length)) {
      if (this.#inFlight.count === 0 && !framer.isBetweenResponses) this.#closeUnasked(now)
      else if (this.#isOpen) this.#owner.onRead(now)
    } else if (this.#endsAfterResponse) {
      this.#isSurplus = this.#inFlight.count === 0 && framer.hasLeft(buffer, length)
      this.#close('server', 'responded with Connection: close', 'closed_early', now)
    } else if (framer.error !== undefined) {
      this.#isSurplus = this.#inFlight.count === 0 || (this.#responded > 0 && framer.isNoResponse)
      this.#close('us', framer.error, 'protocol_error', now)
    }
  }

  onEnd(): void {
    const now = this.#thread.clock.now()
    this.#now = now
    this.#owner.onBytes(now, 0)
    // A body without a length ends here, which completes its response.
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
    this.#interimAfter = this.#responded
    if (this.#inFlight.count === 0) this.#closeUnasked(this.#now)
    else this.#owner.onInterim?.(isLast ? 0 : this.#now)
  }

  onHead(head: ResponseHead): void {
    this.#status = head.status
    if (this.#inFlight.count === 0) this.#closeUnrequested(head)
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
    // An earlier deadline was set after this one, and is the one that counts.
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

  // A server may say that it closes an idle connection (RFC 9110, section 15.5.9).
  #closeUnrequested({ status }: ResponseHead): void {
    if (status === 408) this.#close('server', 'closed while it was idle, with 408', 'closed_early', this.#now)
    else this.#closeUnasked(this.#now)
  }

  // Bytes that no request had asked for must not be taken for the response of a later one.
  #closeUnasked(now: number): void {
    this.#isSurplus = true
    this.#close('us', 'received bytes that no request asked for', 'protocol_error', now)
  }

  // Whether a response came too late, although the wheel has not reached its deadline yet.
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

  // The wheel would keep a closed connection until its deadline, and with one for each arrival there would be many.
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
    const [responded, isSurplus] = [this.#responded, this.#isSurplus]
    const closing = { by, reason, wasOpen: this.#isOpen, lost, pipelinedAfterClose, responded, isAnnounced, isSurplus }
    this.#mayRepeat = isClosedByServer(loss) && responded > 0 && this.#limits.pipelining === 1 && this.#hasNothing
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

  // Whether nothing of a response to the oldest request has come.
  get #hasNothing(): boolean {
    return this.#framer.isBetweenResponses && this.#interimAfter !== this.#responded
  }

  // When we close, only the request that failed has this outcome; the requests after it were lost with it.
  #lossOf(loss: Loss, isFirst: boolean, sentAt: number, now: number): Loss {
    if (loss === 'timeout') return isFirst || now - sentAt >= this.#limits.timeout ? 'timeout' : 'aborted'
    // The wheel had not reached its deadline yet.
    if (loss === 'aborted') return now - sentAt >= this.#limits.timeout ? 'timeout' : 'aborted'
    if (loss === 'protocol_error') return isFirst ? 'protocol_error' : 'aborted'
    return loss
  }
}

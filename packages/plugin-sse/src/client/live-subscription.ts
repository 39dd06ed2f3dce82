import { Settlement, type StreamHead } from '@benchpress/core/plugin'
import { checkOptions, milliseconds, notify } from '@benchpress/plugin-options'
import { type SseClosing, type SseEvent, type Subscription, SseError } from '../sse-client.ts'
import type { ConnectionRecorder } from './connection-recorder.ts'
import { EventQueue } from './event-queue.ts'
import { EventStream, type ConnectionEnd, type EventStreamListener, type SubscribedPlace } from './event-stream.ts'
import type { ReceivedMessages } from './received-messages.ts'
import type { SubscribeSettings } from './subscribe-settings.ts'

/** The parts of a subscription. */
interface SubscriptionParts extends SubscribedPlace {
  readonly recorder: ConnectionRecorder
  /** Counter of stamped messages. */
  readonly messages: ReceivedMessages | undefined
  /** Called once, when the subscription has ended. */
  readonly onOver: (subscription: LiveSubscription) => void
  /** Called with each error of a callback. */
  readonly fail: (error: unknown) => void
}

// The end of a subscription that was closed before it had a connection.
const neverConnected: SseClosing = Object.freeze({
  cause: 'client',
  reason: 'closed by the journey',
  status: 0,
  wasOpen: false,
  lifetime: 0,
})

/** A subscription of one user: passes what its stream receives on to the journey, the metrics and the deliveries. */
export class LiveSubscription implements Subscription, EventStreamListener {
  readonly #parts: SubscriptionParts
  readonly #stream: EventStream
  readonly #queue: EventQueue | undefined
  readonly #opening = new Settlement<void>()
  readonly #closing = new Settlement<SseClosing>()
  #audit: ResumeAudit | undefined
  #last: SseClosing = neverConnected
  #isConnected = false
  #isOver = false
  #thrown: { readonly error: unknown } | undefined

  constructor(parts: SubscriptionParts) {
    this.#parts = parts
    this.#queue = parts.settings.onEvent === undefined ? new EventQueue((count) => parts.recorder.dropped(count)) : undefined
    this.#stream = new EventStream(parts, this)
  }

  get opened(): Promise<void> {
    return this.#opening.promise
  }

  get closed(): Promise<SseClosing> {
    return this.#closing.promise
  }

  get isOpen(): boolean {
    return this.#stream.isOpen
  }

  get lastEventId(): string {
    return this.#stream.lastEventId
  }

  [Symbol.asyncIterator](): AsyncIterator<SseEvent, void, undefined> {
    if (this.#queue === undefined) throw new TypeError('sse.subscribe: events go either to onEvent or to an iteration, not to both')
    return this.#queue.read()
  }

  /** Opens the first connection; called once. */
  open(): void {
    this.#stream.open()
  }

  reopen(wait: string | number = 0): void {
    this.#stream.reopen(checkOptions(milliseconds, wait, 'reopen'))
  }

  close(reason = 'closed by the journey'): void {
    if (this.#isOver) return
    this.#stream.close(reason)
    // A subscription that waits for its next connection has none to end.
    this.#finish()
  }

  onOpen(head: StreamHead): void {
    const { recorder, messages, settings } = this.#parts
    this.#isConnected = true
    recorder.opened(head)
    this.#audit?.begin()
    messages?.connected(head.at)
    this.#opening.resolve()
    this.#tell('onOpen', settings.onOpen)
  }

  onId(id: string): void {
    if (this.#parts.settings.resume !== false && id !== '') (this.#audit ??= new ResumeAudit()).see(id)
  }

  onEvent(type: string, data: string, at: number): void {
    const { recorder, messages, settings } = this.#parts
    const name = type === '' ? 'message' : type
    recorder.event(name, at)
    if (isHeartbeat(settings.heartbeat, name, data)) recorder.heartbeat(at)
    else if (messages !== undefined) this.#guard('payload', () => messages.heard(data, at))
    // The payload may have ended the subscription.
    if (this.#isOver) return
    if (settings.onEvent === undefined) this.#queue?.push({ type: name, data, id: this.lastEventId, at })
    else this.#tell('onEvent', settings.onEvent, { type: name, data, id: this.lastEventId, at })
  }

  onEnd(end: ConnectionEnd, willReopen: boolean): void {
    const { recorder, messages, settings } = this.#parts
    const { cause, reason, status, isRefused, at, silentSince = at } = end
    const wasOpen = this.#isConnected
    this.#isConnected = false
    const lifetime = wasOpen ? recorder.closed(end, this.#audit?.end()) : 0
    // The time of a silent loss is unknown: the connection counts as open until its last byte.
    if (wasOpen && (willReopen || silentSince < at)) messages?.interrupted(silentSince)
    if (isRefused || (!wasOpen && cause !== 'client')) recorder.refused(end)
    this.#last = { cause, reason, status, wasOpen, lifetime }
    this.#tell('onClose', settings.onClose, this.#last, willReopen)
    if (!willReopen) this.#finish()
  }

  #tell<Values extends unknown[]>(name: string, callback: ((...values: Values) => void) | undefined, ...values: Values): void {
    if (callback !== undefined) this.#guard(name, () => callback(...values))
  }

  // An error of a callback is the journey's own mistake, and ends the whole subscription.
  #guard(name: string, call: () => unknown): void {
    notify(call, (error) => {
      this.#thrown ??= { error }
      this.#parts.fail(error)
      this.close(`${name} has thrown`)
    })
  }

  #finish(): void {
    if (this.#isOver) return
    this.#isOver = true
    const { messages, path, now, onOver } = this.#parts
    const refusal = new SseError(typeof path === 'string' ? path : path.template, this.#last.reason, this.#last.status)
    messages?.left(now())
    this.#opening.reject(refusal)
    if (this.#thrown === undefined) this.#closing.resolve(this.#last)
    else this.#closing.reject(this.#thrown.error)
    this.#queue?.end(this.#thrown ?? (this.#last.cause === 'error' ? { error: refusal } : undefined))
    onOver(this)
  }
}

function isHeartbeat(heartbeat: SubscribeSettings['heartbeat'], type: string, data: string): boolean {
  if (heartbeat === undefined) return false
  if (heartbeat.type !== undefined) return type === heartbeat.type
  return heartbeat.data !== undefined && type === 'message' && data === heartbeat.data
}

// The number of hashes that fit into the object of the array itself, as there may be thousands of subscriptions.
const remembered = 16

/**
 * Checks that connections that resume after an id deliver no event that was received before.
 *
 * The audit remembers hashes of the last 16 ids, and of the last id before the connection, which a target that repeats everything reaches. The ids themselves
 * are slices that would keep their whole texts alive.
 */
export class ResumeAudit {
  readonly #seen = new Int32Array(remembered)
  #count = 0
  #last = 0
  #lastBefore = 0
  #isResumed = false
  #hasIds = false
  #hasRepeated = false

  /** Begins a connection that resumes after the last id. */
  begin(): void {
    this.#lastBefore = this.#last
    this.#isResumed = true
    this.#hasIds = false
    this.#hasRepeated = false
  }

  /** Checks the id of a block. */
  see(id: string): void {
    const hash = hashOf(id)
    if (this.#isResumed) {
      this.#hasIds = true
      this.#hasRepeated ||= hash === this.#lastBefore || this.#seen.includes(hash)
    }
    this.#last = hash
    this.#seen[this.#count++ % remembered] = hash
  }

  /** Returns whether the ended connection resumed correctly; `undefined` when there is nothing to judge. */
  end(): boolean | undefined {
    return this.#isResumed && this.#hasIds ? !this.#hasRepeated : undefined
  }
}

// FNV-1a, without 0, which stands for none.
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash === 0 ? 1 : hash | 0
}

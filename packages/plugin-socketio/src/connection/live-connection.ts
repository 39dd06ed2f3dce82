import { formatDuration, markHandled } from '@benchpress/core/plugin'
import { notify } from '@benchpress/plugin-options'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Socket } from 'socket.io-client'
import {
  type Connection,
  type Disconnection,
  type EventListener,
  type RequestOptions,
  type Transport,
  type WaitOptions,
  SocketioError,
} from '../socketio-client.ts'
import { readRequestOptions, readWaitOptions, type ReplySettings } from './settings.ts'
import { ask, AwaitedAcks } from './awaited-acks.ts'
import { AwaitedEvents, type WaitFailure } from './awaited-events.ts'
import type { Awaited, ConnectionRecorder } from './connection-recorder.ts'
import type { CreatedSocket } from './create-socket.ts'
import { Session, type SessionListener, type SessionParts } from './session.ts'

/** The parts of a connection. */
export interface ConnectionParts extends SessionParts, CreatedSocket {
  /** Called with each error of a listener. */
  readonly fail: (error: unknown) => void
  /** Called once, when nothing will happen on the connection any more. */
  readonly onOver: (connection: LiveConnection) => void
}

// An awaited message, for metrics and errors; for a request, with the name and the time of its event.
interface Asked {
  readonly awaited: Awaited
  readonly event: string
  readonly sentAt?: number
}

// Closing takes a round trip; a target that does not respond gets no more time than a stopped user.
const patience = 300

/** A connection of one user, on a socket of socket.io-client. */
export class LiveConnection implements Connection, SessionListener {
  readonly #parts: ConnectionParts
  readonly #socket: Socket
  readonly #recorder: ConnectionRecorder
  readonly #session: Session
  readonly #acks: AwaitedAcks
  #awaited: AwaitedEvents | undefined
  // The library's listener for each listener of the journey, as long as the journey keeps that.
  #listeners: WeakMap<EventListener, EventListener> | undefined
  #gone: Promise<void> | undefined

  constructor(parts: ConnectionParts) {
    const { socket, recorder, messages, settings, now } = parts
    this.#parts = parts
    this.#socket = socket
    this.#recorder = recorder
    this.#session = new Session(parts, this)
    this.#acks = new AwaitedAcks(parts, (event, sentAt, failure) =>
      this.#noReply({ awaited: 'ack', event, sentAt }, failure, settings.replyTimeout),
    )
    socket.onAny((event: string, ...values: unknown[]) => {
      recorder.received(event)
      if (messages !== undefined) this.#guard(() => messages.heard(event, values, now()))
      this.#awaited?.heard(event, values)
    })
    for (const [event, listener] of Object.entries(settings.on ?? {})) this.on(event, listener)
  }

  get id(): string {
    return this.#socket.id ?? ''
  }

  get isConnected(): boolean {
    return this.#session.isConnected
  }

  get transport(): Transport {
    return this.#session.transport
  }

  get closed(): Promise<Disconnection> {
    return this.#session.closed
  }

  /** Resolves when all TCP connections of a closed connection are closed. */
  get gone(): Promise<void> {
    return this.#gone ?? Promise.resolve()
  }

  /** Connects; called once. */
  async open(): Promise<this> {
    this.#session.open()
    await this.#session.opened
    return this
  }

  emit(event: string, ...values: readonly unknown[]): void {
    this.#requireConnection(event)
    this.#socket.emit(event, ...values)
    this.#recorder.emitted(event)
  }

  // Called for each message: every byte that is kept until the reply counts.
  emitWithAck<Reply = unknown>(event: string, ...values: unknown[]): Promise<Reply> {
    if (!this.#session.isConnected) return markHandled(this.#rejectRequest(event))
    try {
      return this.#acks.emit<Reply>(event, values)
    } catch (error) {
      return markHandled(Promise.reject<Reply>(error))
    }
  }

  request<Reply = unknown>(event: string, payload: unknown, options: RequestOptions): Promise<Reply> {
    return markHandled(this.#request(event, payload, options))
  }

  waitFor<Payload = unknown>(event: string, options: WaitOptions = {}): Promise<Payload> {
    return markHandled(this.#waitFor(event, options))
  }

  on(event: string, listener: EventListener): void {
    this.#socket.on(event, this.#guarded(listener))
  }

  once(event: string, listener: EventListener): void {
    this.#socket.once(event, this.#guarded(listener))
  }

  off(event: string, listener: EventListener): void {
    this.#socket.off(event, this.#guarded(listener))
  }

  close(): void {
    this.#session.close()
  }

  onDisconnect(disconnection: Disconnection, willReconnect: boolean): void {
    this.#endWaits()
    this.#guard(() => this.#parts.settings.onDisconnect?.(disconnection, willReconnect))
  }

  onOver(): void {
    this.#endWaits()
    this.#gone = this.#parts.sockets.ended(patience)
    this.#parts.onOver(this)
  }

  #endWaits(): void {
    this.#acks.end()
    this.#awaited?.end()
  }

  async #request<Reply>(event: string, payload: unknown, options: RequestOptions): Promise<Reply> {
    const settings = readRequestOptions(payload, options, this.#parts.settings.replyTimeout)
    if (!this.#session.isConnected) return await this.#rejectRequest(event)
    const sentAt = ask(this.#parts, event, [payload])
    return await this.#wait<Reply>(settings.reply, settings, { awaited: 'reply', event, sentAt })
  }

  async #waitFor<Payload>(event: string, options: WaitOptions): Promise<Payload> {
    const settings = readWaitOptions(options, this.#parts.settings.replyTimeout)
    if (!this.#session.isConnected) return await this.#rejectLater(event)
    return await this.#wait<Payload>(event, settings, { awaited: 'event', event })
  }

  #wait<Payload>(event: string, settings: ReplySettings, asked: Asked): Promise<Payload> {
    return new Promise<Payload>((resolve, reject) => {
      const awaited = (this.#awaited ??= new AwaitedEvents())
      awaited.wait(event, settings, {
        onEvent: (payload) => {
          if (asked.sentAt !== undefined) this.#recorder.replied(asked.sentAt)
          resolve(payload as Payload)
        },
        onFailure: (failure) => reject(this.#noReply(asked, failure, settings.timeout)),
        onLate: () => this.#recorder.late('reply', asked.event),
      })
    })
  }

  #noReply({ awaited, event, sentAt }: Asked, failure: WaitFailure, timeout: number): unknown {
    if (typeof failure === 'object') {
      if (sentAt !== undefined) this.#recorder.unsettled(sentAt)
      return failure.thrown
    }
    if (failure === 'ended' && this.#session.isClosing) {
      this.#recorder.abandoned(event, sentAt)
      return this.#session.thrown?.error ?? new SocketioError({ event }, `no ${awaited} before the connection was closed`)
    }
    const isLate = failure === 'timeout'
    const { lastReason } = this.#session
    this.#recorder.missing(awaited, event, sentAt, {
      outcome: isLate ? 'timeout' : 'closed_early',
      reason: isLate ? `no ${awaited} in time` : lastReason,
    })
    const why = isLate ? `within ${formatDuration(timeout * 1000)}` : `before the connection ended: ${lastReason}`
    return new SocketioError({ event }, `no ${awaited} ${why}`)
  }

  // Counted like an HTTP request whose connection was refused, unless the journey itself has ended the connection.
  #rejectRequest(event: string): Promise<never> {
    if (!this.#session.isClosing) this.#recorder.unconnected(event, `not connected: ${this.#session.lastReason}`)
    return this.#rejectLater(event)
  }

  // Rejected in a later turn, as a journey that always tries again would block the thread otherwise.
  async #rejectLater(event: string): Promise<never> {
    const error = this.#session.absence(event)
    await nextTurn()
    throw error
  }

  #requireConnection(event: string): void {
    if (!this.#session.isConnected) throw this.#session.absence(event)
  }

  #guarded(listener: EventListener): EventListener {
    const listeners = (this.#listeners ??= new WeakMap<EventListener, EventListener>())
    const known = listeners.get(listener)
    if (known !== undefined) return known
    const guarded: EventListener = (...values) => this.#guard(() => listener(...values))
    listeners.set(listener, guarded)
    return guarded
  }

  // An error of a listener would end the thread.
  #guard(call: () => unknown): void {
    notify(call, this.#fail)
  }

  readonly #fail = (error: unknown): void => {
    this.#parts.fail(error)
    this.#session.fail(error)
  }
}

import { formatDuration } from '@benchpress/core'
import type { Socket } from 'socket.io-client'
import type { Connection, Disconnection, EventListener, RequestOptions, Transport, WaitOptions } from '../socketio-client.ts'
import { SocketioError } from '../socketio-error.ts'
import { readRequestOptions, readWaitOptions, type AnswerSettings } from './answer-settings.ts'
import { AwaitedEvents, type WaitFailure } from './awaited-events.ts'
import type { Awaited, ConnectionRecorder } from './connection-recorder.ts'
import type { CreatedSocket } from './create-socket.ts'
import { Session, type SessionParts } from './session.ts'

/** What a connection is made of. */
export interface ConnectionParts extends Omit<SessionParts, 'socket' | 'onDisconnect' | 'onOver'>, CreatedSocket {
  /** Called once, when nothing will happen on it any more. */
  readonly onOver: (connection: LiveConnection) => void
}

// What is waited for, for the metrics and messages; of a request, when and as what it was sent.
interface Asked {
  readonly awaited: Awaited
  readonly event: string
  readonly sentAt?: number
}

// Closing takes a round trip; a target that does not answer gets no more time than a user has who was stopped.
const patience = 300

/** A connection of one user, on a socket of socket.io-client. */
export class LiveConnection implements Connection {
  readonly #parts: ConnectionParts
  readonly #socket: Socket
  readonly #recorder: ConnectionRecorder
  readonly #session: Session
  readonly #awaited = new AwaitedEvents()
  // The library's listener for each of the journey's.
  readonly #listeners = new Map<EventListener, EventListener>()
  #gone: Promise<void> | undefined

  constructor(parts: ConnectionParts) {
    const { socket, recorder, messages, settings, now, onOver } = parts
    this.#parts = parts
    this.#socket = socket
    this.#recorder = recorder
    this.#session = new Session({
      ...parts,
      onDisconnect: (disconnection, willReconnect) => {
        this.#awaited.end()
        this.#guard(() => settings.onDisconnect?.(disconnection, willReconnect))
      },
      onOver: () => {
        this.#awaited.end()
        this.#gone = parts.sockets.ended(patience)
        onOver(this)
      },
    })
    socket.onAny((event: string, ...values: unknown[]) => {
      recorder.received(event)
      if (messages !== undefined) this.#guard(() => messages.received(event, values, now()))
      this.#awaited.heard(event, values)
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

  /** Resolves when none of its TCP connections is open any more; for one that was closed. */
  get gone(): Promise<void> {
    return this.#gone ?? Promise.resolve()
  }

  /** Connects; once. */
  async open(): Promise<this> {
    this.#session.open()
    await this.#session.opened
    return this
  }

  emit(event: string, ...values: readonly unknown[]): void {
    this.#requireConnection(event)
    this.#recorder.emitted(event)
    this.#socket.emit(event, ...values)
  }

  // Once a message: a promise more would be felt.
  emitWithAck<Answer = unknown>(event: string, ...values: readonly unknown[]): Promise<Answer> {
    return new Promise<Answer>((resolve, reject) => {
      this.#requireConnection(event)
      const { settings, now } = this.#parts
      const recorder = this.#recorder
      recorder.emitted(event)
      const sentAt = now()
      this.#socket.timeout(settings.answerTimeout).emit(event, ...values, (failure: Error | null, answer: Answer) => {
        if (failure === null) {
          recorder.answered(event, sentAt, now())
          resolve(answer)
        } else {
          reject(this.#unanswered({ awaited: 'ack', event }, this.isConnected ? 'timeout' : 'ended', settings.answerTimeout))
        }
      })
    })
  }

  async request<Answer = unknown>(event: string, payload: unknown, options: RequestOptions): Promise<Answer> {
    const { settings, now } = this.#parts
    const answer = readRequestOptions(payload, options, settings.answerTimeout)
    this.#requireConnection(event)
    const sentAt = now()
    const answered = this.#wait<Answer>(answer.reply, answer, { awaited: 'reply', event, sentAt })
    this.#recorder.emitted(event)
    this.#socket.emit(event, payload)
    return await answered
  }

  async waitFor<Payload = unknown>(event: string, options: WaitOptions = {}): Promise<Payload> {
    const answer = readWaitOptions(options, this.#parts.settings.answerTimeout)
    this.#requireConnection(event)
    return await this.#wait<Payload>(event, answer, { awaited: 'event', event })
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

  #wait<Payload>(event: string, answer: AnswerSettings, asked: Asked): Promise<Payload> {
    return new Promise<Payload>((resolve, reject) => {
      this.#awaited.wait(
        event,
        answer,
        (payload) => {
          if (asked.sentAt !== undefined) this.#recorder.answered(asked.event, asked.sentAt, this.#parts.now())
          resolve(payload as Payload)
        },
        (failure) => reject(this.#unanswered(asked, failure, answer.timeout)),
      )
    })
  }

  #unanswered({ awaited, event }: Asked, failure: WaitFailure, timeout: number): unknown {
    if (typeof failure === 'object') return failure.thrown
    if (failure === 'ended' && this.#session.isClosing) {
      this.#recorder.abandoned(event)
      return new SocketioError(event, `no ${awaited} before the connection was closed`)
    }
    this.#recorder.missing(awaited, event)
    const why =
      failure === 'timeout' ? `within ${formatDuration(timeout * 1000)}` : `before the connection ended: ${this.#session.lastReason}`
    return new SocketioError(event, `no ${awaited} ${why}`)
  }

  #requireConnection(event: string): void {
    if (!this.#session.isConnected) throw this.#session.absence(event)
  }

  #guarded(listener: EventListener): EventListener {
    const known = this.#listeners.get(listener)
    if (known !== undefined) return known
    const guarded: EventListener = (...values) => this.#guard(() => listener(...values))
    this.#listeners.set(listener, guarded)
    return guarded
  }

  // What a listener throws would end the thread.
  #guard(call: () => void): void {
    try {
      call()
    } catch (error) {
      this.#session.fail(error)
    }
  }
}

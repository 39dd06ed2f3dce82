import { formatDuration, Settlement, type PluginOutcome } from '@benchpress/core/plugin'
import type { Socket } from 'socket.io-client'
import { type Disconnection, type Transport, SocketioError } from '../socketio-client.ts'
import type { ConnectSettings } from './settings.ts'
import type { ConnectionRecorder } from './connection-recorder.ts'
import { describeDisconnect, describeRefusal, describeUpgradeFailure, outcomeOfRefusal } from './describe-failure.ts'
import type { ReceivedMessages } from './received-messages.ts'

/** The parts of a session. */
export interface SessionParts {
  readonly socket: Socket
  /** Namespace for messages. */
  readonly namespace: string
  readonly settings: ConnectSettings
  readonly recorder: ConnectionRecorder
  readonly messages: ReceivedMessages | undefined
  /** Microseconds on the clock of the process. */
  readonly now: () => number
}

/** Receives the end of a session. */
export interface SessionListener {
  /** Called at the end of each connection. */
  onDisconnect(disconnection: Disconnection, willReconnect: boolean): void
  /** Called once, when no other connection follows. */
  onOver(): void
}

/** The life of one connection and its reconnections, for metrics, deliveries and the promises of the journey. */
export class Session {
  isConnected = false
  /** Whether the user ends the session, rather than the target. */
  isClosing = false
  /** The error of a listener, which ends the session. */
  thrown: { readonly error: unknown } | undefined
  readonly #parts: SessionParts
  readonly #listener: SessionListener
  readonly #opening = new Settlement<void>()
  readonly #closing = new Settlement<Disconnection>()
  #transport: Transport = 'websocket'
  #last: Disconnection = { reason: 'never connected', sessionLength: 0 }
  #refusal: SocketioError | undefined
  #acceptTimer: NodeJS.Timeout | undefined
  #startedAt = 0
  readonly #sent = { last: 0, largest: 0 }
  // Whether the current attempt was refused, as one failure can be reported twice.
  #isRefused = false
  #isOver = false

  constructor(parts: SessionParts, listener: SessionListener) {
    this.#parts = parts
    this.#listener = listener
  }

  /** Resolves when the session is connected for the first time. */
  get opened(): Promise<void> {
    return this.#opening.promise
  }

  get closed(): Promise<Disconnection> {
    return this.#closing.promise
  }

  get transport(): Transport {
    const { engine } = this.#parts.socket.io
    return (engine?.transport.name as Transport | undefined) ?? this.#transport
  }

  /** Reason of the end of the last connection. */
  get lastReason(): string {
    return this.#last.reason
  }

  /** The error for a call that needs a connection, where there is none. */
  absence(event: string): unknown {
    return this.thrown === undefined ? new SocketioError({ event }, `not connected: ${this.#last.reason}`) : this.thrown.error
  }

  open(): void {
    const { socket } = this.#parts
    socket.io.on('open', () => this.#onOpen())
    socket.io.on('reconnect_attempt', () => this.#start())
    socket.io.on('reconnect_failed', () => this.#finish())
    socket.on('connect', () => this.#onConnect())
    socket.on('connect_error', (error) => this.#onConnectError(error))
    socket.on('disconnect', (reason, details) => this.#onDisconnect(reason, details))
    this.#start()
    socket.connect()
  }

  close(): void {
    if (this.#isOver) return
    this.isClosing = true
    this.#parts.socket.disconnect()
    // A session that is not connected has nothing to end.
    this.#finish()
  }

  /** Ends the session after an error of a listener, which is the journey's own mistake. */
  fail(error: unknown): void {
    this.thrown ??= { error }
    this.close()
  }

  #start(): void {
    this.#isRefused = false
    this.#startedAt = this.#parts.recorder.started()
  }

  #onOpen(): void {
    const { socket, settings, recorder, now } = this.#parts
    const { engine } = socket.io
    const at = now()
    this.#transport = engine.transport.name as Transport
    recorder.opened(at)
    Object.assign(this.#sent, { last: 0, largest: 0 })
    engine.on('packetCreate', ({ data }) => this.#noteSize(data))
    // The library has no timeout for the response of the namespace.
    const left = Math.max(1, settings.timeout - (at - this.#startedAt) / 1000)
    this.#acceptTimer = setTimeout(() => {
      this.#refuse(new Error('timeout'))
      engine.close()
    }, left)
    if (this.#transport !== 'polling') return
    engine.once('upgrade', () => recorder.upgraded(now()))
    engine.once('upgradeError', (error: unknown) => recorder.notUpgraded(describeUpgradeFailure(error)))
  }

  #onConnect(): void {
    const { recorder, messages, now } = this.#parts
    this.#stopAcceptTimer()
    const at = now()
    this.isConnected = true
    recorder.connected(this.#transport, at)
    messages?.connected(at)
    this.#opening.resolve()
  }

  #onConnectError(error: unknown): void {
    this.#stopAcceptTimer()
    if (this.isClosing) return
    this.#refuse(error)
    if (!this.#willGoOn()) this.#finish()
  }

  #onDisconnect(reason: string, details: unknown): void {
    const { recorder, messages, now } = this.#parts
    this.#stopAcceptTimer()
    const willReconnect = this.#willGoOn()
    if (this.isConnected) {
      const at = now()
      this.isConnected = false
      const described = describeDisconnect(reason, details, this.#sent)
      this.#last = { reason: described, sessionLength: recorder.disconnected(this.isClosing ? 'client' : 'target', described, at) }
      if (willReconnect) messages?.interrupted(at)
      this.#listener.onDisconnect(this.#last, willReconnect)
    } else if (!this.isClosing) {
      this.#refuse(new Error(`closed before it was connected: ${describeDisconnect(reason, details, this.#sent)}`), 'closed_early')
    }
    if (!willReconnect) this.#finish()
  }

  // Packets without data are those of the heartbeat.
  #noteSize(data: string | ArrayBufferView | undefined): void {
    if (data === undefined) return
    this.#sent.last = typeof data === 'string' ? Buffer.byteLength(data) : data.byteLength
    this.#sent.largest = Math.max(this.#sent.last, this.#sent.largest)
  }

  #stopAcceptTimer(): void {
    clearTimeout(this.#acceptTimer)
    this.#acceptTimer = undefined
  }

  #refuse(error: unknown, outcome: PluginOutcome = outcomeOfRefusal(error)): void {
    if (this.#isRefused) return
    this.#isRefused = true
    const { settings, namespace, recorder } = this.#parts
    const reason = describeRefusal(error, formatDuration(settings.timeout * 1000))
    recorder.refused(reason, outcome)
    this.#refusal = new SocketioError(namespace, reason, (error as { readonly data?: unknown }).data)
  }

  // The library does not reopen a connection that the target refused or ended.
  #willGoOn(): boolean {
    const { settings, socket } = this.#parts
    return settings.reconnection !== false && socket.active && !this.isClosing
  }

  #finish(): void {
    if (this.#isOver) return
    this.#isOver = true
    const { socket, namespace, recorder, messages, now } = this.#parts
    this.#stopAcceptTimer()
    socket.disconnect()
    recorder.over()
    messages?.left(now())
    this.#opening.reject(
      this.thrown?.error ?? this.#refusal ?? new SocketioError(namespace, 'its user has ended it before it was connected'),
    )
    if (this.thrown === undefined) this.#closing.resolve(this.#last)
    else this.#closing.reject(this.thrown.error)
    this.#listener.onOver()
  }
}

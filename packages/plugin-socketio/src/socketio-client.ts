import type { SentMessage } from '@benchpress/core/plugin'

/** The transport of a connection. */
export type Transport = 'polling' | 'websocket'

/** Options for reopening a connection that ends by itself. */
export interface Reconnection {
  /** Most attempts in a row. Default: no limit. */
  readonly attempts?: number
  /** Wait before the first attempt, as `500ms` or in seconds; doubled each time, and varied by up to half at random. Default `1s`. */
  readonly delay?: string | number
  /** Longest wait. Default `5s`. */
  readonly delayMax?: string | number
}

/** Options of a connection. */
export interface ConnectOptions {
  /** Credentials for the namespace: `handshake.auth` of the target. */
  readonly auth?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  /** Path at which the target serves Socket.IO. Default `/socket.io/`. */
  readonly path?: string
  /** Transports in the order in which they are tried. Default `['websocket']`; a browser has `['polling', 'websocket']`. */
  readonly transports?: readonly Transport[]
  /** Whether a connection over polling is upgraded to WebSocket, where both are allowed. Default true. */
  readonly upgrade?: boolean
  /** Whether a connection that ends by itself is opened again. Default false. */
  readonly reconnection?: boolean | Reconnection
  /**
   * Whether the connection sends and keeps the cookies of the user's HTTP client, such as that of a login, or of a balancer that is sticky by cookie. Default
   * true, as in a browser whose page is of the same site.
   */
  readonly withCredentials?: boolean
  /** Offers to compress messages, which takes more memory and time. Default false. */
  readonly perMessageDeflate?: boolean
  /** Timeout of connecting, as `5s` or in seconds. Default `20s`. */
  readonly timeout?: string | number
  /** Timeout of a reply or an acknowledgement, where the call has none. Default `10s`. */
  readonly replyTimeout?: string | number
  /** Names by which messages find this connection; with them, stamped messages are counted as deliveries. */
  readonly recipients?: string | number | readonly (string | number)[]
  /** Events that carry stamped messages. Default: all events, and those without a stamp count as `unstamped`. */
  readonly messages?: readonly string[]
  /** Returns the text with the stamp. Default: all texts in the values of an event, and bytes as text. */
  readonly payload?: (...values: readonly unknown[]) => string
  /** Listeners by event, from the start: the first events of the target come before `on` can be called. */
  readonly on?: Readonly<Record<string, EventListener>>
  /** Called when a connection has ended; `willReconnect` is whether another one follows. */
  readonly onDisconnect?: (disconnection: Disconnection, willReconnect: boolean) => void
}

/** The end of a connection. */
export interface Disconnection {
  /**
   * Reason by Socket.IO's names: `io server disconnect`, `io client disconnect`, `ping timeout`, `transport close`, `transport error` or `parse error`; after a
   * colon, any further details.
   */
  readonly reason: string
  /** Milliseconds from the opening of the connection to its end. */
  readonly sessionLength: number
}

/** Options of a wait for an event. */
export interface WaitOptions {
  /** Whether an event is the awaited one: any truthy result but a promise. An error fails the wait. Default: the first one is. */
  readonly match?: (...values: readonly unknown[]) => unknown
  /** Timeout, as `2s` or in seconds. Default: the `replyTimeout` of the connection. */
  readonly timeout?: string | number
}

/** Options of a request, to which an event is the reply. */
export interface RequestOptions {
  /** Name of the event that is the reply. */
  readonly reply: string
  /** Whether an event is the reply: a function as in {@link WaitOptions}, or the name of a member that is the same in both payloads. Default: the first one is. */
  readonly match?: string | ((...values: readonly unknown[]) => unknown)
  /** Timeout, as `2s` or in seconds. Default: the `replyTimeout` of the connection. */
  readonly timeout?: string | number
}

/**
 * A function that is called with the values of an event, and with a function to acknowledge it where the target asks for that.
 *
 * An error that it throws, or that its promise rejects with, ends the connection and fails the iteration.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- a listener says what it gets
export type EventListener = (...values: readonly any[]) => void

/** A connection to a namespace, which ends with its user. */
export interface Connection {
  /** Id of the session at the target; empty while there is no session. */
  readonly id: string
  readonly isConnected: boolean
  /** The current transport. */
  readonly transport: Transport
  /** Resolves with the last disconnection, when the connection has ended for good; rejects with the error of a listener, which ends the connection. */
  readonly closed: Promise<Disconnection>
  /**
   * Sends an event with any JSON values and bytes. The time of the call is no latency, and is not measured.
   *
   * @throws SocketioError while the connection is not open
   */
  emit(event: string, ...values: readonly unknown[]): void
  /** Sends an event and resolves with the target's acknowledgement; rejects with a `SocketioError` when it does not come in time. */
  emitWithAck<Reply = unknown>(event: string, ...values: readonly unknown[]): Promise<Reply>
  /** Sends an event and resolves with the payload of the event that is the reply; rejects with a `SocketioError` when it does not come in time. */
  request<Reply = unknown>(event: string, payload: unknown, options: RequestOptions): Promise<Reply>
  /** Resolves with the payload of the next such event; rejects with a `SocketioError` when it does not come in time. */
  waitFor<Payload = unknown>(event: string, options?: WaitOptions): Promise<Payload>
  /** Calls a listener with each such event. */
  on(event: string, listener: EventListener): void
  /** Calls a listener with the next such event. */
  once(event: string, listener: EventListener): void
  /** Removes a listener. */
  off(event: string, listener: EventListener): void
  /** Ends the connection for good. */
  close(): void
}

/** The client that a journey finds as `user.socketio`. */
export interface SocketioClient {
  /**
   * Connects to a namespace of the target and resolves when it is connected, over a transport of its own.
   *
   * @param namespace such as `/chat`, or a URL of another target; default `/`
   * @throws TypeError for unknown or wrong options
   * @throws SocketioError by the promise, when the connection is refused
   */
  connect(namespace?: string, options?: ConnectOptions): Promise<Connection>
  /**
   * Counts a message as sent now and returns its stamp; the journey itself sends the event with the message.
   *
   * @param to the recipient, or the number of recipients
   */
  send(to: string | number | { readonly expected: number }): SentMessage
}

/** A connection that was refused or has ended, or a reply that did not come: `/chat: refused by the target: no token`, `no ack within 10s (event "bid")`. */
export class SocketioError extends Error {
  override readonly name = 'SocketioError'
  /** Reason of the error, such as `websocket refused: ECONNREFUSED`, `ping timeout` or `no ack within 10 s`. */
  readonly reason: string
  /** Data that the target sent with its refusal. */
  readonly data: unknown

  /** @param what the namespace or its URL, or the event without a reply */
  constructor(what: string | { readonly event: string }, reason: string, data?: unknown) {
    // A text after `auth:` or `token:` would be redacted as a secret, so no event is written before a colon.
    super(typeof what === 'string' ? `${what}: ${reason}` : `${reason} (event "${what.event}")`)
    this.reason = reason
    this.data = data
  }
}

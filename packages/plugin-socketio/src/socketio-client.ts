import type { SentMessage } from '@benchpress/core/plugin'

/** What carries a connection. */
export type Transport = 'polling' | 'websocket'

/** How a connection is opened again when it ends by itself. */
export interface Reconnection {
  /** How often in a row. Default: without an end. */
  readonly attempts?: number
  /** Wait before the first attempt, as `500ms` or in seconds; doubled each time, half more or less of it at random. Default `1s`. */
  readonly delay?: string | number
  /** Longest wait. Default `5s`. */
  readonly delayMax?: string | number
}

/** How a connection is opened. */
export interface ConnectOptions {
  /** Credentials for the namespace: `handshake.auth` of the target. */
  readonly auth?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  /** Path at which the target serves Socket.IO. Default `/socket.io/`. */
  readonly path?: string
  /** In the order in which they are tried. Default `['websocket']`; a browser has `['polling', 'websocket']`. */
  readonly transports?: readonly Transport[]
  /** Whether a connection over polling is upgraded to WebSocket, where both are allowed. Default true. */
  readonly upgrade?: boolean
  /** Whether it is opened again when it ends by itself. Default false. */
  readonly reconnection?: boolean | Reconnection
  /** Offers to compress messages, which takes more memory and time. Default false. */
  readonly perMessageDeflate?: boolean
  /** How long connecting may take, as `5s` or in seconds. Default `20s`. */
  readonly timeout?: string | number
  /** How long a reply or an acknowledgement may take, where the call does not say. Default `10s`. */
  readonly replyTimeout?: string | number
  /** Names by which messages find this connection; with them, stamped messages are counted as deliveries. */
  readonly recipients?: string | number | readonly (string | number)[]
  /** Events that carry such messages. Default: all, and those without a stamp count as `unstamped`. */
  readonly messages?: readonly string[]
  /** Gives the text with the stamp. Default: all texts in what an event carries, and bytes as text. */
  readonly payload?: (...values: readonly unknown[]) => string
  /** Listeners by event, from the start: what the target sends at once comes before `on` can be called. */
  readonly on?: Readonly<Record<string, EventListener>>
  /** A connection has ended; `willReconnect` says whether another one follows. */
  readonly onDisconnect?: (disconnection: Disconnection, willReconnect: boolean) => void
}

/** How a connection ended. */
export interface Disconnection {
  /**
   * In Socket.IO's words: `io server disconnect`, `io client disconnect`, `ping timeout`, `transport close`, `transport error` or `parse error`;
   * after a colon what is known beyond that.
   */
  readonly reason: string
  /** Milliseconds from its opening to its end. */
  readonly sessionLength: number
}

/** Which event is waited for. */
export interface WaitOptions {
  /** Whether it is this one; default the first one. */
  readonly match?: (...values: readonly unknown[]) => boolean
  /** As `2s` or in seconds. Default: the `replyTimeout` of the connection. */
  readonly timeout?: string | number
}

/** Which event is the reply to a request. */
export interface RequestOptions {
  /** Name of the event that is the reply. */
  readonly reply: string
  /** Whether it is the reply to this request: a function, or the name of a member that is the same in both payloads. Default: the first one is. */
  readonly match?: string | ((...values: readonly unknown[]) => boolean)
  /** As `2s` or in seconds. Default: the `replyTimeout` of the connection. */
  readonly timeout?: string | number
}

/** Is called with the values of an event, and with a function to acknowledge it where the target asked for that. */
// oxlint-disable-next-line typescript/no-explicit-any -- a listener says what it gets
export type EventListener = (...values: readonly any[]) => void

/** A connection to a namespace. It ends with its user. */
export interface Connection {
  /** Id of the session at the target; empty while there is none. */
  readonly id: string
  readonly isConnected: boolean
  /** What carries it now. */
  readonly transport: Transport
  /** Resolves when it has ended for good, with how; rejects with what a listener threw, which ends it. */
  readonly closed: Promise<Disconnection>
  /**
   * Sends an event: anything that JSON can hold, and bytes. How long that takes here is no latency, and is not measured.
   *
   * @throws SocketioError while it is not connected
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
  /** Ends it, for good. */
  close(): void
}

/** What a journey finds as `user.socketio`. */
export interface SocketioClient {
  /**
   * Connects to a namespace of the target and resolves when it is connected; each connection is one of its own.
   *
   * @param namespace such as `/chat`, or a URL of another target; default `/`
   * @throws TypeError for options that are not known or not right
   * @throws SocketioError by the promise, when it is refused
   */
  connect(namespace?: string, options?: ConnectOptions): Promise<Connection>
  /**
   * Counts a message as sent now and gives its stamp; the event that carries it is the journey's own.
   *
   * @param to the recipient, or how many it goes to
   */
  send(to: string | number | { readonly expected: number }): SentMessage
}

import type { HttpPath } from '@benchpress/core'
import type { SentMessage } from '@benchpress/core/plugin'

/** One event as the target sent it. */
export interface SseEvent {
  /** Type of the event; `message` unless the target named another. */
  readonly type: string
  /** Lines joined by a line feed; empty where the event has none and `dataless` asks for such events. */
  readonly data: string
  /** The last id that the target gave, of this event or one before it; empty without one. As text: ids may be larger than a number can hold. */
  readonly id: string
  /** Time of arrival, in microseconds on the clock of the process; the same for all events of one read. */
  readonly at: number
}

/** The end of one connection of a subscription. */
export interface SseClosing {
  /**
   * `client`: the journey closed it, or its user left; `target`: the target closed it, in the middle of an event or not; `error`: it broke, such as by a reset,
   * or was refused.
   */
  readonly cause: 'client' | 'target' | 'error'
  /** Reason of the end, such as `end of the body`, `ECONNRESET`, `status 503` or `content type text/html`. */
  readonly reason: string
  /** Status of the response; 0 when there was none. */
  readonly status: number
  /** Whether events could arrive over it. */
  readonly wasOpen: boolean
  /** Milliseconds from the opening of the connection to its end; 0 when it was never open. */
  readonly lifetime: number
}

/** Decodes the data of an event into the text that contains the stamp: a named codec, or a function. */
export type PayloadCodec =
  | 'text'
  | 'base64'
  /** A JSON object with the message in the member of this name, optionally in base64. */
  | { readonly json: string; readonly base64?: boolean }
  /** A function, which only a journey file can give. */
  | ((data: string) => string)

/** How a target shows that a connection is alive: by events of a type, by `message` events with nothing but this data, or by anything it sends. */
export type Heartbeat =
  | (HeartbeatTimeout & { readonly type: string })
  | (HeartbeatTimeout & { readonly data: string })
  | Required<HeartbeatTimeout>

/** The longest silence of a connection. */
export interface HeartbeatTimeout {
  /**
   * A connection without any data for this time, as `30s` or in seconds, is taken for lost: it is closed as an `error`, and opened again. Default: it is kept
   * until the system detects that the other end is gone.
   */
  readonly timeout?: string | number
}

/** Options of a subscription to a stream of events. */
export interface SubscribeOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  /** Name of the endpoint in the result. Default: method and path, without `query`. */
  readonly name?: string
  /** Time for the target to respond, as `5s` or in seconds. Default: that of the config. */
  readonly timeout?: string | number
  /** The id to resume after: sent as `Last-Event-ID`, or as the query parameter that `resume` names. */
  readonly lastEventId?: string
  /** How the last id is sent. Default `header`; `false` sends none. */
  readonly resume?: 'header' | { readonly query: string } | false
  /** Whether a connection that ends by itself is opened again. Default true. */
  readonly reconnect?: boolean
  /** Wait before a connection is opened again, until the target sends a `retry`. Default `1s`. Each failed attempt doubles the wait, up to 30 s. */
  readonly retry?: string | number
  /** Reports events with a type and no data too, mostly heartbeats, which the standard drops. Default false. */
  readonly dataless?: boolean
  readonly heartbeat?: Heartbeat
  /** Accepts compressed streams. Default false. */
  readonly gzip?: boolean
  /** Names by which messages find this subscription; with them, stamped messages are counted as deliveries. */
  readonly recipients?: string | number | readonly (string | number)[]
  /** Codec of the data in which stamps are found. Default `text`. */
  readonly payload?: PayloadCodec
  readonly onOpen?: () => void
  readonly onEvent?: (event: SseEvent) => void
  /** Called when a connection has ended, or could not be opened; `willReopen` is whether another one follows. */
  readonly onClose?: (closing: SseClosing, willReopen: boolean) => void
}

/**
 * A subscription, over one connection at a time, which ends with its user.
 *
 * Events may be received by `onEvent`, or iterated over. Without `onEvent`, the last 100 events are kept until the iteration starts, and the last 1,000 while
 * it is too slow for them. An iteration throws an `SseError` when the subscription is refused.
 */
export interface Subscription extends AsyncIterable<SseEvent> {
  readonly isOpen: boolean
  readonly lastEventId: string
  /** Resolves when the first connection is open; rejects with an `SseError` when the subscription ends before that. */
  readonly opened: Promise<void>
  /** Resolves with the end of the last connection, when nothing will arrive any more; rejects with the error of a callback. */
  readonly closed: Promise<SseClosing>
  /** Closes the connection and opens another one at once, or after a wait, as `500ms` or in seconds. */
  reopen(wait?: string | number): void
  /** Ends the subscription for good. */
  close(): void
}

/** The client that a journey finds as `user.sse`. */
export interface SseClient {
  /**
   * Subscribes to a stream of events.
   *
   * @throws TypeError for unknown or wrong options
   */
  subscribe(path: HttpPath, options?: SubscribeOptions): Subscription
  /**
   * Counts a message as sent now and returns its stamp; the journey itself sends the request with the message.
   *
   * @param to the recipient, or the number of recipients
   */
  send(to: string | number | { readonly expected: number }): SentMessage
}

/** A subscription that was refused, or ended before it was open: `/events: status 503`. */
export class SseError extends Error {
  override readonly name = 'SseError'
  /** Reason of the refusal, such as `status 503`, `content type text/html` or `ECONNREFUSED`. */
  readonly reason: string
  /** Status of the response; 0 without one. */
  readonly status: number

  constructor(path: string, reason: string, status: number) {
    super(`${path}: ${reason}`)
    this.reason = reason
    this.status = status
  }
}

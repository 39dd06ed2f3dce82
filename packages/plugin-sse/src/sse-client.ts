import type { RoutePath } from '@benchpress/core'
import type { SentMessage } from '@benchpress/core/plugin'

/** One event as the target sent it. */
export interface SseEvent {
  /** `message` unless the target named another. */
  readonly type: string
  /** Lines joined by a line feed; empty where the event has none and `dataless` asks for such events. */
  readonly data: string
  /** The last id that the target gave, of this event or one before it; empty without one. As text: ids may be larger than a number can hold. */
  readonly id: string
  /** When it arrived, in microseconds on the clock of the process; the same for all events of one read. */
  readonly at: number
}

/** How one connection of a subscription ended. */
export interface SseClosing {
  /** `client`: the journey closed it, or its user left; `target`: the target closed it, in the middle of an event or not; `error`: it was reset or broken otherwise, or refused. */
  readonly cause: 'client' | 'target' | 'error'
  /** Such as `end of the body`, `ECONNRESET`, `status 503` or `content type text/html`. */
  readonly reason: string
  /** Status of the response; 0 when there was none. */
  readonly status: number
  /** Whether events could arrive over it. */
  readonly wasOpen: boolean
  /** Milliseconds from its opening to its end; 0 when it was never open. */
  readonly lifetime: number
}

/** Turns what a message is sent as into the text that its stamp is in: the name of one, or a function. */
export type PayloadCodec =
  | 'text'
  | 'base64'
  /** A JSON object, the message in the member of this name, in base64 where so said. */
  | { readonly json: string; readonly base64?: boolean }
  /** In a journey file only. */
  | ((data: string) => string)

/** How a target shows that a connection is alive: by events of a type, by `message` events with nothing but this data, or by anything it sends. */
export type Heartbeat =
  | (HeartbeatTimeout & { readonly type: string })
  | (HeartbeatTimeout & { readonly data: string })
  | Required<HeartbeatTimeout>

/** How long a connection may be silent. */
export interface HeartbeatTimeout {
  /**
   * A connection over which nothing at all has come for this time, as `30s` or in seconds, is taken for lost: it is closed as an `error`, and opened
   * again. Default: it is kept, until the system finds out that its other end is gone.
   */
  readonly timeout?: string | number
}

/** How a stream of events is subscribed to. */
export interface SubscribeOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  /** Name of the endpoint in the result. Default: method and path, without what `query` adds. */
  readonly name?: string
  /** How long the target may take to respond, as `5s` or in seconds. Default: that of the config. */
  readonly timeout?: string | number
  /** The id to resume after: sent as `Last-Event-ID`, or as the query parameter that `resume` names. */
  readonly lastEventId?: string
  /** How the last id is sent. Default `header`; `false` sends none. */
  readonly resume?: 'header' | { readonly query: string } | false
  /** Whether it is opened again when it ends by itself. Default true. */
  readonly reconnect?: boolean
  /** Wait before it is opened again, until the target sends a `retry`. Default `1s`. After attempts that fail it is doubled each time, to 30 s at most. */
  readonly retry?: string | number
  /** Reports events too that name a type and have no data, which the standard drops: heartbeats, mostly. Default false. */
  readonly dataless?: boolean
  readonly heartbeat?: Heartbeat
  /** Accepts compressed streams. Default false. */
  readonly gzip?: boolean
  /** Names by which messages find this subscription; with them, stamped messages are counted as deliveries. */
  readonly recipients?: string | number | readonly (string | number)[]
  /** How stamps are found in the data. Default `text`. */
  readonly payload?: PayloadCodec
  readonly onOpen?: () => void
  readonly onEvent?: (event: SseEvent) => void
  /** A comment line, without its colon. */
  readonly onComment?: (comment: string) => void
  /** One connection has ended, or could not be opened; `willReopen` says whether another one follows. */
  readonly onClose?: (closing: SseClosing, willReopen: boolean) => void
}

/**
 * A subscription, over one connection at a time. It ends with its user.
 *
 * Events may be received by `onEvent`, or iterated over. Without `onEvent`, the last 100 events are kept until the iteration starts, and the last 1,000
 * while it is too slow for them. The iteration throws an `SseError` when the subscription is refused.
 */
export interface Subscription extends AsyncIterable<SseEvent> {
  readonly isOpen: boolean
  readonly lastEventId: string
  /** Resolves when it is open for the first time; rejects with an `SseError` when it ends before that. */
  readonly opened: Promise<void>
  /** Resolves when nothing will arrive any more, with how its last connection ended; rejects with what one of the callbacks threw. */
  readonly closed: Promise<SseClosing>
  /** Closes the connection and opens another one at once, or after a wait, as `500ms` or in seconds. */
  reopen(wait?: string | number): void
  /** Ends it, for good. */
  close(): void
}

/** What a journey finds as `user.sse`. */
export interface SseClient {
  /**
   * Subscribes to a stream of events.
   *
   * @throws TypeError for options that are not known or not right
   */
  subscribe(path: string | RoutePath, options?: SubscribeOptions): Subscription
  /**
   * Counts a message as sent now and gives its stamp; the request that carries it is the journey's own.
   *
   * @param to the recipient, or to how many it goes
   */
  send(to: string | number | { readonly expected: number }): SentMessage
}

import type { HttpClient, RoutePath } from '@benchpress/core'
import type { StreamEnd, StreamHead } from '@benchpress/core/plugin'
import type { SubscribeSettings } from './subscribe-settings.ts'

/** The end of a connection, as the event source knows it. */
export interface ConnectionEnd {
  readonly cause: StreamEnd['by']
  readonly reason: string
  readonly status: number
  /** Whether the target responded with something other than events. */
  readonly isRefused: boolean
  /** Microseconds on the clock of the process. */
  readonly at: number
  /** Time of the last data, where the connection was lost silently. */
  readonly silentSince?: number
}

/** Receives everything that happens to the connections of one subscription, in the thread of its user. */
export interface EventSourceListener {
  /** Called when a connection is open, and events can arrive. */
  onOpen(head: StreamHead): void
  /** Called at the end of a block with an id, before the event of that block. */
  onId(id: string): void
  /** @param type empty when the target names none */
  onEvent(type: string, data: string, at: number): void
  onComment(comment: string): void
  /** Called when a connection has ended or could not be opened; the last call when no other connection follows. */
  onEnd(end: ConnectionEnd, willReopen: boolean): void
}

/** The target and the settings of a subscription. */
export interface SourcePlace {
  readonly http: Pick<HttpClient, 'stream'>
  readonly path: string | RoutePath
  readonly settings: SubscribeSettings
  /** Microseconds on the clock of the process. */
  readonly now: () => number
}

/** Keeps one subscription connected: opens a connection, reads its events, and opens another when it ends. */
export interface EventSource {
  readonly isOpen: boolean
  readonly lastEventId: string
  /** Opens the first connection; called once. */
  open(): void
  /** @param wait in milliseconds */
  reopen(wait: number): void
  /** Ends the subscription: the listener is called before this returns, unless the source waits for its next connection. */
  close(reason: string): void
}

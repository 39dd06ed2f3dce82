import type { HttpClient, RoutePath } from '@benchpress/core'
import type { StreamEnd, StreamHead } from '@benchpress/core/plugin'
import type { SubscribeSettings } from './subscribe-settings.ts'

/** How a connection ended, as far as what made it knows. */
export interface ConnectionEnd {
  readonly cause: StreamEnd['by']
  readonly reason: string
  readonly status: number
  /** Whether the target responded, and not with events. */
  readonly isRefused: boolean
  /** Microseconds on the clock of the process. */
  readonly at: number
  /** When anything came over it for the last time, where it was lost without a word. */
  readonly silentSince?: number
}

/** Called with what happens to the connections of one subscription, in the thread of its user. */
export interface EventSourceListener {
  /** Events can arrive from now on. */
  onOpen(head: StreamHead): void
  /** A block with an id ended; called before the event that it may be. */
  onId(id: string): void
  /** @param type empty when the target names none */
  onEvent(type: string, data: string, at: number): void
  onComment(comment: string): void
  /** A connection has ended or could not be opened. When none follows, this is the last call. */
  onEnd(end: ConnectionEnd, willReopen: boolean): void
}

/** Where a subscription leads. */
export interface SourcePlace {
  readonly http: Pick<HttpClient, 'stream'>
  readonly path: string | RoutePath
  readonly settings: SubscribeSettings
  /** Microseconds on the clock of the process. */
  readonly now: () => number
}

/** What keeps one subscription connected: opens a connection, reads its events, and opens another when it ends. */
export interface EventSource {
  readonly isOpen: boolean
  readonly lastEventId: string
  /** Starts it; once. */
  open(): void
  /** @param wait in milliseconds */
  reopen(wait: number): void
  /** Ends it: the listener is called before this returns, unless the source waits for its next connection. */
  close(reason: string): void
}

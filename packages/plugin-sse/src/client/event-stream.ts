import type { HttpClient, RoutePath } from '@benchpress/core'
import { formatDuration, type HttpStream, type StreamEnd, type StreamHandler, type StreamHead } from '@benchpress/core/plugin'
import { EventReader, type EventReaderListener } from '../parse/event-reader.ts'
import type { SubscribeSettings } from './subscribe-settings.ts'
import { explainReason, findRefusal, writeStreamRequest } from './stream-request.ts'

/** The end of a connection. */
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
export interface EventStreamListener {
  /** Called when a connection is open, and events can arrive. */
  onOpen(head: StreamHead): void
  /** Called at the end of a block with an id, before the event of that block. */
  onId(id: string): void
  /** @param type empty when the target names none */
  onEvent(type: string, data: string, at: number): void
  /** Called when a connection has ended or could not be opened; the last call when no other connection follows. */
  onEnd(end: ConnectionEnd, willReopen: boolean): void
}

/** The target and the settings of a subscription. */
export interface SubscribedPlace {
  readonly http: Pick<HttpClient, 'stream'>
  readonly path: string | RoutePath
  readonly settings: SubscribeSettings
  /** Microseconds on the clock of the process. */
  readonly now: () => number
}

const defaultRetry = 1000
const longestRetry = 30_000
const mostDoublings = 15
const longestTimer = 2 ** 31 - 1
// The error by which the system reports that the other side is gone.
const goneUnheard = 'ETIMEDOUT'

/**
 * Keeps one subscription connected, like an EventSource of the HTML standard: opens a connection, reads its events, and opens another when it ends.
 *
 * A response that is no stream of events ends the subscription. So does an error in JSON in place of events, for which the standard would reconnect forever.
 */
export class EventStream implements StreamHandler, EventReaderListener {
  lastEventId: string
  readonly #place: SubscribedPlace
  readonly #listener: EventStreamListener
  #stream: HttpStream | undefined
  #reader: EventReader | undefined
  // When data came last, in microseconds on the clock of the process.
  #heardAt = 0
  #status = 0
  #refusal: string | undefined
  #retry: number
  #failures = 0
  #timer: NodeJS.Timeout | undefined
  // A timer that is not reset for each arrival.
  #silence: NodeJS.Timeout | undefined
  // Why a silent connection is closed.
  #lost: string | undefined
  // Milliseconds to wait for the next connection; undefined when there is to be none.
  #wait: number | undefined
  #isOver = false

  constructor(place: SubscribedPlace, listener: EventStreamListener) {
    this.#place = place
    this.#listener = listener
    this.lastEventId = place.settings.lastEventId ?? ''
    this.#retry = place.settings.retry ?? defaultRetry
  }

  get isOpen(): boolean {
    return this.#reader !== undefined
  }

  /** Opens a connection; called once from outside. */
  open(): void {
    const { http, path, settings } = this.#place
    this.#timer = undefined
    this.#status = 0
    this.#refusal = undefined
    this.#stream = http.stream(path, writeStreamRequest(settings, this.lastEventId), this)
  }

  /** @param wait in milliseconds */
  reopen(wait: number): void {
    if (this.#isOver) return
    if (this.#timer !== undefined) {
      clearTimeout(this.#timer)
      this.#openLater(wait)
    } else {
      this.#end('reopened by the journey', wait)
    }
  }

  /** Ends the subscription: the listener is called before this returns, unless the stream waits for its next connection. */
  close(reason: string): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#end(reason, undefined)
  }

  onHead(head: StreamHead): void {
    this.#status = head.status
    this.#refusal = findRefusal(head)
    if (this.#refusal !== undefined) {
      this.#stream?.close(this.#refusal)
      return
    }
    const { dataless, heartbeat } = this.#place.settings
    this.#failures = 0
    this.#heardAt = head.at
    const timeout = heartbeat?.timeout
    if (timeout !== undefined) this.#silence = setTimeout(() => this.#checkSilence(timeout), timeout)
    this.#reader = new EventReader(this, dataless)
    this.#listener.onOpen(head)
  }

  onBytes(buffer: Buffer, start: number, end: number, at: number): void {
    this.#heardAt = at
    try {
      this.#reader?.read(buffer, start, end)
    } catch (error) {
      // A target that sends an event without an end would send it again after each reconnection.
      this.#refusal = error instanceof Error ? error.message : String(error)
      this.#stream?.close(this.#refusal)
    }
  }

  // An event may close the connection, which must not get further events of the same bytes.
  onEvent(type: string, data: string): void {
    if (this.#reader !== undefined) this.#listener.onEvent(type, data, this.#heardAt)
  }

  onId(id: string): void {
    if (this.#reader === undefined) return
    this.lastEventId = detach(id)
    this.#listener.onId(id)
  }

  onRetry(wait: number): void {
    if (this.#reader !== undefined) this.#retry = Math.min(wait, longestTimer)
  }

  onEnd(end: StreamEnd): void {
    const wasOpen = this.#reader !== undefined
    const { by: cause, reason, at } = this.#takeLoss(end, wasOpen)
    const error = this.#reader?.end()
    const silence = wasOpen && (cause !== end.by || reason === goneUnheard) ? { silentSince: this.#heardAt } : {}
    this.#reader = undefined
    this.#stream = undefined
    if (cause === 'target' && error !== undefined) this.#refusal = `error in place of events: ${error}`
    const wait = this.#waitBehind(cause, wasOpen)
    this.#wait = undefined
    this.#isOver = wait === undefined
    const status = this.#status
    if (this.#refusal !== undefined) {
      this.#listener.onEnd({ cause: status === 204 ? 'target' : 'error', reason: this.#refusal, status, isRefused: true, at }, false)
      return
    }
    if (wait !== undefined) this.#openLater(wait)
    const ended = { cause, reason: wasOpen ? reason : explainReason(reason), status, isRefused: false, at, ...silence }
    this.#listener.onEnd(ended, wait !== undefined)
  }

  #checkSilence(timeout: number): void {
    const left = timeout - (this.#place.now() - this.#heardAt) / 1000
    if (left > 0) {
      this.#silence = setTimeout(() => this.#checkSilence(timeout), Math.ceil(left))
      return
    }
    this.#lost = `silent for ${formatDuration(timeout * 1000)}`
    this.#stream?.close(this.#lost)
  }

  // A connection that was closed because it was silent counts as an error, not as closed by the client.
  #takeLoss(end: StreamEnd, wasOpen: boolean): StreamEnd {
    clearTimeout(this.#silence)
    const lost = this.#lost
    this.#lost = undefined
    return lost === undefined || !wasOpen ? end : { ...end, by: 'error', reason: lost }
  }

  #end(reason: string, wait: number | undefined): void {
    this.#wait = wait
    this.#isOver = wait === undefined
    this.#stream?.close(reason)
  }

  #waitBehind(by: StreamEnd['by'], wasOpen: boolean): number | undefined {
    if (this.#refusal !== undefined || this.#isOver) return undefined
    // A connection that the client closed without the journey was closed because its user left.
    if (by === 'client') return this.#wait
    if (!this.#place.settings.reconnect) return undefined
    if (wasOpen) return this.#retry
    const doubled = Math.max(1, this.#retry) * 2 ** Math.min(this.#failures++, mostDoublings)
    return Math.max(this.#retry, Math.min(doubled, longestRetry))
  }

  #openLater(wait: number): void {
    this.#timer = setTimeout(() => this.#openAgain(), wait)
  }

  // A request that cannot be sent, such as one with an invalid id in a header, has no caller here to throw to.
  #openAgain(): void {
    try {
      this.open()
    } catch (error) {
      this.#isOver = true
      const reason = error instanceof Error ? error.message : String(error)
      this.#listener.onEnd({ cause: 'error', reason, status: 0, isRefused: false, at: this.#place.now() }, false)
    }
  }
}

// The id is a slice of the text of a whole read, which it would keep alive until the next event: by then the text is in old space, and stays there.
function detach(id: string): string {
  return Buffer.from(id).toString()
}

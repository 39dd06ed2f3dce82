import { markHandled } from '@benchpress/core/plugin'
import type { SseEvent } from '../sse-client.ts'

const mostBeforehand = 100
const mostUnread = 1000

/** A queue of events to iterate over, which keeps the last 100 events before an iteration, and the last 1,000 during one. */
export class EventQueue {
  readonly #onDropped: (count: number) => void
  readonly #events: SseEvent[] = []
  #isRead = false
  #isOver = false
  #failure: { readonly error: unknown } | undefined
  #waiting: PromiseWithResolvers<void> | undefined

  // Dropped while there was no iteration, and perhaps never one to miss them.
  #droppedUnread = 0

  /** @param onDropped receives the number of events that an iteration misses */
  constructor(onDropped: (count: number) => void) {
    this.#onDropped = onDropped
  }

  push(event: SseEvent): void {
    if (this.#events.push(event) > (this.#isRead ? mostUnread : mostBeforehand)) {
      this.#events.shift()
      if (this.#isRead) this.#onDropped(1)
      else this.#droppedUnread += 1
    }
    this.#wake()
  }

  /** Ends the queue. @param failure what the iteration throws after the last event */
  end(failure?: { readonly error: unknown }): void {
    this.#isOver = true
    this.#failure = failure
    this.#wake()
  }

  /** Iterates over the events up to the end; two iterations share them. Events between two iterations are kept as before the first. */
  read(): AsyncIterator<SseEvent, void, undefined> {
    const events = this.#read()
    return { next: () => markHandled(events.next()), return: () => events.return() }
  }

  async *#read(): AsyncGenerator<SseEvent, void, undefined> {
    this.#isRead = true
    if (this.#droppedUnread > 0) this.#onDropped(this.#droppedUnread)
    this.#droppedUnread = 0
    try {
      for (;;) {
        const event = this.#events.shift()
        if (event !== undefined) yield event
        else if (this.#isOver) break
        else await (this.#waiting ??= Promise.withResolvers<void>()).promise
      }
    } finally {
      this.#isRead = false
    }
    if (this.#failure !== undefined) throw this.#failure.error
  }

  #wake(): void {
    this.#waiting?.resolve()
    this.#waiting = undefined
  }
}

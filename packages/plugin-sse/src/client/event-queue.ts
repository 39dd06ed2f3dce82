import { markHandled } from '@benchpress/core/plugin'
import type { SseEvent } from '../sse-client.ts'

const mostBeforehand = 100
const mostUnread = 1000

/** Events for who iterates over them: those that came before the iteration too, the last 100 of them, and 1,000 while it is under way. */
export class EventQueue {
  readonly #onDropped: (count: number) => void
  #events: SseEvent[] = []
  #isRead = false
  #isOver = false
  #failure: { readonly error: unknown } | undefined
  #waiting: PromiseWithResolvers<void> | undefined
  // Before the first iteration: there may never be one.
  #droppedUnread = 0
  #wasRead = false

  /** @param onDropped is given how many events an iteration does not get */
  constructor(onDropped: (count: number) => void) {
    this.#onDropped = onDropped
  }

  push(event: SseEvent): void {
    if (this.#events.length >= (this.#isRead ? mostUnread : mostBeforehand)) this.#drop()
    this.#events.push(event)
    this.#wake()
  }

  /** Nothing follows. @param failure what the iteration throws after the last event */
  end(failure?: { readonly error: unknown }): void {
    this.#isOver = true
    this.#failure = failure
    this.#wake()
  }

  /** The events up to the end, as they come; two iterations share them. What comes between two iterations is kept as before the first. */
  read(): AsyncIterator<SseEvent, void, undefined> {
    const events = this.#read()
    return { next: () => markHandled(events.next()), return: () => events.return() }
  }

  async *#read(): AsyncGenerator<SseEvent, void, undefined> {
    this.#isRead = true
    this.#wasRead = true
    if (this.#droppedUnread > 0) this.#onDropped(this.#droppedUnread)
    this.#droppedUnread = 0
    try {
      for (;;) {
        const event = this.#events.shift()
        if (event !== undefined) yield event
        else if (this.#isOver) break
        else await this.#next()
      }
    } finally {
      this.#isRead = false
    }
    if (this.#failure !== undefined) throw this.#failure.error
  }

  async #next(): Promise<void> {
    this.#waiting ??= Promise.withResolvers<void>()
    await this.#waiting.promise
  }

  #drop(): void {
    this.#events.shift()
    if (this.#wasRead) this.#onDropped(1)
    else this.#droppedUnread += 1
  }

  #wake(): void {
    this.#waiting?.resolve()
    this.#waiting = undefined
  }
}

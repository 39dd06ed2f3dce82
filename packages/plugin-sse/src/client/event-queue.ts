import { maybeUnheard } from '@benchpress/core'
import type { SseEvent } from '../sse-client.ts'

const mostBeforehand = 100

/** Events for who iterates over them: those that came before the iteration too, the last 100 of them. */
export class EventQueue {
  #events: SseEvent[] = []
  #isRead = false
  #isOver = false
  #failure: { readonly error: unknown } | undefined
  #waiting: PromiseWithResolvers<void> | undefined

  push(event: SseEvent): void {
    if (!this.#isRead && this.#events.length === mostBeforehand) this.#events.shift()
    this.#events.push(event)
    this.#wake()
  }

  /** Nothing follows. @param failure what the iteration throws behind the last event */
  end(failure?: { readonly error: unknown }): void {
    this.#isOver = true
    this.#failure = failure
    this.#wake()
  }

  /** The events up to the end, as they come; two iterations share them. What comes between two iterations is kept as before the first. */
  read(): AsyncIterator<SseEvent, void, undefined> {
    const events = this.#read()
    return { next: () => maybeUnheard(events.next()), return: () => events.return() }
  }

  async *#read(): AsyncGenerator<SseEvent, void, undefined> {
    this.#isRead = true
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

  #wake(): void {
    this.#waiting?.resolve()
    this.#waiting = undefined
  }
}

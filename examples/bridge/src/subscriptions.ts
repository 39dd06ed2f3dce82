import type { EventStream } from './event-stream.ts'
import type { Audience, StoredMessage } from './message-store.ts'

/** The streams that wait for messages, by id. */
export class Subscriptions implements Audience {
  readonly #streams = new Map<string, EventStream[]>()
  readonly #replaces: boolean
  readonly #onDelivered: (stream: EventStream) => void

  /**
   * @param replaces whether a new stream takes over its ids from earlier ones, and ends those without an id left
   * @param onDelivered called for each message that was sent
   */
  constructor(replaces: boolean, onDelivered: (stream: EventStream) => void) {
    this.#replaces = replaces
    this.#onDelivered = onDelivered
  }

  /** Ids with a subscriber. */
  get ids(): number {
    return this.#streams.size
  }

  has(id: string): boolean {
    return this.#streams.has(id)
  }

  deliver(message: StoredMessage): void {
    const streams = this.#streams.get(message.to)
    if (streams === undefined) return
    for (const stream of streams) if (stream.send(message) > 0) this.#onDelivered(stream)
  }

  add(stream: EventStream): void {
    for (const id of new Set(stream.ids)) {
      const earlier = this.#streams.get(id)
      if (earlier === undefined || this.#replaces) this.#streams.set(id, [stream])
      else earlier.push(stream)
      if (earlier !== undefined && this.#replaces) for (const replaced of earlier) takeId(replaced)
    }
  }

  /** Removes a stream, except for ids that another stream has taken over. */
  remove(stream: EventStream): void {
    for (const id of stream.ids) {
      const streams = this.#streams.get(id)
      const at = streams?.indexOf(stream) ?? -1
      if (streams === undefined || at < 0) continue
      if (streams.length === 1) this.#streams.delete(id)
      else streams.splice(at, 1)
    }
  }
}

function takeId(stream: EventStream): void {
  stream.idsLeft--
  if (stream.idsLeft === 0) stream.end()
}

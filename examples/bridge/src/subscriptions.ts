import type { EventStream } from './event-stream.ts'
import type { Audience, StoredMessage } from './message-store.ts'

/** Which streams wait for the messages to which ids. */
export class Subscriptions implements Audience {
  readonly #streams = new Map<string, EventStream[]>()
  readonly #replaces: boolean
  readonly #onDelivered: (stream: EventStream) => void

  /**
   * @param replaces whether a new stream takes its ids away from those before it, and ends the ones that have none left
   * @param onDelivered is given each message that went out
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

  /** Does nothing to ids that are another stream's by now. */
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

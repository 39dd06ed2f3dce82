import type { StoredMessage } from './message-store.ts'
import { isAfter, type Position } from './position.ts'

/** A message in an inbox. */
export interface InboxEntry extends StoredMessage {
  /** Time when the message expires, in milliseconds since 1970. */
  readonly deadline: number
}

/** The messages to one id, oldest first. */
export class Inbox {
  readonly id: string
  #entries: InboxEntry[] = []
  /** The earliest deadline of all messages. */
  #earliest = Infinity

  constructor(id: string) {
    this.id = id
  }

  /** Number of messages. */
  get size(): number {
    return this.#entries.length
  }

  /** Adds a message, and removes the oldest above the limit. */
  add(entry: InboxEntry, limit: number): void {
    this.#entries.push(entry)
    if (this.#entries.length > limit) this.#entries.shift()
    if (entry.deadline < this.#earliest) this.#earliest = entry.deadline
  }

  /** Removes expired messages, at next to no cost while there are none. */
  removeExpired(now: number): void {
    if (now < this.#earliest) return
    this.#entries = this.#entries.filter(({ deadline }) => now < deadline)
    this.#earliest = this.#entries.reduce((earliest, { deadline }) => Math.min(earliest, deadline), Infinity)
  }

  /** Adds the messages later than a position to a list, except expired ones. */
  collect(position: Position, now: number, into: StoredMessage[]): void {
    const start = this.#entries.findLastIndex((entry) => !isAfter(entry, position)) + 1
    for (let at = start; at < this.#entries.length; at++) {
      const entry = this.#entries[at]
      if (entry !== undefined && now < entry.deadline) into.push(entry)
    }
  }
}

import { frameEvent } from './frame.ts'
import { Inbox } from './inbox.ts'
import type { Audience, MessageStore, PostedMessage, KeptMessages, StoredMessage, StoreRules } from './message-store.ts'
import { PositionSource } from './position-source.ts'
import { isAfter, type Position } from './position.ts'

/** Keeps messages in this process. */
export class MemoryStore implements MessageStore {
  readonly #rules: StoreRules
  readonly #audience: Audience
  readonly #positions = new PositionSource()
  readonly #inboxes = new Map<string, Inbox>()
  readonly #sweep: NodeJS.Timeout

  constructor(rules: StoreRules, audience: Audience) {
    this.#rules = rules
    this.#audience = audience
    this.#sweep = setInterval(() => this.removeExpired(), 1000).unref()
  }

  /** Number of messages. */
  get size(): number {
    let size = 0
    for (const inbox of this.#inboxes.values()) size += inbox.size
    return size
  }

  add({ to, data, ttl }: PostedMessage): void {
    const now = this.#rules.now()
    const position = this.#positions.next(now)
    const event = frameEvent(this.#rules.formatId(position), data)
    const message = { ms: position.ms, sequence: position.sequence, to, event, deadline: now + ttl }
    if (ttl > 0) this.#inboxFor(to).add(message, this.#rules.inboxLimit)
    this.#audience.deliver(message)
  }

  since(ids: readonly string[], position: Position): KeptMessages {
    const now = this.#rules.now()
    const messages: StoredMessage[] = []
    for (const id of new Set(ids)) this.#inboxes.get(id)?.collect(position, now, messages)
    // Sorted over all ids: a reader that is cut off resumes after the last message, whatever the id of that was.
    return { messages: messages.toSorted((a, b) => (isAfter(a, b) ? 1 : -1)), upTo: this.#positions.last }
  }

  /** Removes expired messages; called every second. */
  removeExpired(): void {
    const now = this.#rules.now()
    for (const inbox of this.#inboxes.values()) {
      inbox.removeExpired(now)
      if (inbox.size === 0) this.#inboxes.delete(inbox.id)
    }
  }

  close(): Promise<void> {
    clearInterval(this.#sweep)
    return Promise.resolve()
  }

  #inboxFor(id: string): Inbox {
    let inbox = this.#inboxes.get(id)
    if (inbox === undefined) {
      inbox = new Inbox(id)
      this.#inboxes.set(id, inbox)
    }
    return inbox
  }
}

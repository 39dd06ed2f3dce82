import { deserialize, serialize } from 'node:v8'
import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** The most bytes of one message, unpacked: far more than the reports of a second. */
const most = 64 * 2 ** 20
/** The most messages that may arrive before a missing one. */
const mostEarly = 1000

/** Writes data that survives the structured clone algorithm as text. */
export function toText(data: unknown): string {
  return deflateRawSync(serialize(data), { level: 1 }).toString('base64')
}

/**
 * Reads data that {@link toText} wrote.
 *
 * @throws Error where the text is no such data, or too large
 */
export function fromText(text: string): unknown {
  return deserialize(inflateRawSync(Buffer.from(text, 'base64'), { maxOutputLength: most }))
}

/** How a {@link Sender} sends. */
export interface SenderOptions<Entry> {
  /** Resolves when the broker has accepted the message. */
  put(number: number, text: string): Promise<void>
  /** Called where a message could not be put, after which nothing more is sent. */
  onFailure(error: unknown): void
  /** Copies entries without what must not be sent. */
  hide?(entries: readonly Entry[]): readonly Entry[]
}

/** Milliseconds for which an entry waits for others in the same message. */
const gathering = 100

/** Sends entries in numbered messages, one after the other: all entries of a tenth of a second together, or at once with an urgent one. */
export class Sender<Entry> {
  readonly #options: SenderOptions<Entry>
  #waiting: Entry[] = []
  #number = 0
  #sentAt = -Infinity
  #sending: Promise<void> | undefined
  #gathering: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(options: SenderOptions<Entry>) {
    this.#options = options
  }

  send(entry: Entry, isUrgent = true): void {
    if (this.#isClosed) return
    this.#waiting.push(entry)
    if (isUrgent) this.#sendAll()
    else this.#gathering ??= setTimeout(() => this.#sendAll(), gathering)
  }

  /** Sends a sign of life, unless something was sent within half of `every` milliseconds. */
  beat(every: number): void {
    if (!this.#isClosed && performance.now() - this.#sentAt >= every / 2) this.#sendAll()
  }

  /** Sends the waiting entries; resolves when these were sent, or could not be. */
  async flush(): Promise<void> {
    if (this.#gathering !== undefined) this.#sendAll()
    await this.#sending
  }

  /** Sends the waiting entries and then nothing more; resolves as {@link flush} does. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.flush()
  }

  #sendAll(): void {
    clearTimeout(this.#gathering)
    this.#gathering = undefined
    // Entries that are sent while a message is under way go with the next.
    this.#sending ??= this.#sendWaiting().catch((error: unknown) => {
      this.#isClosed = true
      this.#options.onFailure(error)
    })
  }

  async #sendWaiting(): Promise<void> {
    do {
      const entries = this.#options.hide?.(this.#waiting) ?? this.#waiting
      this.#waiting = []
      this.#number += 1
      this.#sentAt = performance.now()
      await this.#options.put(this.#number, `${this.#number} ${toText(entries)}`)
    } while (this.#waiting.length > 0)
    this.#sending = undefined
  }
}

/** Reads the messages of a {@link Sender} in the order in which they were sent, and notices missing ones. */
export class Receiver<Entry> {
  /** Texts that arrived early, by number. */
  readonly #early = new Map<number, string>()
  #last = 0
  #waitingSince = Infinity

  /**
   * Returns the entries of a message, and of later messages that arrived before; `undefined` for a message that was read already, which the broker may deliver
   * again.
   *
   * @param now in microseconds
   * @throws Error where the message cannot be read
   */
  receive(text: string, now: number): readonly Entry[] | undefined {
    const [start = '', digits] = /^(\d{1,15}) /.exec(text) ?? []
    const number = Number(digits)
    if (Number.isNaN(number) || number > this.#last + mostEarly) throw new Error('a message in the broker cannot be read')
    if (number <= this.#last || this.#early.has(number)) return undefined
    this.#early.set(number, text.slice(start.length))
    const entries: Entry[] = []
    for (let next = this.#early.get(this.#last + 1); next !== undefined; next = this.#early.get(this.#last + 1)) {
      this.#last += 1
      this.#early.delete(this.#last)
      this.#waitingSince = Infinity
      entries.push(...(fromText(next) as readonly Entry[]))
    }
    if (this.#early.size > 0) this.#waitingSince = Math.min(this.#waitingSince, now)
    return entries
  }

  /**
   * Checks that no message is missing that later ones overtook long ago.
   *
   * @param since in microseconds
   * @throws Error where a message is missing whose successors arrived before that
   */
  check(since: number): void {
    if (this.#waitingSince < since) throw new Error(`the broker has lost a message of number ${this.#last + 1}`)
  }
}

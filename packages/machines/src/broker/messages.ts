import { deserialize, serialize } from 'node:v8'
import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** Bytes of one message at most, unpacked: far more than the reports of a second are. */
const most = 64 * 2 ** 20
/** Messages that may come before one that is missing. */
const mostEarly = 1000

/** Data that survives the structured clone algorithm, as text. */
export function toText(data: unknown): string {
  return deflateRawSync(serialize(data), { level: 1 }).toString('base64')
}

/**
 * What {@link toText} was given.
 *
 * @throws Error where the text is no such data, or too large
 */
export function fromText(text: string): unknown {
  return deserialize(inflateRawSync(Buffer.from(text, 'base64'), { maxOutputLength: most }))
}

/** How entries become text, and text entries. */
export interface Wording<Entry> {
  write(entries: readonly Entry[]): string
  read(text: string): readonly Entry[]
}

/** How a {@link Sender} sends. */
export interface SenderOptions<Entry> extends Pick<Wording<Entry>, 'write'> {
  /** Resolves when the message is where it is sent to. */
  put(number: number, text: string): Promise<void>
  /** Nothing more is sent: a message could not be put. */
  onFailure(error: unknown): void
}

/** Milliseconds for which an entry waits for others that go with it. */
const gathering = 100

/** Sends entries in numbered messages, one after the other: those of a tenth of a second together, or at once where one is urgent. */
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

  /** Sends a sign of life where nothing was sent for half of the time between two of them, in milliseconds. */
  beat(every: number): void {
    if (!this.#isClosed && performance.now() - this.#sentAt >= every / 2) this.#sendAll()
  }

  /** Has nothing more sent than what is waiting; resolves when that has been. */
  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#gathering !== undefined) this.#sendAll()
    await this.#sending
  }

  #sendAll(): void {
    clearTimeout(this.#gathering)
    this.#gathering = undefined
    // What is sent while a message is under way goes with the next.
    this.#sending ??= this.#sendWaiting().catch((error: unknown) => {
      this.#isClosed = true
      this.#options.onFailure(error)
    })
  }

  async #sendWaiting(): Promise<void> {
    do {
      const entries = this.#waiting
      this.#waiting = []
      this.#number += 1
      this.#sentAt = performance.now()
      await this.#options.put(this.#number, `${this.#number} ${this.#options.write(entries)}`)
    } while (this.#waiting.length > 0)
    this.#sending = undefined
  }
}

/** Reads the messages of a {@link Sender} in the order in which they were sent, and notices those that are missing. */
export class Receiver<Entry> {
  readonly #read: Wording<Entry>['read']
  /** Texts that came before others, by their numbers. */
  readonly #early = new Map<number, string>()
  #last = 0
  #waitingSince = Infinity

  constructor(wording: Pick<Wording<Entry>, 'read'>) {
    this.#read = wording.read
  }

  /**
   * The entries of a message, and of those after it that came before it; `undefined` for one that was heard already, which the broker may give again.
   *
   * @param now in microseconds
   * @throws Error where it cannot be read
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
      entries.push(...this.#read(next))
    }
    if (this.#early.size > 0) this.#waitingSince = Math.min(this.#waitingSince, now)
    return entries
  }

  /**
   * Looks whether a message is missing that others have long overtaken.
   *
   * @param since in microseconds
   * @throws Error where those after it came before that
   */
  check(since: number): void {
    if (this.#waitingSince < since) throw new Error(`the broker has lost a message of number ${this.#last + 1}`)
  }
}

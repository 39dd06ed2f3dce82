import { deserialize, serialize } from 'node:v8'
import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** Bytes of one message at most, unpacked: far more than the reports of a second are. */
const most = 256 * 2 ** 20

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

/** Sends entries in numbered messages, one after the other; what is sent while one is under way goes with the next. */
export class Sender<Entry> {
  readonly #put: (number: number, text: string) => Promise<void>
  readonly #write: Wording<Entry>['write']
  #waiting: Entry[] = []
  #number = 0
  #sending: Promise<void> | undefined

  /** @param put resolves when the message is where it is sent to; it does not reject */
  constructor(put: (number: number, text: string) => Promise<void>, wording: Pick<Wording<Entry>, 'write'>) {
    this.#put = put
    this.#write = wording.write
  }

  send(entry: Entry): void {
    this.#waiting.push(entry)
    this.#sending ??= this.#sendAll()
  }

  /** Resolves when everything has been sent. */
  async sent(): Promise<void> {
    await this.#sending
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const entries = this.#waiting
      this.#waiting = []
      this.#number += 1
      await this.#put(this.#number, `${this.#number} ${this.#write(entries)}`)
    }
    this.#sending = undefined
  }
}

/** Reads the messages of a {@link Sender}, and notices those that are missing. */
export class Receiver<Entry> {
  readonly #read: Wording<Entry>['read']
  #last = 0

  constructor(wording: Pick<Wording<Entry>, 'read'>) {
    this.#read = wording.read
  }

  /**
   * The entries of a message; none of one that was heard before, which the broker may give again.
   *
   * @throws Error where messages before it were lost, or it cannot be read
   */
  receive(text: string): readonly Entry[] {
    const [start = '', digits] = /^(\d{1,15}) /.exec(text) ?? []
    const number = Number(digits)
    if (Number.isNaN(number)) throw new Error('a message in the broker cannot be read')
    if (number <= this.#last) return []
    if (number !== this.#last + 1) throw new Error(`the broker has lost ${number - this.#last - 1} of its messages`)
    this.#last = number
    return this.#read(text.slice(start.length))
  }
}

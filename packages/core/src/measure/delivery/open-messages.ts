import { MessagePage, pageBits, PageCursor } from './message-page.ts'
import type { OpenMessage } from './open-message.ts'

const mostSpare = 256

/**
 * The open messages of one publisher, by sequence number.
 *
 * Most are complete after a second or two: until then they stand in pages, which are used again. The few that are not are set aside, so that
 * none of them keeps a page. A map of objects would leave megabytes a second to be collected, in the thread that called `run()`.
 */
export class OpenMessages {
  // Those that have a message, in the order in which they got their first one.
  readonly #pages = new Map<number, MessagePage>()
  readonly #spare: MessagePage[] = []
  readonly #aside = new Map<number, OpenMessage>()
  readonly #found = new PageCursor()
  readonly #visited = new PageCursor()
  #size = 0

  get size(): number {
    return this.#size
  }

  /** The message of a number, until the next one is asked for or added. */
  get(sequence: number): OpenMessage | undefined {
    const paged = this.#pages.get(sequence >>> pageBits)?.find(sequence, this.#found)
    return paged ?? (this.#aside.size === 0 ? undefined : this.#aside.get(sequence))
  }

  /** Adds a message of which nothing is known, and whose number is not there; to be used until the next one is asked for or added. */
  add(sequence: number): OpenMessage {
    const index = sequence >>> pageBits
    let page = this.#pages.get(index)
    if (page === undefined) this.#pages.set(index, (page = this.#spare.pop() ?? new MessagePage()))
    this.#size += 1
    return page.add(sequence, this.#found)
  }

  delete(sequence: number): void {
    if (this.#deletePaged(sequence) || this.#aside.delete(sequence)) this.#size -= 1
  }

  /** Keeps a message by itself from now on, because it may be open for minutes. */
  setAside(sequence: number, { sentAt, to, expected, answer, acceptedAt, arrivals, lastArrival }: OpenMessage): void {
    if (this.#deletePaged(sequence)) this.#aside.set(sequence, { sentAt, to, expected, answer, acceptedAt, arrivals, lastArrival })
  }

  /** Visits all, the oldest first or nearly so; the one that is visited may be deleted or set aside meanwhile. */
  forEach(visit: (message: OpenMessage, sequence: number) => void): void {
    this.#aside.forEach((message, sequence) => visit(message, sequence))
    this.#pages.forEach((page, index) => page.forEach((message, place) => visit(message, index * 2 ** pageBits + place), this.#visited))
  }

  #deletePaged(sequence: number): boolean {
    const index = sequence >>> pageBits
    const page = this.#pages.get(index)
    if (page?.delete(sequence) !== true) return false
    if (!page.isEmpty) return true
    this.#pages.delete(index)
    if (this.#spare.length < mostSpare) this.#spare.push(page)
    return true
  }
}

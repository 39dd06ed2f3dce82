import type { OpenMessage } from './open-message.ts'

/** Numbers of a page are the same but for so many of their lowest bits. */
export const pageBits = 8
const pageSize = 2 ** pageBits
const pageMask = pageSize - 1

const column = { sentAt: 0, to: 1, expected: 2, answer: 3, acceptedAt: 4, arrivals: 5, lastArrival: 6 } as const
const columns = 7
// The first stands for a place without a message, as in a page that was just made.
const answers = [undefined, 'none', 'accepted', 'refused'] as const
const unanswered = 1

/** Messages with numbers next to each other, as plain numbers: they come and go, thousands a second, without anything that would have to be collected. */
export class MessagePage {
  readonly #values = new Float64Array(pageSize * columns)
  #count = 0

  get isEmpty(): boolean {
    return this.#count === 0
  }

  /** Adds a message of which nothing is known, where there is none. */
  add(sequence: number, cursor: PageCursor): OpenMessage {
    const at = (sequence & pageMask) * columns
    this.#values[at + column.answer] = unanswered
    this.#values[at + column.sentAt] = NaN
    this.#values[at + column.expected] = Infinity
    this.#values[at + column.acceptedAt] = NaN
    this.#count += 1
    return cursor.point(this.#values, at)
  }

  find(sequence: number, cursor: PageCursor): OpenMessage | undefined {
    const at = (sequence & pageMask) * columns
    return this.#values[at + column.answer] === 0 ? undefined : cursor.point(this.#values, at)
  }

  /** Returns whether it was there. */
  delete(sequence: number): boolean {
    const at = (sequence & pageMask) * columns
    if (this.#values[at + column.answer] === 0) return false
    this.#values.fill(0, at, at + columns)
    this.#count -= 1
    return true
  }

  /** Visits all, by their place in the page; the one that is visited may be deleted meanwhile. */
  forEach(visit: (message: OpenMessage, place: number) => void, cursor: PageCursor): void {
    for (let place = 0; place < pageSize; place++) {
      const message = this.find(place, cursor)
      if (message !== undefined) visit(message, place)
    }
  }
}

/** A message of a page, to be read and changed: the one that it was pointed at last. */
export class PageCursor implements OpenMessage {
  #values = new Float64Array(0)
  #at = 0

  point(values: Float64Array<ArrayBuffer>, at: number): this {
    this.#values = values
    this.#at = at
    return this
  }

  get sentAt(): number {
    return this.#values[this.#at + column.sentAt]!
  }

  set sentAt(time: number) {
    this.#values[this.#at + column.sentAt] = time
  }

  get to(): number {
    return this.#values[this.#at + column.to]!
  }

  set to(recipient: number) {
    this.#values[this.#at + column.to] = recipient
  }

  get expected(): number {
    return this.#values[this.#at + column.expected]!
  }

  set expected(count: number) {
    this.#values[this.#at + column.expected] = count
  }

  get answer(): OpenMessage['answer'] {
    return answers[this.#values[this.#at + column.answer]!] ?? 'none'
  }

  set answer(answer: OpenMessage['answer']) {
    this.#values[this.#at + column.answer] = answers.indexOf(answer)
  }

  get acceptedAt(): number {
    return this.#values[this.#at + column.acceptedAt]!
  }

  set acceptedAt(time: number) {
    this.#values[this.#at + column.acceptedAt] = time
  }

  get arrivals(): number {
    return this.#values[this.#at + column.arrivals]!
  }

  set arrivals(count: number) {
    this.#values[this.#at + column.arrivals] = count
  }

  get lastArrival(): number {
    return this.#values[this.#at + column.lastArrival]!
  }

  set lastArrival(time: number) {
    this.#values[this.#at + column.lastArrival] = time
  }
}

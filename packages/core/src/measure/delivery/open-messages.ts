/** A message about which not everything is known yet. Times are in microseconds on the clock of the process. */
export interface OpenMessage {
  /** When the message was sent; NaN when it arrived before its sender reported it. */
  sentAt: number
  /** Hash of the only recipient, 0 for several. */
  to: number
  /** The number of recipients; higher than possible until the sender has reported the message. */
  expected: number
  reply: 'none' | 'accepted' | 'refused'
  acceptedAt: number
  /** First arrivals, one for each recipient. */
  arrivals: number
  lastArrival: number
}

/** Whether nothing more is expected of a message. */
export function isComplete({ reply, arrivals, expected }: OpenMessage): boolean {
  return reply === 'refused' || (reply === 'accepted' && arrivals >= expected)
}

/** The number of lowest bits in which the numbers of a page differ. */
const pageBits = 8
const pageSize = 2 ** pageBits
const pageMask = pageSize - 1

const column = { sentAt: 0, to: 1, expected: 2, reply: 3, acceptedAt: 4, arrivals: 5, lastArrival: 6 } as const
const columns = 7
// The first state is a place without a message, as in a new page.
const replies = [undefined, 'none', 'accepted', 'refused'] as const
const unanswered = 1

/** Messages with adjoining numbers, stored as plain numbers, so that thousands a second leave no garbage. */
class MessagePage {
  readonly #values = new Float64Array(pageSize * columns)
  #count = 0

  get isEmpty(): boolean {
    return this.#count === 0
  }

  /** Adds a message about which nothing is known yet, at an empty place. */
  add(sequence: number, cursor: PageCursor): OpenMessage {
    const at = (sequence & pageMask) * columns
    this.#values[at + column.reply] = unanswered
    this.#values[at + column.sentAt] = NaN
    this.#values[at + column.expected] = Infinity
    this.#values[at + column.acceptedAt] = NaN
    this.#count += 1
    return cursor.point(this.#values, at)
  }

  find(sequence: number, cursor: PageCursor): OpenMessage | undefined {
    const at = (sequence & pageMask) * columns
    return this.#values[at + column.reply] === 0 ? undefined : cursor.point(this.#values, at)
  }

  /** Deletes a message; returns whether it was there. */
  delete(sequence: number): boolean {
    const at = (sequence & pageMask) * columns
    if (this.#values[at + column.reply] === 0) return false
    this.#values.fill(0, at, at + columns)
    this.#count -= 1
    return true
  }

  /** Visits all messages by their place in the page; the visited message may be deleted meanwhile. */
  forEach(visit: (message: OpenMessage, place: number) => void, cursor: PageCursor): void {
    for (let place = 0; place < pageSize; place++) {
      const message = this.find(place, cursor)
      if (message !== undefined) visit(message, place)
    }
  }
}

/** A cursor to read and change one message of a page. */
class PageCursor implements OpenMessage {
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

  get reply(): OpenMessage['reply'] {
    return replies[this.#values[this.#at + column.reply]!] ?? 'none'
  }

  set reply(reply: OpenMessage['reply']) {
    this.#values[this.#at + column.reply] = replies.indexOf(reply)
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

const mostSpare = 256

/**
 * The open messages of one publisher, by sequence number.
 *
 * Most messages are complete after a second or two: until then they are in pages, which are reused. The few others are set aside, so that none of them
 * keeps a page. A map of objects would leave megabytes of garbage a second in the thread that called `run()`.
 */
export class OpenMessages {
  // The pages with a message, in the order in which they got their first one.
  readonly #pages = new Map<number, MessagePage>()
  readonly #spare: MessagePage[] = []
  readonly #aside = new Map<number, OpenMessage>()
  readonly #found = new PageCursor()
  readonly #visited = new PageCursor()
  #size = 0

  get size(): number {
    return this.#size
  }

  /** The message with a number, valid until another one is read or added. */
  get(sequence: number): OpenMessage | undefined {
    const paged = this.#pages.get(sequence >>> pageBits)?.find(sequence, this.#found)
    return paged ?? (this.#aside.size === 0 ? undefined : this.#aside.get(sequence))
  }

  /** Adds a message with a new number about which nothing is known yet; valid until another one is read or added. */
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

  /** Moves a message out of its page, because it may be open for minutes. */
  setAside(sequence: number, { sentAt, to, expected, reply, acceptedAt, arrivals, lastArrival }: OpenMessage): void {
    if (this.#deletePaged(sequence)) this.#aside.set(sequence, { sentAt, to, expected, reply, acceptedAt, arrivals, lastArrival })
  }

  /** Visits all messages, nearly in order from the oldest; the visited message may be deleted or set aside meanwhile. */
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

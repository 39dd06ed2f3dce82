const lineFeed = 10
const space = 32
// The number of characters that identify the field of a line, such as `event: x`.
const longestHead = 8

/**
 * Adds an empty `data` line to each block of an event stream that has a type and no data.
 *
 * The standard drops events without data. With this line any parser reports them.
 */
export class DatalessBlocks {
  readonly #feed: (text: string) => void
  // The beginning of an incomplete line.
  #head = ''
  #hasData = false
  #hasType = false
  #isAfterReturn = false

  /** @param feed receives the resulting text */
  constructor(feed: (text: string) => void) {
    this.#feed = feed
  }

  /** Takes text of the stream, without a byte order mark, cut anywhere. */
  feed(text: string): void {
    // The start of the text that was not passed on yet, and the start of the current line.
    let from = 0
    let start = this.#isAfterReturn && text.charCodeAt(0) === lineFeed ? 1 : 0
    if (text !== '') this.#isAfterReturn = false
    const hasReturns = text.includes('\r')
    for (let end = findLineEnd(text, start, hasReturns); end !== -1; end = findLineEnd(text, start, hasReturns)) {
      if (end > start || this.#head !== '') this.#look(text, start, end)
      else if (this.#endBlock()) {
        this.#feed(text.slice(from, start))
        this.#feed('data\n')
        from = start
      }
      start = this.#skipEnd(text, end)
    }
    if (start < text.length) this.#head = this.#completeHead(text, start, text.length)
    this.#feed(from === 0 ? text : text.slice(from))
  }

  // Ends a block, and returns whether it lacks a line of data.
  #endBlock(): boolean {
    const isDataless = this.#hasType && !this.#hasData
    this.#hasData = false
    this.#hasType = false
    return isDataless
  }

  #skipEnd(text: string, end: number): number {
    if (text.charCodeAt(end) === lineFeed) return end + 1
    this.#isAfterReturn = end + 1 === text.length
    return text.charCodeAt(end + 1) === lineFeed ? end + 2 : end + 1
  }

  #look(text: string, start: number, end: number): void {
    const head = this.#head === '' ? text.slice(start, Math.min(end, start + longestHead)) : this.#completeHead(text, start, end)
    this.#head = ''
    if (head.startsWith('data')) {
      if (head.length === 4 || head.charAt(4) === ':') this.#hasData = true
    } else if (head.startsWith('event:')) {
      this.#hasType = head.length > (head.charCodeAt(6) === space ? 7 : 6)
    } else if (head === 'event') {
      this.#hasType = false
    }
  }

  #completeHead(text: string, start: number, end: number): string {
    return this.#head + text.slice(start, Math.min(end, start + longestHead - this.#head.length))
  }
}

function findLineEnd(text: string, from: number, hasReturns: boolean): number {
  const feed = text.indexOf('\n', from)
  if (!hasReturns) return feed
  const carriage = text.indexOf('\r', from)
  return feed === -1 || (carriage !== -1 && carriage < feed) ? carriage : feed
}

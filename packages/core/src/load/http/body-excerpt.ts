import { cutMark, mostKept } from '../../measure/recorder/recorded-examples.ts'

/**
 * How a body began that arrives in parts: what an example of a failure shows of it.
 *
 * One piece of memory serves all bodies of a connection, and is only taken for the first that is wrong.
 */
export class BodyExcerpt {
  #bytes: Buffer | undefined
  #length = 0
  #isCut = false

  /** Starts with the next body. */
  start(): void {
    this.#length = 0
    this.#isCut = false
  }

  /** Takes the bytes from `start` to `end` of a buffer, as far as there is room. */
  push(buffer: Uint8Array, start: number, end: number): void {
    const taken = Math.min(end - start, mostKept - this.#length)
    if (taken < end - start) this.#isCut = true
    if (taken === 0) return
    this.#bytes ??= Buffer.allocUnsafe(mostKept)
    this.#bytes.set(buffer.subarray(start, start + taken), this.#length)
    this.#length += taken
  }

  /** Whether there was more than is kept. */
  get isCut(): boolean {
    return this.#isCut
  }

  /** What is kept, as a text in UTF-8: a character that was cut through is left out. */
  text(): string {
    return new TextDecoder().decode(this.#bytes?.subarray(0, this.#length), { stream: this.#isCut })
  }
}

/** The beginning of a body as an excerpt of it is read. */
export function beginningOf(body: Uint8Array): string {
  const excerpt = new BodyExcerpt()
  excerpt.push(body, 0, body.length)
  return excerpt.isCut ? `${excerpt.text()}${cutMark}` : excerpt.text()
}

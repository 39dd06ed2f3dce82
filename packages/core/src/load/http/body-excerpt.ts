import { cutMark, mostKept } from '../../measure/recorder/recorded-examples.ts'

/**
 * The beginning of a body that arrives in parts, for examples of failures.
 *
 * One buffer serves all bodies of a connection, and is only allocated for the first wrong one.
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

  /** Whether the body was longer than the excerpt. */
  get isCut(): boolean {
    return this.#isCut
  }

  /** The excerpt as UTF-8 text, without an incomplete character at the end. */
  text(): string {
    return new TextDecoder().decode(this.#bytes?.subarray(0, this.#length), { stream: this.#isCut })
  }
}

/** The beginning of a complete body, as an excerpt has it. */
export function beginningOf(body: Uint8Array): string {
  const excerpt = new BodyExcerpt()
  excerpt.push(body, 0, body.length)
  return excerpt.isCut ? `${excerpt.text()}${cutMark}` : excerpt.text()
}

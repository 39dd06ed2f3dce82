/** Compares a body that arrives in parts with the one that is expected, without keeping it. */
export class BodyCheck {
  #expected: Uint8Array | undefined
  #position = 0
  #isEqual = true

  /** Starts with the next body; `undefined` accepts any. */
  start(expected: Uint8Array | undefined): void {
    this.#expected = expected
    this.#position = 0
    this.#isEqual = true
  }

  /** Takes the bytes from `start` to `end` of a buffer. */
  push(buffer: Buffer, start: number, end: number): void {
    if (this.#expected === undefined || !this.#isEqual) return
    const next = this.#position + end - start
    this.#isEqual = next <= this.#expected.length && buffer.compare(this.#expected, this.#position, next, start, end) === 0
    this.#position = next
  }

  /** Whether the body, now complete, was the expected one. */
  matches(): boolean {
    return this.#expected === undefined || (this.#isEqual && this.#position === this.#expected.length)
  }
}

const nothing = Buffer.alloc(0)

/** The bytes of a block that arrives in several pushes, kept together until it is complete. */
export class SplitBlock {
  #bytes: Buffer = nothing
  #length = 0

  /** Bytes [0, length) are those of the block; another buffer after each `append`. */
  get bytes(): Buffer {
    return this.#bytes
  }

  get length(): number {
    return this.#length
  }

  append(source: Buffer, from: number, to: number): void {
    const length = this.#length + to - from
    if (length > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(1024, 2 * length))
      this.#bytes.copy(larger, 0, 0, this.#length)
      this.#bytes = larger
    }
    source.copy(this.#bytes, this.#length, from, to)
    this.#length = length
  }

  clear(): void {
    this.#length = 0
    // One unusually large block is no reason to hold its memory on every connection.
    if (this.#bytes.length > 4096) this.#bytes = nothing
  }
}

import type { ParsedHead } from './response-head.ts'

/** A parsed head block, with its bytes as 64-bit words. */
interface Entry {
  words: Float64Array
  length: number
  parsed: ParsedHead
}

/**
 * Caches the last head blocks, so that the same block is parsed once: the responses of a server mostly differ once a second, by their `Date`.
 *
 * Shared by all connections of a thread. Blocks are compared as 64-bit floating point numbers, which was measured to be three times as fast as
 * `Buffer.compare` at these lengths. Equal numbers are equal bytes, except for the two zeros, so a block that contains a zero is never found again, nor
 * one with a NaN, which equals nothing.
 */
export class HeadCache {
  readonly #capacity: number
  /** Most recently used first. */
  readonly #entries: Entry[] = []
  #buffer: Buffer = Buffer.alloc(0)
  #view: DataView = new DataView(new ArrayBuffer(0))

  /** @param capacity the number of cached blocks, at least 1 */
  constructor(capacity: number = 8) {
    this.#capacity = capacity
  }

  /** Finds the head whose block starts at `from`, if the whole block is before `to` and is cached. */
  find(buffer: Buffer, from: number, to: number): ParsedHead | undefined {
    const view = this.#viewOf(buffer)
    const entries = this.#entries
    for (let i = 0; i < entries.length; i++) {
      const entry = entries[i]!
      if (entry.length <= to - from && equals(view, from, entry)) {
        if (i > 0) this.#moveToFront(i)
        return entry.parsed
      }
    }
    return undefined
  }

  /** Caches a head whose block starts at `from`, instead of the one used longest ago. */
  add(buffer: Buffer, from: number, parsed: ParsedHead): void {
    const entry = this.#takeEntry(parsed)
    const { words, length } = entry
    const view = this.#viewOf(buffer)
    const last = words.length - 1
    let hasZero = false
    for (let i = 0; i <= last; i++) {
      const word = view.getFloat64(i < last ? from + i * 8 : from + length - 8)
      words[i] = word
      hasZero ||= word === 0
    }
    if (hasZero) words[last] = NaN
    this.#moveToFront(this.#entries.length - 1)
  }

  #takeEntry(parsed: ParsedHead): Entry {
    const { length } = parsed.head
    const size = Math.ceil(length / 8)
    const last = this.#entries.at(-1)
    if (last === undefined || this.#entries.length < this.#capacity) {
      const entry = { words: new Float64Array(size), length, parsed }
      this.#entries.push(entry)
      return entry
    }
    if (last.words.length !== size) last.words = new Float64Array(size)
    last.length = length
    last.parsed = parsed
    return last
  }

  #moveToFront(index: number): void {
    const entry = this.#entries[index]!
    for (let i = index; i > 0; i--) this.#entries[i] = this.#entries[i - 1]!
    this.#entries[0] = entry
  }

  #viewOf(buffer: Buffer): DataView {
    if (buffer !== this.#buffer) {
      this.#buffer = buffer
      this.#view = new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength)
    }
    return this.#view
  }
}

function equals(view: DataView, from: number, entry: Entry): boolean {
  const { words, length } = entry
  const last = words.length - 1
  // The end is compared first: it contains the blank line, so that blocks of other lengths differ at once.
  if (view.getFloat64(from + length - 8) !== words[last]) return false
  for (let i = 0; i < last; i++) {
    if (view.getFloat64(from + i * 8) !== words[i]) return false
  }
  return true
}

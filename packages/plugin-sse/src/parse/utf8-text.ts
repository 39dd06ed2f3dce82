const firstOfMany = 0x80
const byteOrderMark = 0xfeff

/**
 * Decodes a stream of UTF-8 by the Encoding standard: invalid bytes become U+FFFD, and one byte order mark at the start is left out.
 *
 * A character may be split over any number of chunks.
 */
export class Utf8Text {
  // Only for a chunk that ends within a character, and the next one; most streams never need a decoder.
  #decoder: TextDecoder | undefined
  #isSplit = false
  #isAtStart = true

  /** Returns the text that the bytes complete. */
  decode(buffer: Buffer, start: number, end: number): string {
    if (start === end) return ''
    const mayBeSplit = (buffer[end - 1] ?? 0) >= firstOfMany
    const text = this.#isSplit || mayBeSplit ? this.#decodeSplit(buffer.subarray(start, end)) : buffer.toString('utf8', start, end)
    this.#isSplit = mayBeSplit
    return this.#isAtStart ? this.#withoutMark(text) : text
  }

  #decodeSplit(bytes: Buffer): string {
    this.#decoder ??= new TextDecoder('utf-8', { ignoreBOM: true })
    return this.#decoder.decode(bytes, { stream: true })
  }

  #withoutMark(text: string): string {
    if (text === '') return ''
    this.#isAtStart = false
    return text.charCodeAt(0) === byteOrderMark ? text.slice(1) : text
  }
}

// The most bytes of a body: more than a journey can want. Without a limit an endless response would use up the memory.
const mostBytes = 1 << 28

// The largest body that is kept as a text if it comes in one piece, as most do: a text costs a third of a buffer, and ASCII needs no decoding. A larger
// text would burden the garbage collector.
const mostAsText = 1 << 14

const nothing = Buffer.alloc(0)

/** The bytes of a body, copied out of the buffer that all connections read into. */
export class ReceivedBody {
  length = 0
  readonly #most: number
  #latin1 = ''
  #bytes: Buffer | undefined

  /** @param most the most bytes that are kept; a larger body is not kept at all */
  constructor(most: number = mostBytes) {
    this.#most = most
  }

  push(buffer: Buffer, start: number, end: number): void {
    const before = this.length
    this.length += end - start
    if (before === 0 && this.length <= mostAsText) this.#latin1 = buffer.toString('latin1', start, end)
    else if (this.length <= this.#most) buffer.copy(this.#withRoom(before), before, start, end)
    else this.#bytes = nothing
  }

  /**
   * Returns the whole body.
   *
   * @throws Error when it was too large to be kept
   */
  bytes(): Buffer {
    if (this.length > this.#most) throw new Error(`the body is larger than ${this.#most >> 20} MB; read it with "discardBody: true"`)
    if (this.#bytes === undefined) return Buffer.from(this.#latin1, 'latin1')
    return this.length === this.#bytes.length ? this.#bytes : this.#bytes.subarray(0, this.length)
  }

  /**
   * Returns the whole body as UTF-8 text.
   *
   * @throws Error when it was too large to be kept
   */
  text(): string {
    const isAscii = this.#bytes === undefined && Buffer.byteLength(this.#latin1) === this.#latin1.length
    return isAscii ? this.#latin1 : decodeText(this.bytes())
  }

  #withRoom(used: number): Buffer {
    const bytes = this.#bytes ?? Buffer.from(this.#latin1, 'latin1')
    if (this.length <= bytes.length) return bytes
    const larger = Buffer.allocUnsafe(used === 0 ? this.length : Math.min(Math.max(this.length, 2 * used), this.#most))
    bytes.copy(larger, 0, 0, used)
    this.#bytes = larger
    return larger
  }
}

/**
 * Decodes bytes as a text, without a byte order mark.
 *
 * @param charset a charset other than UTF-8
 * @throws Error for an unknown charset
 */
export function decodeText(bytes: Uint8Array, charset?: string): string {
  if (charset !== undefined) return decoderOf(charset).decode(bytes)
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
}

function decoderOf(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset)
  } catch (cause) {
    throw new Error(`the body has the charset "${charset}", which is not known: look at its bytes()`, { cause })
  }
}

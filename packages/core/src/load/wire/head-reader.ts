import { fieldFlags, fieldKind, flagsAfter, type FieldKind, createParsedHead, type ParsedHead } from './response-head.ts'
import { explainHeadRefusal, headAction, headState, headTransitions } from './head-automaton.ts'
import { refuseBytes, Unsigned64 } from './byte-automaton.ts'

/** Default of the bytes of reason, names and values from which a block is too large, counted as in Node.js, with the same default. */
export const maxHeaderSizeByDefault: number = 16 * 1024

// Space around values is not counted by that limit; every legal block without such padding fits into eight times the limit.
const padding = 8

/**
 * Reads one head block, or the trailers of a chunked body, from bytes that may be split anywhere.
 *
 * An illegal byte is refused at once, even when the block is not complete. Bytes are copied only when the block is split.
 */
export class HeadReader {
  readonly #textLimit: number
  readonly #split = new SplitBlock()
  readonly #contentLength = new Unsigned64()
  /** Positions in the block: name start, name end, value start, value end, repeated. */
  #spans: number[] = []
  #state: number = headState.done
  #error: string | undefined
  #head: ParsedHead | undefined
  #isTrailers = false
  #flags: number = fieldFlags.none
  #kind: FieldKind = 'other'
  #textLength = 0
  /** Where the reason, name or value being read starts; -1 between them. */
  #spanStart = -1
  #status = 0
  #staysOpenByDefault = false
  #reasonStart = 0
  #reasonEnd = 0

  constructor(maxHeaderSize: number = maxHeaderSizeByDefault) {
    this.#textLimit = maxHeaderSize
  }

  get error(): string | undefined {
    return this.#error
  }

  get isDone(): boolean {
    return this.#state === headState.done
  }

  /** The last head; undefined while it is incomplete, after an error and for trailers. */
  get head(): ParsedHead | undefined {
    return this.#head
  }

  /** Bits about the framing in the block, added to those that trailers began with. */
  get flags(): number {
    return this.#flags
  }

  /** Whether the block came in several pushes. */
  get wasSplit(): boolean {
    return this.#split.length > 0
  }

  /** Starts with a status line. */
  startHead(): void {
    this.#start(headState.start, fieldFlags.none)
    this.#isTrailers = false
  }

  /** Starts with trailers, or the blank line after none. */
  startTrailers(flags: number): void {
    this.#start(headState.fieldStart, flags)
    this.#isTrailers = true
  }

  /** Reads bytes [from, to) up to the end of the block, and returns the position after the last byte read. */
  read(buffer: Buffer, from: number, to: number): number {
    let position = from
    if (!this.wasSplit) {
      position = this.#scan(buffer, from, from, to)
      if (!this.isDone && this.#error === undefined) this.#split.append(buffer, from, to)
      return position
    }
    while (position < to && !this.isDone && this.#error === undefined) {
      // In small steps, because most of the pushed bytes are probably not part of this block.
      const [start, step] = [this.#split.length, Math.min(to - position, 512)]
      this.#split.append(buffer, position, position + step)
      position += this.#scan(this.#split.bytes, 0, start, start + step) - start
    }
    return position
  }

  #start(state: number, flags: number): void {
    this.#split.clear()
    this.#contentLength.reset()
    this.#spans = []
    this.#state = state
    this.#error = undefined
    this.#head = undefined
    this.#flags = flags
    this.#textLength = 0
    this.#spanStart = -1
  }

  #scan(bytes: Buffer, origin: number, from: number, to: number): number {
    let state = this.#state
    let position = from
    while (position < to && state !== headState.done) {
      const row = state << 8
      let entry = headTransitions[row | bytes[position]!]!
      // Most bytes are inside of a name or a value: in this loop a look-up need not wait for the one before.
      while (entry === state && ++position < to) entry = headTransitions[row | bytes[position]!]!
      if (position === to) break
      state = entry & 0xff
      if (entry > 0xff) {
        this.#state = state
        this.#act(entry >> 8, bytes, origin, position - origin)
        if (this.#error !== undefined) return position
        state = this.#state
      }
      position++
    }
    this.#state = state
    const openText = this.#spanStart < 0 ? 0 : position - origin - this.#spanStart
    if (this.#textLength + openText >= this.#textLimit) this.#refuseSize()
    else if (position - origin > padding * this.#textLimit) this.#error = 'head too large: most of it is white space'
    return position
  }

  /** @param at position of the byte in the block */
  #act(action: number, bytes: Buffer, origin: number, at: number): void {
    switch (action) {
      case headAction.spanStart:
        this.#spanStart = at
        return
      case headAction.nameEnd:
        return this.#endName(bytes, origin, at)
      case headAction.valueEnd:
        return this.#endValue(bytes, origin, at)
      case headAction.lengthStart:
        return this.#startLength(bytes, origin, at)
      case headAction.lengthDigit:
        return this.#appendDigit(bytes, origin, at)
      case headAction.statusEnd:
        return this.#endStatus(bytes, origin, at)
      case headAction.reasonEnd:
        this.#reasonEnd = at
        return this.#endSpan(at)
      case headAction.headEnd:
        return this.#endBlock(bytes, origin, at + 1)
      case refuseBytes:
        this.#error = explainHeadRefusal(this.#state)
    }
  }

  #endStatus(bytes: Buffer, origin: number, at: number): void {
    const end = origin + at
    this.#status = (bytes[end - 3]! - 0x30) * 100 + (bytes[end - 2]! - 0x30) * 10 + (bytes[end - 1]! - 0x30)
    this.#staysOpenByDefault = bytes[end - 7] === 0x31 && bytes[end - 5] === 0x31
    this.#reasonStart = at + 1
    this.#reasonEnd = at + 1
    if (this.#state === headState.reason) this.#spanStart = at + 1
  }

  #endName(bytes: Buffer, origin: number, at: number): void {
    const kind = fieldKind(bytes, origin + this.#spanStart, origin + at)
    this.#kind = kind
    this.#spans.push(this.#spanStart, at)
    this.#endSpan(at)
    if (kind === 'content-length') this.#expect(headState.lengthStart, fieldFlags.transferEncoding)
    if (kind === 'transfer-encoding') this.#expect(headState.codingStart, fieldFlags.contentLength)
  }

  #expect(state: number, conflict: number): void {
    this.#state = state
    if ((this.#flags & conflict) !== 0) this.#error = 'both Content-Length and Transfer-Encoding'
  }

  #startLength(bytes: Buffer, origin: number, at: number): void {
    this.#spanStart = at
    if ((this.#flags & fieldFlags.contentLength) === 0) this.#appendDigit(bytes, origin, at)
    else this.#error = 'more than one Content-Length'
  }

  #appendDigit(bytes: Buffer, origin: number, at: number): void {
    if (!this.#contentLength.append(bytes[origin + at]! - 0x30, 10)) this.#error = 'Content-Length too large'
  }

  #endValue(bytes: Buffer, origin: number, at: number): void {
    const start = this.#spanStart < 0 ? at : this.#spanStart
    let end = at
    while (end > start && isWhiteSpace(bytes[origin + end - 1]!)) end--
    this.#spans.push(start, end)
    if (this.#spanStart >= 0) this.#endSpan(at)
    if (this.#kind !== 'other') this.#flags = flagsAfter(this.#flags, this.#kind, bytes.toString('latin1', origin + start, origin + at))
  }

  #endSpan(at: number): void {
    this.#textLength += at - this.#spanStart
    this.#spanStart = -1
    if (this.#textLength >= this.#textLimit) this.#refuseSize()
  }

  #refuseSize(): void {
    this.#error = `head too large: not below maxHeaderSize (${this.#textLimit} bytes)`
  }

  #endBlock(bytes: Buffer, origin: number, length: number): void {
    if (this.#isTrailers) return
    const text = bytes.toString('latin1', origin, origin + length)
    const spans = this.#spans
    const headers: string[] = []
    for (let i = 0; i < spans.length; i += 2) headers.push(text.slice(spans[i], spans[i + 1]))
    this.#head = createParsedHead({
      status: this.#status,
      reason: text.slice(this.#reasonStart, this.#reasonEnd),
      headers,
      contentLength: (this.#flags & fieldFlags.contentLength) === 0 ? -1 : this.#contentLength.value,
      length,
      flags: this.#flags,
      staysOpenByDefault: this.#staysOpenByDefault,
    })
  }
}

function isWhiteSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x09
}

const nothing = Buffer.alloc(0)

/** The bytes of a block that arrives in several pushes, kept together until it is complete. */
class SplitBlock {
  #bytes: Buffer = nothing
  #length = 0

  /** Bytes [0, length) are the block; the buffer changes with each `append`. */
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
    // The memory of an unusually large block is not kept on every connection.
    if (this.#bytes.length > 4096) this.#bytes = nothing
  }
}

import {
  bytesOf,
  carriageReturn,
  hexDigits,
  lineFeed,
  quotedBytes,
  tokenBytes,
  valueBytes,
  TransitionTable,
  refuseBytes,
  digitValue,
  Unsigned64,
} from './byte-automaton.ts'

/** The position of the next byte in the lines between the data of a chunked body. */
const chunkState = {
  sizeStart: 0,
  size: 1,
  sizeEnd: 2,
  extension: 3,
  extensionName: 4,
  extensionValue: 5,
  quoted: 6,
  quotedPair: 7,
  quotedEnd: 8,
  data: 9,
  dataEnd: 10,
  dataLineEnd: 11,
  done: 12,
} as const

/** The action at a byte besides the transition to the next state. */
const chunkAction = { none: 0, sizeDigit: 1, extensionByte: 2, sizeLineEnd: 3 } as const

/** The grammar of chunk size lines and the line end after chunk data, exactly what llhttp accepts without lenient flags. */
const chunkTransitions: Uint16Array = createTable().entries

/** Describes what is wrong when a byte has no transition in a state. */
function explainChunkRefusal(state: number): string {
  if (state <= chunkState.size) return 'invalid chunk size'
  if (state === chunkState.sizeEnd) return 'carriage return without line feed'
  return state <= chunkState.quotedEnd ? 'invalid chunk extension' : 'missing line end after chunk data'
}

function createTable(): TransitionTable {
  const { sizeStart, size, sizeEnd, extension, data, dataEnd, dataLineEnd } = chunkState
  const { sizeDigit, sizeLineEnd } = chunkAction
  const table = new TransitionTable(chunkState.done + 1)
  table.on(sizeStart, hexDigits, size, sizeDigit).on(size, hexDigits, size, sizeDigit)
  table.on(size, carriageReturn, sizeEnd).on(size, bytesOf(';'), extension)
  table.on(sizeEnd, lineFeed, data, sizeLineEnd)
  table.on(dataEnd, carriageReturn, dataLineEnd).on(dataLineEnd, lineFeed, sizeStart)
  addExtensions(table)
  return table
}

function addExtensions(table: TransitionTable): void {
  const { sizeEnd, extension, extensionName, extensionValue, quoted, quotedPair, quotedEnd } = chunkState
  const { extensionByte } = chunkAction
  for (const state of [extension, extensionName]) {
    table.on(state, tokenBytes, extensionName, extensionByte).on(state, bytesOf('='), extensionValue).on(state, bytesOf(';'), extension)
  }
  table.on(extensionValue, tokenBytes, extensionValue, extensionByte).on(extensionValue, bytesOf('"'), quoted, extensionByte)
  table.on(quoted, quotedBytes, quoted, extensionByte).on(quoted, bytesOf('\\'), quotedPair, extensionByte)
  table.on(quoted, bytesOf('"'), quotedEnd, extensionByte).on(quotedPair, valueBytes, quoted, extensionByte)
  table.on(extensionValue, bytesOf(';'), extension).on(quotedEnd, bytesOf(';'), extension)
  for (const state of [extensionName, extensionValue, quotedEnd]) table.on(state, carriageReturn, sizeEnd)
}

/** Takes decoded bytes [start, end) of a buffer, valid during the call only. */
export interface BodySink {
  onBody(buffer: Buffer, start: number, end: number): void
}

// The most bytes of extensions in one chunk size line, as in Node.js.
const extensionLimit = 16 * 1024

/** Decodes a chunked body up to and including the size line of its last chunk, from bytes that may be split anywhere. Trailers follow. */
export class ChunkedBody {
  readonly #size = new Unsigned64()
  #state: number = chunkState.done
  #remaining = 0
  #extensionLength = 0
  #decoded = 0
  #error: string | undefined

  get error(): string | undefined {
    return this.#error
  }

  get isDone(): boolean {
    return this.#state === chunkState.done
  }

  get decoded(): number {
    return this.#decoded
  }

  start(): void {
    this.#size.reset()
    this.#state = chunkState.sizeStart
    this.#extensionLength = 0
    this.#decoded = 0
    this.#error = undefined
  }

  /** Reads bytes [from, to) up to the end of the last size line, and returns the position after the last byte read. */
  read(buffer: Buffer, from: number, to: number, sink: BodySink | undefined): number {
    let position = from
    while (position < to && this.#state !== chunkState.done) {
      position = this.#state === chunkState.data ? this.#readData(buffer, position, to, sink) : this.#readLine(buffer, position, to)
      if (this.#error !== undefined) return position
    }
    return position
  }

  #readData(buffer: Buffer, from: number, to: number, sink: BodySink | undefined): number {
    const end = from + Math.min(this.#remaining, to - from)
    sink?.onBody(buffer, from, end)
    this.#decoded += end - from
    this.#remaining -= end - from
    if (this.#remaining === 0) this.#state = chunkState.dataEnd
    return end
  }

  #readLine(buffer: Buffer, from: number, to: number): number {
    let state = this.#state
    let position = from
    while (position < to && state !== chunkState.data && state !== chunkState.done) {
      const entry = chunkTransitions[(state << 8) | buffer[position]!]!
      state = entry & 0xff
      if (entry > 0xff) {
        state = this.#act(entry >> 8, state, buffer[position]!)
        if (this.#error !== undefined) break
      }
      position++
    }
    this.#state = state
    return position
  }

  #act(action: number, state: number, byte: number): number {
    if (action === chunkAction.sizeDigit) {
      if (!this.#size.append(digitValue(byte), 16)) this.#error = 'chunk size too large'
    } else if (action === chunkAction.extensionByte) {
      if (++this.#extensionLength > extensionLimit) this.#error = 'chunk extensions too large'
    } else if (action === chunkAction.sizeLineEnd) {
      return this.#endSizeLine()
    } else if (action === refuseBytes) {
      this.#error = explainChunkRefusal(state)
    }
    return state
  }

  #endSizeLine(): number {
    this.#remaining = this.#size.value
    this.#size.reset()
    this.#extensionLength = 0
    return this.#remaining === 0 ? chunkState.done : chunkState.data
  }
}

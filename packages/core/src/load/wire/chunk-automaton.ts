import { bytesOf, carriageReturn, hexDigits, lineFeed, quotedBytes, tokenBytes, valueBytes } from './byte-classes.ts'
import { TransitionTable } from './transition-table.ts'

/** Where in the lines between the data of a chunked body the next byte stands. */
export const chunkState = {
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

/** What to do at a byte besides going to the next state. */
export const chunkAction = { none: 0, sizeDigit: 1, extensionByte: 2, sizeLineEnd: 3 } as const

/** The grammar of chunk size lines and the line end after chunk data, exactly what llhttp accepts without lenient flags. */
export const chunkTransitions: Uint16Array = createTable().entries

/** What is wrong when a byte has no transition in a state. */
export function explainChunkRefusal(state: number): string {
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

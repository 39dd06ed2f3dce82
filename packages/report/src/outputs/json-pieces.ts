import { toJson } from '../format/texts.ts'

// Long enough that a file of many megabytes is written in few pieces, and short enough to be made and freed without a trace.
const leastPiece = 64 * 1024
// The threads and machines of a test are this far below it.
const dividedLevels = 4

/**
 * Writes plain data as JSON on one line, in pieces that are made one by one: a text of many megabytes as a whole takes several times its size, and leaves
 * gaps in the memory.
 *
 * @yields the next piece, of some 64 KB
 */
export function* toJsonPieces(data: unknown): Generator<string> {
  let piece = ''
  for (const text of textsOf(data, dividedLevels)) {
    piece += text
    if (piece.length < leastPiece) continue
    yield piece
    piece = ''
  }
  yield piece
}

function* textsOf(value: unknown, levels: number): Generator<string> {
  if (levels === 0 || typeof value !== 'object' || value === null) return yield toJson(value ?? null)
  const isList = Array.isArray(value)
  yield isList ? '[' : '{'
  let separator = ''
  for (const [key, inner] of Object.entries(value)) {
    if (!isList && inner === undefined) continue
    yield isList ? separator : `${separator}${toJson(key)}:`
    yield* textsOf(inner, levels - 1)
    separator = ','
  }
  yield isList ? ']' : '}'
}

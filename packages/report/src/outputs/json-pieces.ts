import { toJson } from '../format/texts.ts'

// Long enough that a file of many megabytes is written in few pieces, and short enough to be made and freed without a trace.
const leastPiece = 64 * 1024
// The threads and machines of a test are this far below it.
const dividedLevels = 4

/** Writes plain data as JSON on one line, in pieces, because a text of many megabytes as a whole takes several times its size and leaves gaps in the memory. */
export function toJsonPieces(data: unknown): readonly string[] {
  const pieces: string[] = []
  let piece = ''
  const add = (text: string): void => {
    piece += text
    if (piece.length < leastPiece) return
    pieces.push(piece)
    piece = ''
  }
  const write = (value: unknown, levels: number): void => {
    if (levels === 0 || typeof value !== 'object' || value === null) return add(toJson(value ?? null))
    const isList = Array.isArray(value)
    const entries = Object.entries(value).filter(([, inner]) => isList || inner !== undefined)
    add(isList ? '[' : '{')
    for (const [index, [key, inner]] of entries.entries()) {
      add(`${index === 0 ? '' : ','}${isList ? '' : `${toJson(key)}:`}`)
      write(inner, levels - 1)
    }
    add(isList ? ']' : '}')
  }
  write(data, dividedLevels)
  return [...pieces, piece]
}

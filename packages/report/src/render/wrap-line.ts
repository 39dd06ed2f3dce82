import { textWidth } from '../format/texts.ts'

/** A part of a line, and the function that colours it. */
export interface PaintedPiece {
  readonly text: string
  readonly paint: (text: string) => string
}

// Narrower than this, a text is easier to read as the terminal breaks it.
const narrowest = 20
const hanging = 2

/**
 * Draws a line, as several where it is wider than a terminal: it is broken between words, and all but the first line are indented.
 *
 * @param columns of the terminal; without columns the line stays whole
 */
export function wrapLine(pieces: readonly PaintedPiece[], columns: number = Infinity): readonly string[] {
  const whole = pieces.map(({ text }) => text).join('')
  if (columns < narrowest || textWidth(whole) <= columns) return [paintLine(pieces)]
  const indent = (/^ */.exec(whole)?.[0] ?? '').length + hanging
  const lines: PaintedPiece[][] = []
  let width = 0
  for (const word of wordsOf(pieces)) {
    const line = lines.at(-1)
    if (line === undefined || (word.gap > 0 && width + word.gap + word.width > columns)) {
      const before = line === undefined ? word.gap : indent
      lines.push([spaces(before), ...word.pieces])
      width = before + word.width
    } else {
      line.push(spaces(word.gap), ...word.pieces)
      width += word.gap + word.width
    }
  }
  return lines.map(paintLine)
}

function spaces(count: number): PaintedPiece {
  return { text: ' '.repeat(count), paint: (text) => text }
}

function paintLine(pieces: readonly PaintedPiece[]): string {
  return pieces.map(({ text, paint }) => paint(text)).join('')
}

/** A word, in as many pieces as it has colours, with the number of spaces before it. */
interface Word {
  readonly gap: number
  readonly width: number
  readonly pieces: readonly PaintedPiece[]
}

// A piece can end within a word, so that the next one is joined to it.
function wordsOf(pieces: readonly PaintedPiece[]): readonly Word[] {
  const words: Word[] = []
  let gap = 0
  for (const { text, paint } of pieces) {
    for (const part of text.split(/( +)/)) {
      if (part.startsWith(' ')) gap += part.length
      else if (part !== '') {
        const own = { text: part, paint }
        const last = gap === 0 ? words.pop() : undefined
        words.push({ gap: last?.gap ?? gap, width: (last?.width ?? 0) + textWidth(part), pieces: [...(last?.pieces ?? []), own] })
        gap = 0
      }
    }
  }
  return words
}

import { textWidth } from './format/text-width.ts'

/**
 * What a cell holds, which says where it may go on on a further line: a `figure` only in front of a bracket, `to` or `of`, so that it keeps
 * its unit; `words` between them; a `text` also within a word that is too long.
 */
export type CellKind = 'figure' | 'words' | 'text'

// Narrower than this, a name takes many lines that each tell nothing.
const narrowestText = 20

/** Breaks a cell into lines of at most so many columns where it can be broken; the lines behind the first are indented as it is. */
export function foldCell(cell: string, width: number, kind: CellKind): string {
  if (textWidth(cell) <= width) return cell
  const indent = indentOf(cell)
  const room = Math.max(1, width - indent.length)
  const lines: string[] = []
  let line = ''
  for (const part of partsOf(cell, kind).flatMap((whole) => (kind === 'text' ? breakWord(whole, room) : [whole]))) {
    const longer = line === '' ? part : `${line} ${part}`
    if (line !== '' && textWidth(longer) > room) {
      lines.push(line)
      line = part
    } else line = longer
  }
  return [...lines, line].map((each) => `${indent}${each}`).join('\n')
}

/** The fewest columns that a cell is folded to. */
export function leastWidth(cell: string, kind: CellKind): number {
  const indent = indentOf(cell).length
  if (kind === 'text') return Math.min(textWidth(cell), indent + narrowestText)
  return indent + Math.max(...partsOf(cell, kind).map(textWidth))
}

function indentOf(cell: string): string {
  return /^ */.exec(cell)?.[0] ?? ''
}

function partsOf(cell: string, kind: CellKind): readonly string[] {
  return cell.trim().split(kind === 'figure' ? / (?=\(|to |of )/ : ' ')
}

/** Breaks a word, such as a path, behind a character that separates its parts; where there is none, anywhere. */
function breakWord(word: string, room: number): readonly string[] {
  const pieces: string[] = []
  let rest = Array.from(word)
  while (textWidth(rest.join('')) > room) {
    let end = 1
    while (end < rest.length && textWidth(rest.slice(0, end + 1).join('')) <= room) end += 1
    const separated = rest.slice(0, end).findLastIndex((character) => '/-_.:,;?&='.includes(character)) + 1
    pieces.push(rest.splice(0, separated > end / 2 ? separated : end).join(''))
  }
  return [...pieces, rest.join('')]
}

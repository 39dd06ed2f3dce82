/** The data of a drawing of a level over time. */
export interface Curve {
  /** The levels at evenly spaced moments; at least one. */
  readonly levels: readonly number[]
  /** Texts at the left of the highest level and of 0. */
  readonly labels: { readonly highest: string; readonly none: string }
  /** Texts below the first and the last moment. */
  readonly times: { readonly first: string; readonly last: string }
}

const blocks = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const
const mostRows = 6
const widest = 72
const narrowest = 10

/** Draws a level over time in block characters, as lines of a limited number of columns. */
export function drawCurve({ levels, labels, times }: Curve, columns: number): readonly string[] {
  const margin = Math.max(labels.highest.length, labels.none.length)
  const width = Math.max(narrowest, Math.min(widest, columns - margin - 2))
  const highest = Math.max(...levels)
  // A constant level needs one row only.
  const rows = levels.every((level) => level === highest) ? 1 : mostRows
  const heights = Array.from({ length: width }, (_, column) => {
    const level = highestIn(levels, column, width)
    // In eighths of a row; a level above 0 is always visible.
    return level <= 0 ? 0 : Math.max(1, Math.round((level / highest) * rows * (blocks.length - 1)))
  })
  const lines = Array.from({ length: rows }, (_, row) => {
    const base = (rows - 1 - row) * (blocks.length - 1)
    const cells = heights.map((height) => blocks[Math.min(blocks.length - 1, Math.max(0, height - base))])
    return `${(row === 0 ? labels.highest : '').padStart(margin)} │${cells.join('')}`.trimEnd()
  })
  const gap = Math.max(1, width - times.first.length - times.last.length)
  return [
    ...lines,
    `${labels.none.padStart(margin)} └${'─'.repeat(width)}`,
    `${' '.repeat(margin + 2)}${times.first}${' '.repeat(gap)}${times.last}`,
  ]
}

function highestIn(levels: readonly number[], column: number, width: number): number {
  const first = Math.floor((column * levels.length) / width)
  const end = Math.max(first + 1, Math.floor(((column + 1) * levels.length) / width))
  return Math.max(...levels.slice(first, end))
}

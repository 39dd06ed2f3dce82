import type { MarkedText, ReportCell, ReportText } from '@benchpress/core/report'
import { drawChart } from './draw-chart.ts'
import { drawTable } from './draw-table.ts'
import { drawCell, signOf, withOutcome } from '../format/cell.ts'
import { printable } from '../format/texts.ts'
import { plainPalette, type Style } from './palette.ts'
import { type DocumentPart, type DocumentSection, sectionsOn, type ReportDocument } from './report-document.ts'
import { wrapLine, type PaintedPiece } from './wrap-line.ts'

/** Renders a report as text for a terminal, broken between words at its width, or for a file where `style` has neither colours nor a width. */
export function text({ sections }: ReportDocument, style: Style = plainPalette): string {
  const blocks = sectionsOn('terminal', sections).map((section) => sectionText(section, style))
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n').trimEnd())
    .join('\n\n')}\n`
}

function sectionText({ title, intro, parts }: DocumentSection, style: Style): readonly string[] {
  const heading = printable(intro === undefined ? title : `${title}: ${intro}`)
  const lines = title === '' ? [] : [...wrapLine([{ text: heading, paint: style.strong }], style.columns)]
  let isAfterDrawing = false
  for (const part of parts) {
    const drawn = partText(part, style)
    if (drawn.length === 0) continue
    const isDrawing = 'drawing' in part || 'plot' in part
    const isSpaced = isDrawing || isAfterDrawing || ('isSpaced' in part && part.isSpaced)
    if (isSpaced && lines.length > 0) lines.push('')
    lines.push(...drawn)
    isAfterDrawing = isDrawing
  }
  return lines
}

function partText(part: DocumentPart, style: Style): readonly string[] {
  if ('head' in part) return [drawTable(part, style)]
  if ('lines' in part) return part.lines.flatMap((line) => paintText(line, style))
  if ('drawing' in part) return part.drawing.map(printable)
  if ('plot' in part) return part.isChart === true ? drawChart(part.plot, style.columns).map(printable) : []
  return 'code' in part
    ? [`${printable(part.file)}:`, ...part.code.split('\n').map(printable)]
    : part.flatMap((line) => paintText(line, style))
}

function paintText(line: ReportText, style: Style): readonly string[] {
  const pieces = typeof line === 'string' ? [plain(line)] : line.flatMap((piece) => paintedPieces(piece, style))
  return wrapLine(pieces, style.columns)
}

const paints = { yes: 'good', no: 'bad', unknown: 'warning' } as const

function paintedPieces(piece: MarkedText | ReportCell, style: Style): readonly PaintedPiece[] {
  if (typeof piece === 'string') return [plain(piece)]
  if ('mark' in piece) return [{ text: printable(piece.text), paint: style[piece.mark] }]
  if ('condition' in piece) return [{ text: signOf(piece), paint: style[paints[piece.holds]] }, plain(` ${withOutcome(piece)}`)]
  return [plain(drawCell(piece))]
}

function plain(piece: string): PaintedPiece {
  return { text: printable(piece), paint: (shown) => shown }
}

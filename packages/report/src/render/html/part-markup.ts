import type { MarkedText, ReportCell, ReportCode, ReportLines, ReportText, ReportTable } from '@benchpress/core/report'
import { drawCell, withOutcome } from '../../format/cell.ts'
import { markup, ownMarkup, type Content, type Markup } from './markup.ts'

const holds = { yes: 'holds', no: 'does not hold', unknown: 'is not known to hold' } as const

/** Writes a line with its emphasis. */
export function textMarkup(text: ReportText): Content {
  // A terminal aligns and indents with spaces.
  if (typeof text === 'string') return text.trim().replace(/: +/, ': ')
  return text.map(pieceMarkup)
}

/** Writes lines, as a list or as paragraphs. */
export function linesMarkup({ lines, as = 'list' }: ReportLines): Content {
  if (lines.length === 0) return undefined
  if (as === 'paragraphs') return lines.map((line) => markup`<p>${textMarkup(line)}</p>\n`)
  return markup`<ul>\n${lines.map((line) => markup`<li>${textMarkup(line)}</li>\n`)}</ul>\n`
}

/** Writes a cell; a condition without an outcome also has words for whether it holds, because a screen reader skips the sign. */
export function cellMarkup(cell: ReportCell): Content {
  if (typeof cell === 'string') return cell
  if (!('condition' in cell)) return bracketsApart(drawCell(cell))
  const [sign = ''] = drawCell(cell)
  const unseen = cell.outcome === undefined ? markup`<span class="unseen"> (${holds[cell.holds]})</span>` : ''
  return markup`<span class="sign ${cell.holds}" aria-hidden="true">${sign}</span>&nbsp;${withOutcome(cell)}${unseen}`
}

// A text in brackets goes below its figure where there is no room beside it.
function bracketsApart(figure: string): Content {
  const [, before, brackets] = /^(.+) (\(.+\))$/.exec(figure) ?? []
  return brackets === undefined ? figure : markup`<span class="piece">${before}</span> <span class="piece">${brackets}</span>`
}

/** Writes a file, folded up unless it is a single line. */
export function codeMarkup({ file, code }: ReportCode): Markup {
  const lines = code.replace(/\n+$/, '').split('\n')
  const text = markup`<pre tabindex="0"><code>${lines.map((line, index) => [index === 0 ? '' : ownMarkup('\n'), line.replaceAll('\t', '  ')])}</code></pre>`
  if (lines.length === 1) return text
  return markup`<details class="code">
<summary>${file}</summary>
${text}
</details>
`
}

function pieceMarkup(piece: MarkedText | ReportCell): Content {
  if (typeof piece === 'string' || !('mark' in piece)) return cellMarkup(piece)
  const { text, mark } = piece
  return mark === 'strong' ? markup`<strong>${text}</strong>` : markup`<span class="${mark}">${text}</span>`
}

/**
 * Writes a table that scrolls within its own box where it is wider than the page.
 *
 * @param name name of the table for a screen reader
 */
export function tableMarkup(table: ReportTable, name: string): Markup {
  const { head, rows } = table
  if (rows.length === 0) return markup``
  return markup`<div class="scroll" role="group" aria-label="${name}" tabindex="0">
<table>
<caption class="unseen">${name}</caption>
<thead><tr>${head.map((heading, column) => markup`<th scope="col"${isText(table, column) ? '' : markup` class="figure"`}>${heading}</th>`)}</tr></thead>
<tbody>
${rows.map((row) => markup`<tr>${row.map((cell, column) => entryMarkup(cell, column, table))}</tr>\n`)}</tbody>
</table>
</div>
`
}

function entryMarkup(cell: ReportCell, column: number, table: ReportTable): Markup {
  const { names = 1 } = table
  const text = drawCell(cell)
  if (column < names) {
    const isIndented = text.startsWith(' ')
    return markup`<th scope="row"${isIndented ? markup` class="indented"` : ''}>${isIndented ? text.trim() : cellMarkup(cell)}</th>`
  }
  if (isText(table, column)) return markup`<td>${cellMarkup(cell)}</td>`
  const value = typeof cell !== 'string' && 'value' in cell ? cell.value : undefined
  return markup`<td class="figure"${value === undefined ? '' : markup` data-value="${value}"`}>${cellMarkup(cell)}</td>`
}

function isText({ head, names = 1, texts = [] }: ReportTable, column: number): boolean {
  return column < names || texts.includes(head[column] ?? '')
}

import { createHash } from 'node:crypto'
import { capitalized } from '../../format/texts.ts'
import {
  type DocumentPart,
  type DocumentSection,
  sectionsOn,
  type ReportDocument,
  type DrawingPart,
  type Plot,
  type PlotPart,
} from '../report-document.ts'
import { cardsMarkup, headlineMarkup } from './head-markup.ts'
import { figureMarkup, isDrawn } from './figure-markup.ts'
import { markup, ownMarkup, type Content } from './markup.ts'
import { script } from './script.ts'
import { style } from './style.ts'
import { tableMarkup, codeMarkup, linesMarkup } from './part-markup.ts'

interface HtmlLink {
  readonly name: string
  /** Relative to the page. */
  readonly href: string
}

const fewestContents = 4

/**
 * Renders a report as one HTML file that needs nothing else: the verdict first, then thresholds, plots and tables, then the machine.
 *
 * Plots and tables are complete where scripts are off.
 *
 * @param back the page that leads to this one
 */
export function html(report: ReportDocument, back?: HtmlLink): string {
  const sections = sectionsOn('browser', report.sections)
  const [environment] = sections.filter(({ kind }) => kind === 'environment')
  const title = environment?.title ?? report.title
  const shown = inOrder(sections, report.headline !== undefined)
  // What a document says, and what was measured, come before everything else.
  const [lead, others] = [shown.filter(isPublished), shown.filter((section) => !isPublished(section))]
  const body = markup`<main>
${back === undefined ? undefined : markup`<p><a href="${back.href}">${back.name}</a></p>\n`}<h1>${title}</h1>
${report.headline === undefined ? undefined : headlineMarkup(report.headline)}
${lead.map(sectionMarkup)}${contentsOf(others)}${cardsMarkup(report.cards ?? [])}
${others.map(sectionMarkup)}
<footer>Made by benchpress. This page loads nothing, and sends nothing.</footer>
</main>`
  return pageOf(title, body)
}

function isPublished({ kind }: DocumentSection): boolean {
  return kind === 'published'
}

interface Shown extends DocumentSection {
  readonly id: string
}

// The head of the page has the verdict; a reader then wants thresholds and plots before the machine.
function inOrder(sections: readonly DocumentSection[], hasHeadline: boolean): readonly Shown[] {
  return sections
    .filter(({ kind }) => kind !== 'verdict' || !hasHeadline)
    .map((section) => ({
      ...section,
      ...(section.kind === 'environment' && { title: 'Environment', level: 2 as const }),
      // A page has plots in place of drawings.
      parts: section.parts.filter((part) => !('drawing' in part)),
    }))
    .filter(({ parts, title }) => title !== '' || parts.length > 0)
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .map((section, index) => ({ ...section, id: `section-${index + 1}` }))
}

function placeOf({ kind, parts }: DocumentSection): number {
  if (kind === 'thresholds') return 0
  if (kind === 'environment') return 2
  return parts.length > 0 && parts.every((part) => 'code' in part) ? 3 : 1
}

function contentsOf(sections: readonly Shown[]): Content {
  const titled = sections.filter(({ title, level = 2 }) => title !== '' && level === 2)
  if (titled.length < fewestContents) return undefined
  return markup`<nav aria-label="Contents"><ul>${titled.map(({ id, title }) => markup`<li><a href="#${id}">${title}</a></li>\n`)}</ul></nav>`
}

function sectionMarkup({ id, title, intro = '', level = 2, parts }: Shown): Content {
  const heading = level === 3 ? markup`<h3 id="${id}">${title}</h3>\n` : markup`<h2 id="${id}">${title}</h2>\n`
  return [
    title === '' ? undefined : heading,
    intro === '' ? undefined : markup`<p class="quiet">${capitalized(intro)}.</p>\n`,
    blocksOf(parts).map(({ plots, other }) => [
      plots.length === 0 ? undefined : markup`<div class="plots">\n${plots.map(figureMarkup)}</div>\n`,
      other === undefined ? undefined : partMarkup(other, title === '' ? 'Table' : title),
    ]),
  ]
}

type Other = Exclude<DocumentPart, PlotPart | DrawingPart>

/** Plots that follow each other, which are placed side by side where there is room, and the part after them. */
interface Block {
  readonly plots: readonly Plot[]
  readonly other?: Other
}

function blocksOf(parts: readonly DocumentPart[]): readonly Block[] {
  const blocks: Block[] = []
  let plots: Plot[] = []
  for (const part of parts) {
    if ('plot' in part) plots.push(part.plot)
    else if (!('drawing' in part)) {
      blocks.push({ plots: plots.filter(isDrawn), other: part })
      plots = []
    }
  }
  return [...blocks, { plots: plots.filter(isDrawn) }]
}

function partMarkup(part: Other, name: string): Content {
  if ('head' in part) return tableMarkup(part, name)
  if ('lines' in part) return linesMarkup(part)
  return 'code' in part ? codeMarkup(part) : linesMarkup({ lines: part })
}

// A page is one file, which loads nothing, and whose policy allows only this style sheet and this script, by their hashes.
function pageOf(title: string, body: Content): string {
  // The policy consists of hashes alone, so that no text from outside can add a source.
  const policy = `default-src 'none'; style-src '${hashOf(style)}'; script-src '${hashOf(script)}'; img-src data:; base-uri 'none'; form-action 'none'`
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${ownMarkup(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="benchpress">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${ownMarkup(style)}</style>
</head>
<body>
${body}
<script>${ownMarkup(script)}</script>
</body>
</html>
`.toString()
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

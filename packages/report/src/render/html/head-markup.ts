import type { Level } from '@benchpress/core'
import { plural } from '@benchpress/core/report'
import { capitalized } from '../../format/texts.ts'
import type { ReportHeadline, ReportNamedFigure, ReportCard } from '../report-document.ts'
import { markup, ownMarkup, type Content, type Markup } from './markup.ts'
import { cellMarkup, linesMarkup, textMarkup } from './part-markup.ts'

const meanings: Readonly<Record<Level, string>> = {
  valid: 'the figures can be believed',
  suspect: 'read the reasons before the figures',
  invalid: 'the figures say nothing of the target',
}

// Each sign has a shape of its own, for readers who see no colours.
const signs: Readonly<Record<Level, string>> = {
  valid: '<circle cx="12" cy="12" r="10"/><path d="M7 12.5l3.5 3.5L17 9"/>',
  suspect: '<path d="M12 3L22 20.5H2Z"/><path d="M12 10v4M12 17.2v.1"/>',
  invalid: '<path d="M8 2h8l6 6v8l-6 6H8l-6-6V8Z"/><path d="M9 9l6 6M15 9l-6 6"/>',
}

/** Writes the head of a report: the verdict, the limits, the first figures, the reasons, and the notes, which are folded up. */
export function headlineMarkup({ level, limits, figures, reasons, notes }: ReportHeadline): Content {
  return [
    markup`<p class="believed">${verdictMarkup(level)} <span class="quiet">${meanings[level]}</span></p>\n`,
    limits.length < 2 ? limits.map((limit) => markup`<p>${capitalized(limit)}</p>\n`) : folded('What limited each run', limits),
    figuresMarkup(figures),
    linesMarkup({ lines: reasons }),
    notes.length === 0 ? undefined : folded(plural(notes.length, 'note'), notes),
  ]
}

function verdictMarkup(level: Level): Markup {
  return markup`<strong class="verdict ${level}"><svg viewBox="0 0 24 24" aria-hidden="true">${ownMarkup(signs[level])}</svg>Verdict: ${level}</strong>`
}

function figuresMarkup(figures: readonly ReportNamedFigure[]): Content {
  if (figures.length === 0) return undefined
  return markup`<dl class="figures">${figures.map(({ name, figure }) => markup`<div><dt>${name}</dt><dd>${cellMarkup(figure)}</dd></div>\n`)}</dl>\n`
}

function folded(title: string, lines: ReportHeadline['reasons']): Markup {
  return markup`<details class="lines"><summary>${title}</summary>\n<ul>${lines.map((line) => markup`<li>${textMarkup(line)}</li>\n`)}</ul></details>\n`
}

/** Writes a card for each test and variant, which leads to its own page; the variants of a test stand side by side. */
export function cardsMarkup(cards: readonly ReportCard[]): Content {
  if (cards.length === 0) return undefined
  const byTest = [...Map.groupBy(cards, ({ test }) => test)]
  const hasVariants = byTest.some(([, ofOne]) => ofOne.length > 1)
  return [
    markup`<h2>Tests</h2>\n`,
    hasVariants
      ? byTest.map(([test, ofOne]) => [markup`<h3>${test}</h3>\n`, listOf(ofOne, (card) => card.variant || test)])
      : listOf(cards, ({ test, variant }) => (variant === '' ? test : `${test}, ${variant}`)),
  ]
}

function listOf(cards: readonly ReportCard[], nameOf: (card: ReportCard) => string): Markup {
  return markup`<ul class="cards">\n${cards.map((card) => cardMarkup(card, nameOf(card)))}</ul>\n`
}

function cardMarkup({ href, level, limits, figures }: ReportCard, name: string): Markup {
  return markup`<li>
<p><a href="${href}"><strong>${name}</strong></a></p>
${verdictMarkup(level)}
${[...new Set(limits)].map((limit) => markup`<p class="quiet">${limit}</p>\n`)}<dl>${figures.map(({ name: label, figure }) => markup`<dt>${label}</dt><dd>${cellMarkup(figure)}</dd>`)}</dl>
</li>
`
}

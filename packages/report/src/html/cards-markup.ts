import type { ReportCard } from '../report-document.ts'
import { verdictMarkup } from './headline-markup.ts'
import { markup, type Content, type Markup } from './markup.ts'
import { cellMarkup } from './text-markup.ts'

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

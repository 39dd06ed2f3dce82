import type { ReportTable } from '@benchpress/core/report'
import type { Plot } from '../report-document.ts'
import { markup, type Content, type Markup } from './markup.ts'
import { plotSvg } from './plot-svg.ts'
import { writeTick } from './scale.ts'
import { seriesClass } from './style.ts'
import { tableMarkup } from './part-markup.ts'

// A table beside a plot is for readers who cannot see the plot, and is useless with more rows than this.
const mostRows = 60

/** Writes a plot: the drawing, its legend and caption, and its figures as a table. */
export function figureMarkup(plot: Plot): Markup {
  const { title, caption, x } = plot
  return markup`<figure${x.unit === 's' ? markup` data-plot="${momentsOf(plot)}"` : ''}>
<figcaption><strong>${title}</strong>${legend(plot)}</figcaption>
${plotSvg(plot)}
<p class="quiet">${caption}</p>
<details class="data"><summary>Figures of ${title}</summary>
${tableMarkup(tableOf(plot), `Figures of ${title}`)}</details>
</figure>
`
}

// The values at each moment of a plot over time, for the script of its page.
function momentsOf({ x, y, series }: Plot): string {
  return JSON.stringify({
    at: x.values,
    end: x.range?.[1] ?? x.values.at(-1) ?? 0,
    moments: x.values.map((value) => writeTick(value, x.unit)),
    texts: series.map(({ values }) => values.map((value) => (value === null ? '' : writeTick(value, y.unit)))),
  })
}

/** Whether a plot has anything to be drawn. */
export function isDrawn({ series, x }: Plot): boolean {
  return x.values.length > 0 && series.some(({ values }) => values.some((value) => value !== null))
}

function legend({ series, bands = [], marks = [] }: Plot): Content {
  const names = [...new Set(bands.map(({ name }) => name))]
  return markup`<ul class="legend">${series.map(({ name, values, as = 'line' }, index) => markup`<li${values.some((value) => value !== null) ? '' : markup` hidden`}>${swatch(markup`<path class="line ${as} ${seriesClass(index)}" d="M2 6H26"/>`)}${name}</li>`)}${names.map((name) => markup`<li>${swatch(markup`<rect class="band" width="28" height="12"/>`)}${name}</li>`)}${marks.map(({ name }) => markup`<li>${swatch(markup`<path class="mark" d="M14 0V12"/>`)}${name}</li>`)}</ul>`
}

function swatch(drawing: Markup): Markup {
  return markup`<svg class="swatch" viewBox="0 0 28 12" aria-hidden="true">${drawing}</svg>`
}

// Rows are chosen evenly: a figure may be left out, but is never changed.
function tableOf({ x, y, series }: Plot): ReportTable {
  const every = Math.ceil(x.values.length / mostRows)
  const shown = x.values.map((value, at) => ({ value, at })).filter(({ at }) => at % every === 0)
  return {
    head: [`${x.label}${every === 1 ? '' : ` (1 of ${every})`}`, ...series.map(({ name }) => name)],
    rows: shown.map(({ value, at }) => [
      x.names?.[at] ?? writeTick(value, x.unit),
      ...series.map(({ values }) => {
        const own = values[at] ?? null
        return own === null ? '' : { figure: writeTick(own, y.unit), value: own }
      }),
    ]),
  }
}

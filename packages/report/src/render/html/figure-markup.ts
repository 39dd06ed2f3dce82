import type { ReportCharts, ReportPlot, ReportTable, ReportTimeline } from '@benchpress/core/report'
import { livePlotData } from './live-plots.ts'
import { markup, type Content, type Markup } from './markup.ts'
import { namesSvg, plotSvg } from './plot-svg.ts'
import { writeTick } from './scale.ts'
import { seriesClass } from './style.ts'
import { tableMarkup } from './part-markup.ts'

type Plot = ReportPlot['plot']

// A table beside a plot is for readers who cannot see the plot, and is useless with more rows than this.
const mostRows = 60
// The ratio of two values of a parameter from which a logarithmic axis is easier to read.
const manyTimes = 20

/** Writes a plot: the drawing, its legend and caption, and its figures as a table. */
export function figureMarkup(plot: Plot): Markup {
  const { title, caption, x } = plot
  return markup`<figure${isOverTime(plot) ? markup` data-plot="${livePlotData(plot)}"` : ''}>
<figcaption><strong>${title}</strong>${legend(plot)}</figcaption>
${x.names === undefined ? plotSvg(plot) : namesSvg(plot)}
<p class="quiet">${caption}</p>
<details class="data"><summary>Figures of ${title}</summary>
${tableMarkup(tableOf(plot), `Figures of ${title}`)}</details>
</figure>
`
}

/** Whether a plot is over time, so that its page needs the script that shows values. */
export function isOverTime({ x }: Plot): boolean {
  return x.unit === 's'
}

/** Converts the charts of a section into plots: against numbers where the parameter is numeric, and otherwise against names. */
export function plotsOfCharts({ charts }: ReportCharts): readonly Plot[] {
  return charts.map(({ title, axis, ticks, positions, unit, series, marks }) => {
    const values = positions ?? [...ticks.keys()]
    const [lowest, highest] = [Math.min(...values), Math.max(...values)]
    const unknown = series.filter((one) => one.values.every((value) => value === null))
    const missing = unknown.map(({ name }) => name).join(', ')
    const isWide = lowest > 0 && highest > lowest * manyTimes
    return {
      title,
      caption: `The mean of the runs of each value; what is of too few samples, or a lower bound, is left out${missing === '' ? '' : `, which is all of ${missing}`}.`,
      x: {
        label: axis,
        unit: 'number',
        values,
        ...(positions === undefined && { names: ticks }),
        ...(isWide && { scale: 'log' as const }),
      },
      y: { label: title, unit },
      series: series.map(({ name, values: own }) => ({ name, values: own, as: 'points' as const })),
      ...(positions !== undefined && marks !== undefined && { marks }),
    }
  })
}

/** A timeline as a plot. */
export function plotOfTimeline({ timeline }: ReportTimeline): Plot {
  const { title, run, unit, duration, series, bands, bandsTitle } = timeline
  const seconds = Math.max(0, ...series.map(({ values }) => values.length))
  return {
    title: run === undefined ? title : `${run}: ${title}`,
    caption: `Second by second. Shaded: ${bandsTitle}.`,
    x: { label: 'time', unit: 's', range: [0, duration], values: Array.from({ length: seconds }, (_, at) => at) },
    y: { label: title, unit },
    series,
    bands: bands.map((band) => ({ ...band, name: bandsTitle })),
  }
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

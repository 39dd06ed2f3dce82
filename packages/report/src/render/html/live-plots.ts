import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Plot } from '../report-document.ts'
import { seriesDashes } from './style.ts'

/** The data of a plot over time for the script of its page. */
export function livePlotData({ x, y, series, bands = [] }: Plot): string {
  return JSON.stringify({
    at: x.values,
    end: x.range?.[1] ?? x.values.at(-1) ?? 0,
    unit: y.unit,
    isLog: y.scale === 'log',
    ...(y.range !== undefined && { range: y.range }),
    series: series.map(({ values, as, isShaded }) => ({ values, isPlan: as === 'plan', ...(isShaded && { isShaded }) })),
    bands: bands.map(({ from, to }) => [from, to]),
  })
}

/** The style sheet and the script by which plots over time show the values at the pointer, and zoom into a part of the time: uPlot and its options. */
export function livePlots(): Record<'style' | 'script', string> {
  const { resolve } = createRequire(import.meta.url)
  const read = (file: string): string => readFileSync(resolve(`uplot/dist/${file}`), 'utf8')
  // The licence of uPlot requires that it is included.
  return {
    style: `${read('uPlot.min.css')}\n${style}`,
    script: `/* uPlot. ${read('../LICENSE')} */\n${read('uPlot.iife.min.js')}\n${script}`,
  }
}

const style = `
.live { font-variant-numeric: tabular-nums; max-width: 100%; overflow: hidden; }
.value { display: inline-block; min-width: 4em; margin-left: 6px; font-weight: 400; color: var(--text); }
.live .u-select { background: color-mix(in srgb, var(--s0) 18%, transparent); }
.live .u-cursor-x, .live .u-cursor-y { border-color: var(--quiet); }
@media screen { figure:has(> .live) > svg { display: none; } }
@media print { .live, .value { display: none; } }
`

const script = `
{
  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()
  const sizes = {
    ms: [[1e-3, 'µs'], [1, 'ms'], [1e3, 's']],
    bytes: [[1, 'B'], [1e3, 'kB'], [1e6, 'MB'], [1e9, 'GB'], [1e12, 'TB']],
  }
  const format = (value, unit) => {
    if (value == null) return ''
    const [size, name] = sizes[unit]?.findLast(([least]) => Math.abs(value) >= least) ?? [1, '']
    // As many digits as in tables.
    const shown = value / size >= 100 ? Math.round(value / size) : Number((value / size).toPrecision(3))
    return shown.toLocaleString('en-US') + (name === '' || value === 0 ? '' : ' ' + name)
  }
  const clock = (seconds) => {
    if (seconds == null) return ''
    const parts = [[Math.floor(seconds / 3600), 'h'], [Math.floor((seconds % 3600) / 60), 'm'], [Math.round((seconds % 60) * 100) / 100, 's']]
    return parts.filter(([count]) => count > 0).map(([count, name]) => count + name).join('') || '0s'
  }
  const dashes = ${seriesDashes}
  const drawn = []
  const draw = (figure) => {
    const { at, end, unit, isLog, range, series, bands } = JSON.parse(figure.dataset.plot)
    const [least, most] = range ?? [Infinity, 0]
    const still = figure.querySelector(':scope > svg')
    const { width } = still.getBoundingClientRect()
    // As high as the drawing that the plot replaces.
    const heightOf = (across) => Math.max(170, Math.round(across * 0.4375))
    // The moment after the title, and a value after each name, with room for the widest, so that nothing moves with the pointer.
    const legend = figure.querySelector('.legend')
    const blank = () => Object.assign(document.createElement('span'), { className: 'value' })
    const values = series.map((_, index) => legend.children[index].appendChild(blank()))
    const moment = figure.querySelector('figcaption strong').appendChild(blank())
    const box = document.createElement('div')
    box.className = 'live'
    box.setAttribute('role', 'img')
    box.setAttribute('aria-label', still.getAttribute('aria-label'))
    const axis = { stroke: () => colour('--quiet'), font: '12px system-ui, sans-serif', grid: { stroke: () => colour('--rule'), width: 1 }, ticks: { stroke: () => colour('--rule'), width: 1 } }
    const plot = new uPlot(
      {
        width,
        height: heightOf(width),
        legend: { show: false },
        cursor: { sync: { key: figure.closest('.plots').previousElementSibling?.id ?? 'time' }, drag: { x: true, y: false }, points: { fill: (self, index) => self.series[index].stroke() } },
        scales: {
          x: { time: false, range: (_plot, low, high) => (low === at[0] && high === at.at(-1) ? [0, end] : [low, high]) },
          y: isLog
            ? { distr: 3, ...(range && { range: (_plot, low, high) => uPlot.rangeLog(Math.min(low ?? least, least), Math.max(high ?? most, most), 10, true) }) }
            : { range: (_plot, _low, high) => [0, Math.max(high, most) > 0 ? Math.max(high, most) * 1.05 : 1] },
        },
        axes: [
          { ...axis, values: (_plot, splits) => splits.map(clock) },
          {
            ...axis,
            size: 74,
            // On a logarithmic axis only whole decades have a line.
            grid: { ...axis.grid, filter: (_plot, splits) => splits.map((value) => (!isLog || Number.isInteger(Math.round(Math.log10(value) * 1e6) / 1e6) ? value : null)) },
            ticks: { ...axis.ticks, show: !isLog },
            values: (_plot, splits) => splits.map((value) => format(value, unit)),
          },
        ],
        series: [
          {},
          ...series.map(({ isPlan }, index) => ({
            stroke: () => colour(isPlan ? '--plan' : '--s' + (index % dashes.length)),
            width: 2,
            points: { fill: () => colour('--page') },
            dash: isPlan ? [3, 5] : dashes[index % dashes.length],
          })),
        ],
        // The area is filled down to the previous series.
        bands: series.flatMap(({ isShaded }, index) =>
          isShaded ? [{ series: [index + 1, index], fill: () => colour('--s' + (index % dashes.length)) + '29' }] : [],
        ),
        hooks: {
          setLegend: [
            ({ data: [times, ...rows], legend: { idx } }) => {
              moment.textContent = idx == null ? '' : 'at ' + clock(times[idx])
              values.forEach((value, index) => (value.textContent = idx == null ? '' : format(rows[index][idx], unit) || '–'))
            },
          ],
          drawClear: [
            (self) => {
              self.ctx.save()
              self.ctx.globalAlpha = 0.25
              self.ctx.fillStyle = colour('--band')
              for (const [from, to] of bands) {
                const left = Math.max(self.bbox.left, self.valToPos(from, 'x', true))
                const right = Math.min(self.bbox.left + self.bbox.width, self.valToPos(to, 'x', true))
                if (right > left) self.ctx.fillRect(left, self.bbox.top, right - left, self.bbox.height)
              }
              self.ctx.restore()
            },
          ],
        },
      },
      // There is no logarithm of 0.
      [at, ...series.map(({ values }) => (isLog ? values.map((value) => (value > 0 ? value : null)) : values))],
      box,
    )
    still.after(box)
    drawn.push(plot)
    new ResizeObserver(() => {
      const room = Math.min(760, figure.clientWidth)
      if (room > 0 && Math.abs(room - plot.width) > 1) plot.setSize({ width: room, height: heightOf(room) })
    }).observe(figure)
  }
  const watcher = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue
        watcher.unobserve(target)
        draw(target)
      }
    },
    { rootMargin: '300px' },
  )
  for (const figure of document.querySelectorAll('figure[data-plot]')) watcher.observe(figure)
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    for (const plot of drawn) plot.redraw()
  })
}
`

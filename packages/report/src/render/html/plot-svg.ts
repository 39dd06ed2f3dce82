import type { Plot, PlotSeries } from '../report-document.ts'
import { markup, type Content, type Markup } from './markup.ts'
import { writeTick, scaleOf } from './scale.ts'
import { seriesClass } from './style.ts'

// In units of the drawing, which is scaled to the width of the page: letters take more units on a narrow page.
const [width, height] = [640, 280]
const room = { left: 84, right: 16, top: 34, bottom: 58 }
const mostValues = 10
const lastTick = 20
// The width of a letter on a narrow page, and the gap between two texts.
const letter = 14
const inner = { width: width - room.left - room.right, height: height - room.top - room.bottom }

/** Where the axis of time begins in a drawing, its length, and its height, for the script that points at a moment. */
export const placeOfTime: Readonly<Record<'left' | 'across' | 'width' | 'top' | 'height', number>> = {
  left: room.left,
  across: inner.width,
  width,
  top: room.top,
  height: inner.height,
}

/**
 * Draws values against numbers: lines, steps and points, with their intervals, over shaded times. The drawing needs no script, and has the colours of the page.
 *
 * A report is opened years later, offline, on paper or by a screen reader, so that a plot is drawn before it is read.
 */
export function plotSvg(plot: Plot): Markup {
  const { title, x, y, series, bands = [], marks = [] } = plot
  const [across, up] = [scaleOf(x, x.values, false), scaleOf(y, [...drawnValues(series), ...(y.range ?? [])], true)]
  const place: Placer = {
    x: (value) => room.left + across.place(value) * inner.width,
    y: (value) => room.top + (1 - up.place(value)) * inner.height,
  }
  // The axis of a parameter is labelled at its values.
  const wanted = x.names !== undefined || (x.unit === 'number' && x.values.length <= mostValues) ? x.values : across.ticks
  const below = withRoom(wanted.map((tick) => ({ at: place.x(tick), text: x.names?.[tick] ?? writeTick(tick, x.unit) })))
  return markup`<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}: ${y.label} by ${x.label}">
${bands.map(({ from, to }) => bandSvg(place.x(from), place.x(to)))}${up.ticks.map((tick) => lineAcross(place.y(tick), writeTick(tick, y.unit)))}
${below.map(({ at, text }) => tickBelow(at, text))}
<text class="label" x="${room.left}" y="20">${y.label}</text>
<text class="label end" x="${width - room.right}" y="${height - 8}">${x.label}</text>
${marks.map(({ at }) => markup`<path class="mark" d="M${near(place.x(at))} ${room.top}v${inner.height}"/>\n`)}${series.map((_, index) => seriesSvg(series, index, x.values, place))}</svg>`
}

interface Placer {
  readonly x: (value: number) => number
  readonly y: (value: number) => number
}

function drawnValues(series: readonly PlotSeries[]): readonly number[] {
  const all = series.flatMap(({ values, intervals = [] }) => [...values, ...intervals.flatMap((interval) => interval ?? [])])
  return all.filter((value) => value !== null)
}

function bandSvg(from: number, to: number): Markup {
  return markup`<rect class="band" x="${near(from)}" y="${room.top}" width="${near(Math.max(2, to - from))}" height="${inner.height}"/>\n`
}

function lineAcross(y: number, text: string): Markup {
  return markup`<path class="grid" d="M${room.left} ${near(y)}h${inner.width}"/><text class="tick end" x="${room.left - 8}" y="${near(y + 4)}">${text}</text>`
}

interface Tick {
  readonly at: number
  readonly text: string
}

// The texts of values that are close to each other would overlap.
function withRoom(ticks: readonly Tick[]): readonly Tick[] {
  const kept: Tick[] = []
  for (const tick of ticks.toSorted((a, b) => a.at - b.at)) {
    const last = kept.at(-1)
    const needed = (letter * (tick.text.length + (last?.text.length ?? 0))) / 2
    if (last === undefined || tick.at - last.at > needed) kept.push(tick)
  }
  return kept
}

function tickBelow(x: number, text: string): Markup {
  const bottom = height - room.bottom
  // A text in the middle of the last tick would reach beyond the drawing, most of all with the larger letters of a narrow page.
  const isLast = x > width - room.right - lastTick
  const [anchor, at] = isLast ? ['end', width] : ['middle', x]
  return markup`<path class="grid" d="M${near(x)} ${bottom}v5"/><text class="tick ${anchor}" x="${near(at)}" y="${bottom + 20}">${text}</text>`
}

function seriesSvg(series: readonly PlotSeries[], index: number, positions: readonly number[], place: Placer): Content {
  const [before, one] = [series[index - 1], series[index]]
  if (one === undefined) return undefined
  const { values, intervals, as = 'line', isShaded = false } = one
  const points = positions.map((position, at) => {
    const value = values[at] ?? null
    return value === null ? null : { x: near(place.x(position)), y: near(place.y(value)) }
  })
  const known = points.filter((point) => point !== null)
  const area = isShaded ? between(before?.values ?? [], values) : (intervals ?? [])
  return [
    areaSvg(area, index, positions, place),
    as === 'steps'
      ? stepsSvg(points, index, place, positions)
      : markup`<path class="line ${as} ${seriesClass(index)}" d="${pathThrough(points)}"/>\n`,
    as === 'points' ? known.map(({ x, y }) => markup`<circle class="${seriesClass(index)}" cx="${x}" cy="${y}" r="4"/>`) : undefined,
  ]
}

type Ends = readonly [low: number, high: number] | null

function between(lower: readonly (number | null)[], upper: readonly (number | null)[]): readonly Ends[] {
  return upper.map((high, at) => {
    const low = lower[at] ?? null
    return low === null || high === null ? null : [low, high]
  })
}

type Point = Record<'x' | 'y', number>

// A missing value leaves a gap; a value between two gaps is a dot, drawn by the round ends of a line.
function pathThrough(points: readonly (Point | null)[]): string {
  return points
    .map((point, at) => {
      if (point === null) return ''
      const isGoingOn = (points[at - 1] ?? null) !== null
      const isAlone = !isGoingOn && (points[at + 1] ?? null) === null
      return `${isGoingOn ? 'L' : 'M'}${point.x} ${point.y}${isAlone ? 'h0' : ''}`
    })
    .join('')
}

// Each step runs from its position to the next one; the last value ends the last step.
function stepsSvg(points: readonly (Point | null)[], index: number, place: Placer, positions: readonly number[]): Markup {
  const bottom = near(place.y(0))
  const steps = points.map((point, at) => {
    const end = positions[at + 1]
    return point === null ? '' : `V${point.y}H${end === undefined ? width - room.right : near(place.x(end))}`
  })
  const [first] = points.filter((point) => point !== null)
  return markup`<path class="area ${seriesClass(index)}" d="M${first?.x ?? room.left} ${bottom}${steps.join('')}V${bottom}Z"/>\n`
}

// An unknown end leaves a gap, as in a line.
function areaSvg(area: readonly Ends[], index: number, positions: readonly number[], place: Placer): Content {
  const pieces: { readonly x: number; readonly ends: readonly [low: number, high: number] }[][] = [[]]
  for (const [at, ends] of area.entries()) {
    if (ends === null) pieces.push([])
    else pieces.at(-1)?.push({ x: near(place.x(positions[at] ?? 0)), ends })
  }
  const shapes = pieces.flatMap((piece) => {
    if (piece.length < 2) return []
    const above = piece.map(({ x, ends: [, high] }) => `${x} ${near(place.y(high))}`)
    const below = piece.toReversed().map(({ x, ends: [low] }) => `${x} ${near(place.y(low))}`)
    return [`M${[...above, ...below].join('L')}Z`]
  })
  return shapes.length === 0 ? undefined : markup`<path class="interval ${seriesClass(index)}" d="${shapes.join('')}"/>\n`
}

// Tenths of a unit are less than a pixel of any screen.
function near(value: number): number {
  return Math.round(value * 10) / 10
}

import { formatLength, formatValue, type Unit } from '@benchpress/core/report'
import type { PlotAxis } from '../report-document.ts'

/** How values lie on an axis. */
export interface Scale {
  /** Returns the position of a value on the axis, from 0 to 1. */
  readonly place: (value: number) => number
  /** Values that are written at the axis. */
  readonly ticks: readonly number[]
}

const ticksWanted = 5
const wholeSteps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 21_600, 43_200, 86_400]
const nearlyAll = 1 - 1e-9

/**
 * Makes the scale of an axis for its values.
 *
 * @param isFromZero whether the scale includes 0, as for the height of a line
 */
export function scaleOf({ scale = 'linear', unit, range }: PlotAxis, values: readonly number[], isFromZero: boolean): Scale {
  const [lowest, highest] = values.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)] as const, [
    Infinity,
    -Infinity,
  ] as const)
  if (scale === 'tail') return tailScale(highest)
  if (scale === 'log') {
    const above = values.filter((value) => value > 0)
    return logScale(
      above.reduce((low, value) => Math.min(low, value), Infinity),
      highest,
    )
  }
  if (!isFromZero) return linearScale(range ?? [lowest, highest], unit)
  const step = stepOf((highest <= 0 ? 1 : highest) / ticksWanted, unit)
  return linearScale([0, Math.ceil((highest <= 0 ? 1 : highest) / step - 1e-9) * step], unit)
}

/** Writes a value at an axis of its unit; a time in seconds as a config has it, such as `1m30s`. */
export function writeTick(value: number, unit: Unit): string {
  if (value === 0) return '0'
  return unit === 's' ? formatLength(value) : formatValue(value, unit)
}

function linearScale([from, to]: readonly [number, number], unit: Unit): Scale {
  const length = to > from ? to - from : 1
  const step = stepOf(length / ticksWanted, unit)
  const first = Math.ceil(from / step - 1e-9)
  const count = Math.max(0, Math.floor((from + length) / step + 1e-9) - first + 1)
  return {
    place: (value) => (value - from) / length,
    ticks: Array.from({ length: count }, (_, index) => Number(((first + index) * step).toPrecision(12))),
  }
}

function logScale(lowest: number, highest: number): Scale {
  const from = Math.floor(Math.log10(lowest) + 1e-9)
  const to = Math.max(from + 1, Math.ceil(Math.log10(highest) - 1e-9))
  const every = Math.ceil((to - from) / (ticksWanted + 1))
  const decades = Array.from({ length: to - from + 1 }, (_, index) => from + index).filter((power) => (power - from) % every === 0)
  return {
    place: (value) => Math.max(0, (Math.log10(Math.max(value, 10 ** from)) - from) / (to - from)),
    ticks: decades.map((power) => Number((10 ** power).toPrecision(3))),
  }
}

// The distance from 90 % to 99 % is the same as from 99 % to 99.9 %.
function tailScale(highest: number): Scale {
  const depth = (share: number): number => Math.abs(Math.log10(1 - Math.min(share, nearlyAll)))
  const deepest = Math.max(1, depth(highest))
  const nines = Array.from({ length: 9 }, (_, index) => Number((1 - 10 ** -(index + 1)).toFixed(index + 1)))
  return { place: (share) => depth(share) / deepest, ticks: [0, 0.5, ...nines].filter((share) => depth(share) <= deepest + 1e-9) }
}

function stepOf(least: number, unit: Unit): number {
  const whole = unit === 's' && least > 0.5 ? wholeSteps.find((step) => step >= least) : undefined
  if (whole !== undefined) return whole
  const power = 10 ** Math.floor(Math.log10(least))
  return ([1, 2, 5].find((factor) => factor * power >= least * nearlyAll) ?? 10) * power
}

import { stationarySeparation, stationaryTrend, stationaryWindows } from './cut-offs.ts'

/** A change between the first and the last third of a series. */
export interface Shift {
  /** Median of the first third. */
  readonly from: number
  /** Median of the last third. */
  readonly to: number
}

/**
 * Finds a lasting change in a series of equally long windows, or `null` when it is steady, only noisy, or too short to tell.
 *
 * Three conditions must hold together: the medians of the first and last third differ by more than a share of the larger one (`least`),
 * their windows hardly overlap ({@link stationarySeparation}, Cliff's delta), and all windows together follow a trend
 * ({@link stationaryTrend}, Mann-Kendall). All use ranks or medians, so that single outliers do not matter.
 */
export function findShift(series: readonly number[], least: number): Shift | null {
  if (series.length < stationaryWindows) return null
  const third = Math.floor(series.length / 3)
  const first = series.slice(0, third)
  const last = series.slice(-third)
  const shift: Shift = { from: median(first), to: median(last) }
  const isLarge = Math.abs(shift.to - shift.from) > least * Math.max(shift.from, shift.to)
  const isApart = Math.abs(rise(first, last)) / (third * third) >= stationarySeparation
  return isLarge && isApart && Math.abs(trend(series)) > stationaryTrend ? shift : null
}

/** Pairs that rise from one series to the other less those that fall. */
function rise(from: readonly number[], to: readonly number[]): number {
  let sum = 0
  for (const before of from) for (const after of to) sum += Math.sign(after - before)
  return sum
}

/** Mann-Kendall statistic in standard deviations, with continuity correction; ties make it smaller, which is the safe side. */
function trend(series: readonly number[]): number {
  const n = series.length
  let sum = 0
  series.forEach((value, index) => {
    sum += rise([value], series.slice(index + 1))
  })
  const deviation = Math.sqrt((n * (n - 1) * (2 * n + 5)) / 18)
  return (sum - Math.sign(sum)) / deviation
}

/** The middle of some values, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const upper = Math.floor(sorted.length / 2)
  const high = sorted[upper] ?? 0
  return sorted.length % 2 === 1 ? high : (high + (sorted[upper - 1] ?? high)) / 2
}

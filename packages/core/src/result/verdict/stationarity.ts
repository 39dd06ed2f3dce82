import { median } from 'simple-statistics'

/**
 * Whole seconds a run phase needs before it is asked whether it was stationary.
 *
 * With 6, each third has two of them. With fewer a third is a single second, and one odd second at either end decides.
 */
export const stationaryWindows = 6

/**
 * Difference between the medians of the first and the last third of a run, as a share of the larger one, above which the throughput
 * may not be stationary.
 *
 * Two 20-second runs against a steady server on a shared two-core machine differed by 7 % and 11 %: less than 15 % cannot be told from
 * the machine's own changes.
 */
export const stationaryShift = 0.15

/**
 * How far the windows of the first and last third must lie apart: the share of pairs that rise less the share that fall (Cliff's
 * delta), without its sign.
 *
 * 1 is no overlap at all. 0.8 allows a tenth of the pairs to go the other way, so that one odd second in a long run hides nothing.
 */
export const stationarySeparation = 0.8

/**
 * Difference between the median response times of the first and the last third of an open workload, as a share of the larger one, above
 * which the response times may not be stationary.
 *
 * Half is a doubling, or a halving. In the simplest queue (M/M/1) the time doubles when the target's speed falls by a tenth, from 80 % to
 * 90 % of use, and the machine's own changes are as large as that ({@link stationaryShift}). A queue that grows because the rate is
 * more than the target can do goes on beyond it.
 */
export const stationaryTimes = 0.5

/**
 * How many standard deviations the Mann-Kendall statistic of all windows must be away from no trend.
 *
 * 1.96 is exceeded by about 1 of 20 series without a trend. Together with {@link stationaryShift} and {@link stationarySeparation} it was
 * exceeded by 53 of 4,000 simulated ten-second runs whose steady throughput varied by 10 % (standard deviation) from second to second, and
 * by none of 4,000 where it varied by 5 %.
 */
export const stationaryTrend = 1.96

/** Complete seconds of a load that stays the same, from which on it is asked whether they are alike: with two it is unknown which of them is odd. */
export const leastUneven = 3

/**
 * Share of the median of all seconds below which the slowest second, or above whose inverse the fastest one, makes the result suspect.
 *
 * Beyond half, or double, the second is of another kind. The seconds of steady runs on a shared two-core machine differ by a tenth (see
 * {@link stationaryTrend}); in one whose seconds ranged from 6,760 to 28,180 something else had the machine.
 */
export const unevenSecond = 0.5

/**
 * Standard deviations of a Poisson count by which a second must differ from the median besides.
 *
 * Of a few responses a second half or double of them is chance: 5 are exceeded by no count in a million.
 */
export const unevenChance = 5

/** The number of a user's iterations, or of a place's responses, that must fit into a second: with fewer, all in step, the seconds differ by that. */
export const unevenTurns = 10

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

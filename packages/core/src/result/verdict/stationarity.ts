import { median } from 'simple-statistics'
import type { SecondSummary } from '../summary/series-summary.ts'

/**
 * Whole seconds that a run phase needs to be tested for being stationary.
 *
 * With 6, each third has two seconds. With fewer a third is a single second, and one outlier at either end decides.
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
 * The least distance between the windows of the first and last third: the share of pairs that rise less the share that fall (Cliff's delta), without
 * its sign.
 *
 * 1 is no overlap at all. 0.8 allows a tenth of the pairs to go the other way, so that one outlier in a long run hides nothing.
 */
export const stationarySeparation = 0.8

/**
 * Difference between the median response times of the first and the last third of an open workload, as a share of the larger one, above which the
 * response times may not be stationary.
 *
 * A difference of half is a doubling or a halving. In the simplest queue (M/M/1) the time doubles when the target's speed falls by a tenth, from 80 %
 * to 90 % of use, and the machine's own changes are as large ({@link stationaryShift}). A queue that grows because the rate exceeds the capacity of the
 * target grows further.
 */
export const stationaryTimes = 0.5

/**
 * The number of standard deviations by which the Mann-Kendall statistic of all windows must differ from no trend.
 *
 * 1.96 is exceeded by about 1 of 20 series without a trend. Together with {@link stationaryShift} and {@link stationarySeparation} it was exceeded by
 * 53 of 4,000 simulated ten-second runs whose steady throughput varied by 10 % (standard deviation) from second to second, and by none of 4,000 where
 * it varied by 5 %.
 */
export const stationaryTrend = 1.96

/** Complete seconds of a constant load that are needed to test whether they are alike: with two it is unknown which of them is the outlier. */
export const leastUneven = 3

/**
 * Share of the median of all seconds below which the slowest second, or above whose inverse the fastest one, makes the result suspect.
 *
 * Below half, or above double, the second is of another kind. The seconds of steady runs on a shared two-core machine differ by a tenth (see {@link
 * stationaryTrend}); in one whose seconds ranged from 6,760 to 28,180 other processes used the machine.
 */
export const unevenSecond = 0.5

/**
 * Standard deviations of a Poisson count by which a second must also differ from the median.
 *
 * With a few responses a second, half or double is chance: not one count in a million differs by more than 5.
 */
export const unevenChance = 5

/**
 * The number of iterations of a user, or of responses of a place in flight, that must fit into a second: with fewer, seconds differ because all users
 * are in step.
 */
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
  const isSpaced = Math.abs(rise(first, last)) / (third * third) >= stationarySeparation
  return isLarge && isSpaced && Math.abs(trend(series)) > stationaryTrend ? shift : null
}

/**
 * Milliseconds by which the median response time must rise each second of a constant rate to be that of a queue that grows.
 *
 * Where the rate is above what the target serves by a share, the wait in its queue grows by this share of a second each second: 5 ms is half a percent,
 * half of the smallest tolerance of a search.
 */
export const queueGrowth = 5

/**
 * Finds by how many milliseconds a second response times grow over seconds of a constant rate; `null` when they do not, or not beyond chance.
 *
 * The median of the slopes between all seconds (Theil and Sen), which must follow a trend ({@link stationaryTrend}).
 */
export function findGrowth(seconds: readonly Pick<SecondSummary, 'at' | 'p50'>[]): number | null {
  const known = seconds.flatMap(({ at, p50 }) => (p50 === null ? [] : [[at, p50] as const]))
  if (known.length < stationaryWindows) return null
  const slopes = known.flatMap(([at, time], index) => known.slice(index + 1).map(([later, after]) => (after - time) / (later - at)))
  const slope = median(slopes)
  return slope >= queueGrowth && trend(known.map(([, time]) => time)) > stationaryTrend ? slope : null
}

/** The number of pairs that rise from one series to the other less those that fall. */
function rise(from: readonly number[], to: readonly number[]): number {
  let sum = 0
  for (const before of from) for (const after of to) sum += Math.sign(after - before)
  return sum
}

/** Mann-Kendall statistic in standard deviations, with continuity correction; ties make it smaller, which is conservative. */
function trend(series: readonly number[]): number {
  const n = series.length
  let sum = 0
  series.forEach((value, index) => {
    sum += rise([value], series.slice(index + 1))
  })
  const deviation = Math.sqrt((n * (n - 1) * (2 * n + 5)) / 18)
  return (sum - Math.sign(sum)) / deviation
}

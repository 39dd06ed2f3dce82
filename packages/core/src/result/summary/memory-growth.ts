import { sumOf } from '../../base/units/count.ts'
import { median, medianAbsoluteDeviation, quantileSorted } from 'simple-statistics'

/** Memory at one moment. */
export interface MemorySample {
  /** Seconds. */
  readonly at: number
  readonly bytes: number
}

/** By how much memory grows, in bytes a second. */
interface Slope {
  readonly perSecond: number
  /** Holds the slope at 95 %. */
  readonly interval: readonly [low: number, high: number]
}

/** By how much memory grows over a soak; the slope is without its jumps. */
export interface MemoryGrowth extends Slope {
  /** The slope with its jumps. */
  readonly whole: Slope
  /** The slope of stretches of twice the length, which garbage that is collected every few seconds moves less. */
  readonly coarse: Slope
  /** Rises by far more than the usual: their number, and the bytes that all of them come to. */
  readonly jumps: { readonly count: number; readonly bytes: number }
  /** Whether memory rose in one jump, before which all of it was less than after it, and else moves little. */
  readonly tookNextSize: boolean
  /** Whether the soak has a few falls of half of what it rose by: then it may be garbage that is still to be collected. */
  readonly mayBeGarbage: boolean
  /** The slopes of the first and of the second half, in bytes a second. */
  readonly halves: readonly [first: number, second: number]
  /** The stretch that was judged, in seconds. */
  readonly from: number
  readonly to: number
}

/**
 * What can be said of growth: that it is a leak or none, or why neither can be said.
 *
 * - `stepwise`: jumps or falls decide it, of which it is not known what they are
 * - `settling`: it grows less and less
 * - `uneven`: it grows more and more
 * - `doubtful`: the limit lies within the interval
 */
export type GrowthKind = 'leak' | 'none' | 'stepwise' | 'settling' | 'uneven' | 'doubtful'

/**
 * Share of a soak that is left out at its start.
 *
 * A program that is asked for the first time loads and compiles code, fills its caches, and lets its heap grow to the size that it will keep: its memory rises,
 * and less and less. What leaks rises as much at the end as at the start.
 */
const settlingShare = 1 / 3

/** Number of stretches of which the lowest sample is taken. */
const stretches = 20

/**
 * Bytes by which memory rises at least in a jump.
 *
 * A heap grows and is compacted by megabytes at once. What leaks little by little shows in jumps, too, of one or two pages of a heap: those of V8 have 256 KB.
 */
const leastJump = 600_000

/** Share of the stretches that may have a jump: where there are more, memory moves by them, and none is set aside. */
const mostJumps = 1 / 4

/** The slope of the second half is at least this share of that of the first where memory leaks: what settles grows less and less. */
const leastSecondHalf = 0.75

/** How many times the slope of the first half that of the second may be: a heap that still grows to its size does so in bursts. */
const mostSecondHalf = 3

/** Falls of a soak up to which they do not show what is left after them. */
const fewFalls = 4

// Two-sided, 95 %.
const z = 1.96
// What makes a median absolute deviation the standard deviation of a normal distribution.
const normal = 1.4826

/**
 * Finds by how much memory grows over a soak. Pure.
 *
 * Of each of {@link stretches} of what is left after {@link settlingShare} the lowest sample counts: between two collections of its garbage a program takes more
 * and more memory, and what it takes after one is what it holds. A rise from one stretch to the next that is more than three standard deviations above the others,
 * by their median absolute deviation (Hampel, The influence curve and its role in robust estimation, Journal of the American Statistical Association 69, 1974), and
 * at least {@link leastJump}, is a jump, as of a heap that takes its next size.
 *
 * The slope is the median of the slopes of all pairs (Theil, 1950; Sen, Estimates of the regression coefficient based on Kendall's tau, Journal of the American
 * Statistical Association 63, 1968). The interval is Sen's, from the variance of Kendall's statistic; as samples that follow each other are alike, this variance is
 * that of Hamed and Rao (A modified Mann-Kendall trend test for autocorrelated data, Journal of Hydrology 204, 1998), and never less than that of independent samples.
 */
export function memoryGrowth(samples: readonly MemorySample[]): MemoryGrowth {
  const [first, last] = [samples[0]?.at ?? 0, samples.at(-1)?.at ?? 0]
  const from = first + (last - first) * settlingShare
  const judged = samples.filter(({ at }) => at >= from)
  const floor = lowestOfStretches(judged, from, last, stretches)
  const rises = risesOf(floor)
  const usual = median([...rises])
  const reach = Math.max(3 * normal * medianAbsoluteDeviation([...rises]), leastJump)
  const jumps = jumpsOf(rises, usual + reach)
  const even = sumUp(
    floor,
    rises.map((rise, index) => (jumps.has(index) ? usual : rise)),
  )
  const middle = Math.ceil(even.length / 2)
  return {
    ...slopeOf(even),
    whole: slopeOf(floor),
    coarse: slopeOf(lowestOfStretches(judged, from, last, stretches / 2)),
    jumps: { count: jumps.size, bytes: sumOf(jumps, (place) => (rises[place] ?? usual) - usual) },
    tookNextSize: reach === leastJump && jumps.size === 1 && isLasting(floor, [...jumps][0] ?? 0),
    mayBeGarbage: hasFewFalls(lowestOfStretches(samples, first, last, Math.round(stretches / (1 - settlingShare))), floor),
    halves: [median([...slopesOf(even.slice(0, middle))]), median([...slopesOf(even.slice(middle))])],
    from,
    to: last,
  }
}

/**
 * Judges growth by a limit in bytes a second. Pure.
 *
 * One lasting jump in memory that else moves little may be a heap that takes its next size, and is set aside. More of them may be what leaks in large pieces: then it has to
 * be the same with them and without, and in longer stretches. A few falls hide what rose before them.
 */
export function judgeGrowth(growth: MemoryGrowth, limit: number): GrowthKind {
  const { interval, tookNextSize, mayBeGarbage, whole, coarse, halves } = growth
  const all = tookNextSize ? [growth] : [growth, whole, coarse]
  if (all.every((slope) => slope.interval[1] < limit)) return 'none'
  if (interval[0] <= limit && interval[1] >= limit) return 'doubtful'
  if (mayBeGarbage || !all.every((slope) => slope.interval[0] > limit)) return 'stepwise'
  const [first, second] = halves
  if (second < first * leastSecondHalf) return 'settling'
  return second > first * mostSecondHalf ? 'uneven' : 'leak'
}

function risesOf(samples: readonly MemorySample[]): readonly number[] {
  return samples.slice(1).map(({ bytes }, index) => bytes - (samples[index]?.bytes ?? bytes))
}

/** The places of the rises that are jumps; none where they are too many. */
function jumpsOf(rises: readonly number[], least: number): ReadonlySet<number> {
  const places = rises.flatMap((rise, index) => (rise > least ? [index] : []))
  return new Set(places.length > rises.length * mostJumps ? [] : places)
}

/** Whether all samples until a place are less than all after it. */
function isLasting(samples: readonly MemorySample[], place: number): boolean {
  const [before, after] = [samples.slice(0, place + 1), samples.slice(place + 1)]
  return Math.max(...before.map(({ bytes }) => bytes)) < Math.min(...after.map(({ bytes }) => bytes))
}

/** Whether a soak has a few falls of half of what its judged stretch rose by. Where it has many, the lowest samples are those after them. */
function hasFewFalls(all: readonly MemorySample[], judged: readonly MemorySample[]): boolean {
  const rose = (judged.at(-1)?.bytes ?? 0) - (judged[0]?.bytes ?? 0)
  const falls = risesOf(all).filter((rise) => -rise > Math.max(leastJump, rose / 2)).length
  return falls > 0 && falls <= fewFalls
}

/** The samples as if memory had risen by other amounts. */
function sumUp(samples: readonly MemorySample[], rises: readonly number[]): readonly MemorySample[] {
  let bytes = samples[0]?.bytes ?? 0
  return samples.map(({ at }, index) => {
    if (index > 0) bytes += rises[index - 1] ?? 0
    return { at, bytes }
  })
}

function slopeOf(samples: readonly MemorySample[]): Slope {
  const slopes = slopesOf(samples).toSorted((a, b) => a - b)
  const perSecond = median([...slopes])
  const reach = (z * Math.sqrt(varianceOf(samples, perSecond))) / slopes.length / 2
  const at = (share: number): number => quantileSorted(slopes, Math.min(1, Math.max(0, share)))
  return { perSecond, interval: [at(0.5 - reach), at(0.5 + reach)] }
}

function lowestOfStretches(samples: readonly MemorySample[], from: number, to: number, count: number): readonly MemorySample[] {
  const length = (to - from) / count
  const groups = Map.groupBy(samples, ({ at }) => Math.min(count - 1, Math.floor((at - from) / length)))
  return [...groups.values()].map((group) => group.reduce((low, sample) => (sample.bytes < low.bytes ? sample : low)))
}

function slopesOf(samples: readonly MemorySample[]): readonly number[] {
  return samples.flatMap((a, index) => samples.slice(index + 1).map((b) => (b.bytes - a.bytes) / (b.at - a.at)))
}

/** The variance of Kendall's S of samples that are alike where they follow each other. */
function varianceOf(samples: readonly MemorySample[], slope: number): number {
  const n = samples.length
  const independent = (n * (n - 1) * (2 * n + 5)) / 18
  const ranks = ranksOf(samples.map(({ at, bytes }) => bytes - slope * at))
  const middle = (n + 1) / 2
  const spread = sumOf(ranks, (rank) => (rank - middle) ** 2)
  let sum = 0
  for (let lag = 1; lag < n - 2; lag += 1) {
    const together = ranks.slice(lag).reduce((all, rank, index) => all + (rank - middle) * ((ranks[index] ?? middle) - middle), 0)
    const correlation = spread === 0 ? 0 : together / spread
    if (Math.abs(correlation) > z / Math.sqrt(n)) sum += (n - lag) * (n - lag - 1) * (n - lag - 2) * correlation
  }
  return independent * Math.max(1, 1 + (2 * sum) / (n * (n - 1) * (n - 2)))
}

/** The places of values in their order, from 1; equal ones share theirs. */
function ranksOf(values: readonly number[]): readonly number[] {
  const sorted = values.toSorted((a, b) => a - b)
  return values.map((value) => (sorted.indexOf(value) + sorted.lastIndexOf(value)) / 2 + 1)
}

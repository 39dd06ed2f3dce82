import { sumOf } from '../../base/units/count.ts'
import { median, medianAbsoluteDeviation, quantileSorted } from 'simple-statistics'

/** Memory in use at one moment. */
export interface MemorySample {
  /** Time of the sample, in seconds. */
  readonly at: number
  readonly bytes: number
}

/** By how much memory grows, in bytes a second. */
interface Slope {
  readonly perSecond: number
  /** The 95 % confidence interval of the slope. */
  readonly interval: readonly [low: number, high: number]
}

/** The growth of memory over a soak; its slope leaves out jumps. */
export interface MemoryGrowth extends Slope {
  /** The slope with the jumps. */
  readonly whole: Slope
  /** The slope by stretches of twice the length, which depends less on garbage that is collected every few seconds. */
  readonly coarse: Slope
  /** Rises far above the usual: their number, and their sum in bytes. */
  readonly jumps: { readonly count: number; readonly bytes: number }
  /** Whether memory rose in a single lasting jump, with every sample before it lower than every sample after it, and otherwise hardly changes. */
  readonly tookNextSize: boolean
  /** Whether memory fell a few times by half of its rise: the growth may then be garbage that is still to be collected. */
  readonly mayBeGarbage: boolean
  /** The slopes of the first and of the second half, in bytes a second. */
  readonly halves: readonly [first: number, second: number]
  /** The stretch that was judged, in seconds. */
  readonly from: number
  readonly to: number
}

/**
 * The judgement of growth: a leak, none, or why neither is certain.
 *
 * - `stepwise`: jumps or falls decide it, and their cause is unknown
 * - `settling`: it grows less and less
 * - `uneven`: it grows more and more
 * - `doubtful`: the limit lies within the interval
 */
export type GrowthKind = 'leak' | 'none' | 'stepwise' | 'settling' | 'uneven' | 'doubtful'

/**
 * Share of a soak that is left out at its start.
 *
 * On its first requests a program loads and compiles code, fills its caches, and lets its heap grow to its final size: memory rises, by less and less.
 * A leak rises as much at the end as at the start.
 */
const settlingShare = 1 / 3

/** The number of stretches of a soak, each of which counts with its lowest sample. */
const stretches = 20

/**
 * The least rise in bytes that counts as a jump.
 *
 * A heap grows and is compacted by megabytes at once. A slow leak shows in jumps, too, of one or two pages of the heap: those of V8 have 256 KB.
 */
const leastJump = 600_000

/** The largest share of stretches with a jump: with more, jumps are how memory grows, and none is set aside. */
const mostJumps = 1 / 4

/** The least slope of the second half of a leak, as a share of that of the first half: memory that settles grows less and less. */
const leastSecondHalf = 0.75

/** The largest slope of the second half of a leak, as a multiple of that of the first half: a heap that still grows to its size does so in bursts. */
const mostSecondHalf = 3

/** The number of falls up to which the memory that is left after them is not known well. */
const fewFalls = 4

// Two-sided normal quantile of 95 %.
const z = 1.96
// Factor from the median absolute deviation to the standard deviation of a normal distribution.
const normal = 1.4826

/**
 * Estimates the growth of memory over a soak. Pure.
 *
 * After {@link settlingShare} of the soak, each of {@link stretches} counts with its lowest sample: between two collections of garbage a program takes
 * more and more memory, and what is left after a collection is what it needs. A rise from one stretch to the next that is more than three standard
 * deviations above the others, by their median absolute deviation (Hampel, The influence curve and its role in robust estimation, Journal of the
 * American Statistical Association 69, 1974), and at least {@link leastJump}, is a jump, such as that of a heap which takes its next size.
 *
 * The slope is the median of the slopes of all pairs (Theil, 1950; Sen, Estimates of the regression coefficient based on Kendall's tau, Journal of the
 * American Statistical Association 63, 1968). The interval is Sen's, from the variance of Kendall's statistic; as samples that follow each other are
 * alike, this variance is that of Hamed and Rao (A modified Mann-Kendall trend test for autocorrelated data, Journal of Hydrology 204, 1998), and never
 * less than that of independent samples.
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
 * One lasting jump in memory that otherwise hardly changes may be a heap that takes its next size, and is set aside. Several jumps may be a leak in
 * large pieces: then the judgement must be the same with and without them, and with longer stretches. A few falls hide a rise before them.
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

function jumpsOf(rises: readonly number[], least: number): ReadonlySet<number> {
  const places = rises.flatMap((rise, index) => (rise > least ? [index] : []))
  return new Set(places.length > rises.length * mostJumps ? [] : places)
}

/** Whether every sample up to a place is lower than every sample after it. */
function isLasting(samples: readonly MemorySample[], place: number): boolean {
  const [before, after] = [samples.slice(0, place + 1), samples.slice(place + 1)]
  return Math.max(...before.map(({ bytes }) => bytes)) < Math.min(...after.map(({ bytes }) => bytes))
}

/** Whether a soak has a few falls by half of the rise of its judged stretch. With many falls, the lowest samples are those after them. */
function hasFewFalls(all: readonly MemorySample[], judged: readonly MemorySample[]): boolean {
  const rose = (judged.at(-1)?.bytes ?? 0) - (judged[0]?.bytes ?? 0)
  const falls = risesOf(all).filter((rise) => -rise > Math.max(leastJump, rose / 2)).length
  return falls > 0 && falls <= fewFalls
}

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

/** The variance of Kendall's S for autocorrelated samples. */
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

/** The ranks of values, from 1; equal values share a rank. */
function ranksOf(values: readonly number[]): readonly number[] {
  const sorted = values.toSorted((a, b) => a - b)
  return values.map((value) => (sorted.indexOf(value) + sorted.lastIndexOf(value)) / 2 + 1)
}

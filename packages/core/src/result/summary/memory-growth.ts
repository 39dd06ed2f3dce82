import { median, medianAbsoluteDeviation, quantileSorted } from 'simple-statistics'

/** Memory in use at one moment. */
export interface MemorySample {
  /** Time of the sample, in seconds. */
  readonly at: number
  readonly bytes: number
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

interface Slope {
  /** Bytes a second. */
  readonly perSecond: number
  /** The 95 % confidence interval of the slope. */
  readonly interval: readonly [low: number, high: number]
}

/** The growth of memory over a soak; its slopes leave out jumps. */
export interface MemoryGrowth extends Slope {
  readonly kind: GrowthKind
  /** The slopes of the first and of the second half. */
  readonly halves: readonly [first: number, second: number]
  /** Rises far above the usual, in bytes. */
  readonly jumps: readonly number[]
  /** Start of the stretch that was judged, in seconds. */
  readonly from: number
}

/** Share of a soak that is left out at its start, in which a program loads its code, fills its caches and lets its heap grow. */
const settlingShare = 1 / 3

/** The number of stretches of a soak, each of which counts with its lowest sample. */
const stretches = 20

/** The least rise in bytes that counts as a jump: a heap grows by megabytes at once, and a slow leak by one or two pages of 256 KB. */
const leastJump = 600_000

/** The largest share of stretches with a jump: with more, jumps are how memory grows, and none is set aside. */
const mostJumps = 1 / 4

/** The least and the largest slope of the second half of a leak, as a multiple of that of the first half. */
const secondHalf = { least: 0.75, most: 3 }

/** The number of falls up to which the memory that is left after them is not known well. */
const fewFalls = 4

// Two-sided normal quantile of 95 %, and the factor from the median absolute deviation to the standard deviation of a normal distribution.
const z = 1.96
const normal = 1.4826

/**
 * Judges the growth of memory over a soak by a limit in bytes a second. Pure.
 *
 * After {@link settlingShare} of the soak, each of {@link stretches} counts with its lowest sample: between two collections of garbage a program takes
 * more and more memory, and what is left after a collection is what it needs. The slope is the median of the slopes of all pairs, with Sen's interval
 * (Estimates of the regression coefficient based on Kendall's tau, Journal of the American Statistical Association 63, 1968).
 *
 * A jump is a rise of {@link leastJump} and of three standard deviations above the others (Hampel's identifier). One jump in memory that otherwise
 * hardly changes is a heap that takes its next size. Other jumps may be a leak in large pieces: then the slope with them must be on the same side of the
 * limit. A few falls hide a rise before them, and memory that settles grows less and less.
 */
export function memoryGrowth(samples: readonly MemorySample[], limit: number): MemoryGrowth {
  const [first, last] = [samples[0]?.at ?? 0, samples.at(-1)?.at ?? 0]
  const from = first + (last - first) * settlingShare
  const floor = lowestOfStretches(samples, from, last, stretches)
  const rises = risesOf(floor)
  const usual = median(rises)
  const spread = 3 * normal * medianAbsoluteDeviation(rises)
  const isJump = (rise: number): boolean => rise - usual > Math.max(spread, leastJump)
  const areFew = rises.filter(isJump).length <= rises.length * mostJumps
  const jumps = areFew ? rises.filter(isJump).map((rise) => rise - usual) : []
  const even = areFew ? sumUp(floor, (rise) => (isJump(rise) ? usual : rise)) : floor
  const middle = Math.ceil(even.length / 2)
  const slope = slopeOf(even)
  const halves = [median(slopesOf(even.slice(0, middle))), median(slopesOf(even.slice(middle)))] as const
  const all = lowestOfStretches(samples, first, last, Math.round(stretches / (1 - settlingShare)))
  const isNextSize = jumps.length === 1 && spread < leastJump
  const slopes = isNextSize ? [slope] : [slope, slopeOf(floor)]
  return { ...slope, kind: kindOf(slopes, halves, limit, hasFewFalls(all, floor)), halves, jumps, from }
}

function kindOf(slopes: readonly Slope[], [first, second]: MemoryGrowth['halves'], limit: number, mayBeGarbage: boolean): GrowthKind {
  if (slopes.every(({ interval }) => interval[1] < limit)) return 'none'
  const [low = 0, high = 0] = slopes[0]?.interval ?? []
  if (low <= limit && high >= limit) return 'doubtful'
  if (mayBeGarbage || slopes.some(({ interval }) => interval[0] <= limit)) return 'stepwise'
  if (second < first * secondHalf.least) return 'settling'
  return second > first * secondHalf.most ? 'uneven' : 'leak'
}

function lowestOfStretches(samples: readonly MemorySample[], from: number, to: number, count: number): readonly MemorySample[] {
  const placeOf = ({ at }: MemorySample): number => Math.min(count - 1, Math.floor(((at - from) / (to - from)) * count))
  const groups = Map.groupBy(
    samples.filter(({ at }) => at >= from),
    placeOf,
  )
  return [...groups.values()].map((group) => group.reduce((low, sample) => (sample.bytes < low.bytes ? sample : low)))
}

function risesOf(samples: readonly MemorySample[]): number[] {
  return samples.slice(1).map(({ bytes }, index) => bytes - (samples[index]?.bytes ?? bytes))
}

function sumUp(samples: readonly MemorySample[], change: (rise: number) => number): readonly MemorySample[] {
  const rises = risesOf(samples)
  let bytes = samples[0]?.bytes ?? 0
  return samples.map(({ at }, index) => ({ at, bytes: (bytes += index === 0 ? 0 : change(rises[index - 1] ?? 0)) }))
}

/** Whether a soak has a few falls by half of the rise of its judged stretch. With many falls, the lowest samples are those after them. */
function hasFewFalls(all: readonly MemorySample[], judged: readonly MemorySample[]): boolean {
  const rose = (judged.at(-1)?.bytes ?? 0) - (judged[0]?.bytes ?? 0)
  const falls = risesOf(all).filter((rise) => -rise > Math.max(leastJump, rose / 2)).length
  return falls > 0 && falls <= fewFalls
}

function slopesOf(samples: readonly MemorySample[]): number[] {
  return samples.flatMap((a, index) => samples.slice(index + 1).map((b) => (b.bytes - a.bytes) / (b.at - a.at)))
}

function slopeOf(samples: readonly MemorySample[]): Slope {
  const slopes = slopesOf(samples).toSorted((a, b) => a - b)
  const n = samples.length
  // The variance of Kendall's S, whose quantile is that of the number of pairs that rise.
  const reach = (z * Math.sqrt((n * (n - 1) * (2 * n + 5)) / 18)) / slopes.length / 2
  const at = (share: number): number => quantileSorted(slopes, Math.min(1, Math.max(0, share)))
  return { perSecond: median(slopes), interval: [at(0.5 - reach), at(0.5 + reach)] }
}

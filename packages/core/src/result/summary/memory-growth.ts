import { median, medianAbsoluteDeviation, quantileSorted } from 'simple-statistics'

/** Memory in use at one moment. */
export interface MemorySample {
  /** Time of the sample, in seconds. */
  readonly at: number
  readonly bytes: number
}

/** The growth of memory over a soak; its slope leaves out a single jump. */
export interface MemoryGrowth {
  /** The slope, in bytes a second. */
  readonly perSecond: number
  /** The 95 % confidence interval of the slope. */
  readonly interval: readonly [low: number, high: number]
  /** A leak, none, or `open` when neither is certain. */
  readonly kind: 'leak' | 'none' | 'open'
  /** Start of the stretch that was judged, in seconds. */
  readonly from: number
}

/** Share of a soak that is left out at its start, in which a program loads its code, fills its caches and lets its heap grow. */
const settlingShare = 1 / 3

/** The number of stretches of a soak, each of which counts with its lowest sample. */
const stretches = 20

/** The least rise in bytes that counts as a jump: a heap grows by megabytes at once, and a slow leak by one or two pages of 256 KB. */
const leastJump = 600_000

/** The least slope of the second half of a leak, as a multiple of that of the first half: memory that settles grows less and less. */
const leastSecondHalf = 0.75

/** The number of falls up to which the memory that is left after them is not known well. */
const fewFalls = 4

// Two-sided normal quantile of 95 %, and the factor from the median absolute deviation to three standard deviations of a normal distribution.
const z = 1.96
const spread = 3 * 1.4826

/**
 * Judges the growth of memory over a soak by a limit in bytes a second. Pure.
 *
 * After {@link settlingShare} of the soak, each of {@link stretches} counts with its lowest sample: between two collections of garbage a program takes
 * more and more memory, and what is left after a collection is what it needs. The slope is the median of the slopes of all pairs, with Sen's interval
 * (Estimates of the regression coefficient based on Kendall's tau, Journal of the American Statistical Association 63, 1968).
 *
 * One rise of {@link leastJump} and of three standard deviations (Hampel's identifier) is a heap that takes its next size, and is left out. A leak rises in both halves,
 * and not only between two falls, which hide a rise before them.
 */
export function memoryGrowth(samples: readonly MemorySample[], limit: number): MemoryGrowth {
  const [first, last] = [samples[0]?.at ?? 0, samples.at(-1)?.at ?? 0]
  const from = first + (last - first) * settlingShare
  const lowest = lowestOfStretches(samples, from, last, stretches)
  const floor = withoutJump(lowest)
  const middle = Math.ceil(floor.length / 2)
  const slope = slopeOf(floor)
  const [early, late] = [median(slopesOf(floor.slice(0, middle))), median(slopesOf(floor.slice(middle)))]
  const isThroughout = Math.min(early, late) > limit && late >= early * leastSecondHalf
  const all = lowestOfStretches(samples, first, last, Math.round(stretches / (1 - settlingShare)))
  const isLeak = slope.interval[0] > limit && isThroughout && !hasFewFalls(all, floor)
  // In memory that moves by as much, a jump may be of a leak.
  const isQuiet = spread * medianAbsoluteDeviation(risesOf(floor)) < leastJump
  const isNone = slope.interval[1] < limit && (isQuiet || slopeOf(lowest).interval[1] < limit)
  return { ...slope, kind: isNone ? 'none' : isLeak ? 'leak' : 'open', from }
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

function withoutJump(samples: readonly MemorySample[]): readonly MemorySample[] {
  const rises = risesOf(samples)
  const usual = median(rises)
  const least = usual + Math.max(leastJump, spread * medianAbsoluteDeviation(rises))
  const jumps = rises.filter((rise) => rise > least)
  const [jump] = jumps
  if (jump === undefined || jumps.length > 1) return samples
  const place = rises.indexOf(jump)
  return samples.map(({ at, bytes }, index) => ({ at, bytes: index > place ? bytes - jump + usual : bytes }))
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

function slopeOf(samples: readonly MemorySample[]): Pick<MemoryGrowth, 'perSecond' | 'interval'> {
  const slopes = slopesOf(samples).toSorted((a, b) => a - b)
  const n = samples.length
  // The variance of Kendall's S, whose quantile is that of the number of pairs that rise.
  const reach = (z * Math.sqrt((n * (n - 1) * (2 * n + 5)) / 18)) / slopes.length / 2
  const at = (share: number): number => quantileSorted(slopes, Math.min(1, Math.max(0, share)))
  return { perSecond: median(slopes), interval: [at(0.5 - reach), at(0.5 + reach)] }
}

import { median, medianAbsoluteDeviation, quantileSorted } from 'simple-statistics'

/** Memory at one moment. */
export interface MemorySample {
  /** Seconds. */
  readonly at: number
  readonly bytes: number
}

/** By how much memory grows, in bytes a second. */
export interface MemoryGrowth {
  readonly perSecond: number
  /** Holds the slope at 95 %. */
  readonly interval: readonly [low: number, high: number]
  /** The stretch that was judged, in seconds. */
  readonly from: number
  readonly to: number
  /** Bytes by which it rose in jumps, which are set aside. */
  readonly jumped: number
  /** Whether both halves of the stretch grow alike, as with what leaks under a load that stays the same, and not with what still settles. */
  readonly isEven: boolean
}

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
 * A heap grows and is compacted by megabytes at once. What leaks little by little shows in steps, too, of one or two pages of a heap: those of V8 have 256 KB.
 */
const leastJump = 600_000

/** Share of the stretches that may have a jump: where there are more, memory rises by jumps, and none is set aside. */
const mostJumps = 1 / 4

/** How many times the slope of one half may be that of the other: a heap that still grows to its size does so in bursts. */
const mostUneven = 3

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
 * at least {@link leastJump}, is a heap that takes its next size, and is set aside. A fall never is.
 *
 * The slope is the median of the slopes of all pairs (Theil, 1950; Sen, Estimates of the regression coefficient based on Kendall's tau, Journal of the American
 * Statistical Association 63, 1968). The interval is Sen's, from the variance of Kendall's statistic; as samples that follow each other are alike, this variance is
 * that of Hamed and Rao (A modified Mann-Kendall trend test for autocorrelated data, Journal of Hydrology 204, 1998), and never less than that of independent samples.
 */
export function memoryGrowth(samples: readonly MemorySample[]): MemoryGrowth {
  const [first, last] = [samples[0]?.at ?? 0, samples.at(-1)?.at ?? 0]
  const from = first + (last - first) * settlingShare
  const judged = samples.filter(({ at }) => at >= from)
  const floor = lowestOfStretches(judged, from, last)
  const even = withoutJumps(floor)
  const slopes = slopesOf(even).toSorted((a, b) => a - b)
  const perSecond = median([...slopes])
  const reach = (z * Math.sqrt(varianceOf(even, perSecond))) / slopes.length / 2
  const at = (share: number): number => quantileSorted(slopes, Math.min(1, Math.max(0, share)))
  const jumped = (floor.at(-1)?.bytes ?? 0) - (even.at(-1)?.bytes ?? 0)
  return { perSecond, interval: [at(0.5 - reach), at(0.5 + reach)], from, to: last, jumped, isEven: isEven(even) }
}

function isEven(samples: readonly MemorySample[]): boolean {
  const middle = Math.ceil(samples.length / 2)
  const halves = [samples.slice(0, middle), samples.slice(middle)].map((half) => median([...slopesOf(half)]))
  return Math.min(...halves) * mostUneven >= Math.max(...halves)
}

function lowestOfStretches(samples: readonly MemorySample[], from: number, to: number): readonly MemorySample[] {
  const length = (to - from) / stretches
  const groups = Map.groupBy(samples, ({ at }) => Math.min(stretches - 1, Math.floor((at - from) / length)))
  return [...groups.values()].map((group) => group.reduce((low, sample) => (sample.bytes < low.bytes ? sample : low)))
}

/** The samples as if memory had risen in each jump as much as it usually does. */
function withoutJumps(samples: readonly MemorySample[]): readonly MemorySample[] {
  const rises = samples.slice(1).map(({ bytes }, index) => bytes - (samples[index]?.bytes ?? bytes))
  const usual = median(rises)
  const most = Math.max(usual + 3 * normal * medianAbsoluteDeviation(rises), leastJump)
  const isJump = rises.map((rise) => rise > most)
  if (isJump.filter(Boolean).length > rises.length * mostJumps) return samples
  let aside = 0
  return samples.map(({ at, bytes }, index) => {
    if (index > 0 && isJump[index - 1] === true) aside += (rises[index - 1] ?? usual) - usual
    return { at, bytes: bytes - aside }
  })
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
  const spread = ranks.reduce((sum, rank) => sum + (rank - middle) ** 2, 0)
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

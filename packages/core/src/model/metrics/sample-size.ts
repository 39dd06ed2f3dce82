/** The number of samples that must lie beyond a percentile, on its rarer side, before anything is judged by it. */
export const samplesBeyond = 10

/** What samples can tell of a percentile. */
export interface SampleEvidence {
  /** `few`: a figure of some samples rather than of the distribution, to be shown with a mark, by which nothing is judged. */
  readonly says: 'enough' | 'few' | 'none'
  /** The number of samples. */
  readonly had: number
  /** The number of samples that the percentile needs. */
  readonly needed: number
  /** The 95 % interval, as ranks among the samples. */
  readonly ranks: RankInterval
}

/**
 * Says what a number of samples tells of a percentile, from 0 to 100. Pure; whatever shows, judges or compares a percentile asks here.
 *
 * @see samplesNeeded
 * @see rankInterval
 */
export function judgeSamples(percentile: number, count: number): SampleEvidence {
  const needed = samplesNeeded(percentile)
  return {
    says: count === 0 ? 'none' : count < needed ? 'few' : 'enough',
    had: count,
    needed,
    // It takes as long as the root of the count, and most only ask what the samples say.
    get ranks() {
      return rankInterval(percentile, count)
    },
  }
}

/**
 * The number of samples that a percentile, from 0 to 100, needs so that {@link samplesBeyond} of them lie beyond it on its rarer side.
 *
 * The number of samples beyond is binomial: with 10 expected, its standard deviation is about 3, so that the printed value is a figure
 * of the distribution and not of one slow response. p50 needs 20, p2.5 and p97.5 need 400, p99 needs 1,000, p99.9 needs 10,000; the
 * minimum and the maximum (0 and 100) need 1.
 */
export function samplesNeeded(percentile: number): number {
  const rarer = Math.min(percentile, 100 - percentile)
  if (rarer <= 0) return 1
  // 100 - 99.9 is a little less than 0.1 in binary: without rounding, p99.9 would need 10,001.
  return Math.ceil(Number(((samplesBeyond * 100) / rarer).toFixed(6)))
}

/** The ranks, from 1 for the smallest sample, between whose samples a percentile lies; `null` for an end that the samples do not tell. */
export interface RankInterval {
  readonly low: number | null
  readonly high: number | null
}

/** Most of the probability that a percentile lies below its interval, and that it lies above: 95 % are left. */
const tail = 0.025

// What a term below adds to a sum of doubles is lost.
const negligible = 1e-18

/**
 * The ranks of the 95 % confidence interval of a percentile, from 0 to 100, of independent samples, whatever their distribution.
 *
 * With n samples x(1) <= ... <= x(n) and p = percentile / 100, the number of samples up to the true percentile is binomial, B ~ Bin(n, p).
 * x(l) lies above it only if B <= l - 1, and x(u) below it only if B >= u, so that the ends are the largest l with P(B <= l - 1) <= 2.5 % and
 * the smallest u with P(B >= u) <= 2.5 %: H. A. David and H. N. Nagaraja, Order Statistics, 3rd edition, section 7.1. Where there is no such l
 * from 1 on, or no such u up to n, that end is open: the smallest and the largest sample do not bound it. The tails are exact sums of binomial
 * terms, each from its neighbour by their ratio, relative to the most likely one. Ties, as of a rounded clock, only make it surer.
 */
export function rankInterval(percentile: number, count: number): RankInterval {
  const p = percentile / 100
  if (count <= 0 || p <= 0 || p >= 1) return { low: null, high: null }
  const mode = Math.min(count, Math.floor((count + 1) * p))
  const odds = p / (1 - p)
  const down: Side = { mode, step: -1, last: 0, ratio: (k) => k / ((count - k + 1) * odds) }
  const up: Side = { mode, step: 1, last: count, ratio: (k) => ((count - k) / (k + 1)) * odds }
  const [below, above] = [sumOf(down), sumOf(up)]
  // Rounding must not decide where a tail is 2.5 % exactly.
  const most = (below + above - 1) * tail * (1 + 1e-9)
  const low = firstWithin(down, below, most) + 1
  const high = firstWithin(up, above, most)
  return { low: low < 1 ? null : low, high: high > count ? null : high }
}

/** The binomial terms from the most likely number of samples, whose term is 1, to one end. */
interface Side {
  readonly mode: number
  readonly step: -1 | 1
  readonly last: number
  /** What the term of a number is multiplied by to have that of the next one. */
  readonly ratio: (k: number) => number
}

function sumOf({ mode, step, last, ratio }: Side): number {
  let sum = 1
  let term = 1
  for (let k = mode; k !== last && term > negligible; k += step) {
    term *= ratio(k)
    sum += term
  }
  return sum
}

/** The first number from the mode on from which the rest of the sum is at most so much. */
function firstWithin({ mode, step, ratio }: Side, sum: number, most: number): number {
  let rest = sum
  let term = 1
  let k = mode
  while (rest > most) {
    rest -= term
    term *= ratio(k)
    k += step
  }
  return k
}

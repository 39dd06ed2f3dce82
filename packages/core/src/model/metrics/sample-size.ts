/** The number of samples that must lie beyond a percentile, on its rarer side, for it to be compared. */
export const samplesBeyond = 10

/** Whether there are enough samples for a percentile, and its interval. */
export interface SampleEvidence {
  /** `few` means that the figure describes some samples rather than the distribution: it is shown with a mark, and not compared. */
  readonly says: 'enough' | 'few' | 'none'
  readonly had: number
  /** The number of samples that the percentile needs. */
  readonly needed: number
  /** The 95 % confidence interval, as ranks among the samples. */
  readonly ranks: RankInterval
}

/**
 * Judges whether a number of samples is enough for a percentile, from 0 to 100. Pure; used wherever a percentile is shown or compared.
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
    // Computed on demand, because it takes time proportional to the root of the count and is rarely needed.
    get ranks() {
      return rankInterval(percentile, count)
    },
  }
}

/**
 * The number of samples that a percentile, from 0 to 100, needs to have {@link samplesBeyond} of them beyond it on its rarer side.
 *
 * The number of samples beyond is binomial: with 10 expected, its standard deviation is about 3, so that the printed value is a figure of the
 * distribution and not of one slow response. p50 needs 20, p2.5 and p97.5 need 400, p99 needs 1,000, p99.9 needs 10,000; the minimum and the maximum (0
 * and 100) need 1.
 */
export function samplesNeeded(percentile: number): number {
  const rarer = Math.min(percentile, 100 - percentile)
  if (rarer <= 0) return 1
  // 100 - 99.9 is a little less than 0.1 in binary: without rounding, p99.9 would need 10,001.
  return Math.ceil(Number(((samplesBeyond * 100) / rarer).toFixed(6)))
}

/** The ranks, from 1 for the smallest sample, between which a percentile lies; `null` for an end that the samples leave open. */
interface RankInterval {
  readonly low: number | null
  readonly high: number | null
}

/** Largest probability that a percentile lies below its interval, and that it lies above: 95 % are left. */
const tail = 0.025

// A smaller term does not change a sum of doubles.
const negligible = 1e-18

/**
 * The ranks of the 95 % confidence interval of a percentile, from 0 to 100, of independent samples, whatever their distribution.
 *
 * With n samples x(1) <= ... <= x(n) and p = percentile / 100, the number of samples up to the true percentile is binomial, B ~ Bin(n, p). x(l) lies
 * above it only if B <= l - 1, and x(u) below it only if B >= u, so that the ends are the largest l with P(B <= l - 1) <= 2.5 % and the smallest u with
 * P(B >= u) <= 2.5 %: H. A. David and H. N. Nagaraja, Order Statistics, 3rd edition, section 7.1. Where there is no such l from 1 on, or no such u up
 * to n, that end is open: the smallest and the largest sample do not bound it. The tails are exact sums of binomial terms, each from its neighbour by
 * their ratio, relative to the most likely one. Ties, as with a rounded clock, only make the interval more certain.
 */
export function rankInterval(percentile: number, count: number): RankInterval {
  const p = percentile / 100
  if (count <= 0 || p <= 0 || p >= 1) return { low: null, high: null }
  const { up, down } = sidesOf(count, p)
  const [below, above] = [sumFrom(down), sumFrom(up)]
  // Rounding must not decide where a tail is 2.5 % exactly.
  const most = (below + above - 1) * tail * (1 + 1e-9)
  const low = firstWithin(down, below, most) + 1
  const high = firstWithin(up, above, most)
  return { low: low < 1 ? null : low, high: high > count ? null : high }
}

/**
 * The 95 % confidence interval of a share, 0 to 1, of which `hits` of `total` samples were seen, by the same binomial tails as {@link rankInterval}.
 *
 * It is the interval of C. J. Clopper and E. S. Pearson, Biometrika 26 (1934): the shares of which neither so many hits nor so few have a probability of
 * at most 2.5 %. So a share of slow requests is below 1 % by it exactly where their p99 is below the limit by its own interval.
 */
export function shareInterval(hits: number, total: number): { readonly low: number; readonly high: number } {
  return { low: lowestShare(hits, total), high: 1 - lowestShare(total - hits, total) }
}

// More halvings do not change a double.
const halvings = 60

function lowestShare(hits: number, total: number): number {
  let [low, high] = [0, hits / total]
  for (let left = halvings; left > 0 && high > 0; left--) {
    const middle = (low + high) / 2
    const { up, down } = sidesOf(total, middle)
    if (sumFrom(up, hits) <= (sumFrom(down) + sumFrom(up) - 1) * tail) low = middle
    else high = middle
  }
  return low
}

/** The binomial terms from the most likely number of samples, whose term is 1, to one end. */
interface Side {
  readonly mode: number
  readonly step: -1 | 1
  readonly last: number
  /** Returns the factor from the term of a number to the term of the next. */
  readonly ratio: (k: number) => number
}

function sidesOf(count: number, p: number): { readonly down: Side; readonly up: Side } {
  const mode = Math.min(count, Math.floor((count + 1) * p))
  const odds = p / (1 - p)
  return {
    down: { mode, step: -1, last: 0, ratio: (k) => k / ((count - k + 1) * odds) },
    up: { mode, step: 1, last: count, ratio: (k) => ((count - k) / (k + 1)) * odds },
  }
}

/** The sum of the terms from a number, which is on this side of the mode, to the end. */
function sumFrom({ mode, step, last, ratio }: Side, from: number = mode): number {
  let sum = from === mode ? 1 : 0
  let term = 1
  for (let k = mode; k !== last && term > negligible; k += step) {
    term *= ratio(k)
    if ((k + step - from) * step >= 0) sum += term
  }
  return sum
}

/** The first number from the mode on from which the rest of the sum is at most `most`. */
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

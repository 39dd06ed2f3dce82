/** How two sides compare in one figure. */
export interface Difference {
  /** From the mean of the baseline to that of the other: 0.25 for a quarter more; `null` where a side has no value, or the baseline is 0. */
  readonly change: number | null
  /** Which side is better; `null` where that cannot be told from the noise. */
  readonly better: 'baseline' | 'other' | null
  /** Why no side is called better, as it stands behind a colon; `null` where one is. */
  readonly because: string | null
}

/** Least difference, as a share of the larger value, by which one run of each side is called better than the other. */
export const floorOfOneRun = 0.2

/** Least difference, as a share of the larger value, that several runs can show. */
export const floorOfRuns = 0.01

/** So many runs of each side are enough for ranges that merely do not overlap: with 4, chance puts them apart once in 35 times. */
export const runsToTrustRanges = 4

/**
 * Compares the values of one figure, one for each run, of two sides.
 *
 * With several runs a side is better only where the ranges do not overlap, and, where a side has fewer than 4 runs, lie farther apart than
 * the wider of them is wide. With one run of a side there is no noise to see: it takes a difference of 20 %.
 *
 * @param good whether a high value is good, or a low one
 */
export function compareSides(baseline: readonly number[], other: readonly number[], good: 'high' | 'low'): Difference {
  if (baseline.length === 0 || other.length === 0) return { change: null, better: null, because: 'a side has no value' }
  const [a, b] = [mean(baseline), mean(other)]
  const change = a === 0 ? null : (b - a) / Math.abs(a)
  const because = whyNoise(baseline, other)
  if (because !== null) return { change, better: null, because }
  return { change, better: b > a === (good === 'high') ? 'other' : 'baseline', because: null }
}

function whyNoise(baseline: readonly number[], other: readonly number[]): string | null {
  const [a, b] = [mean(baseline), mean(other)]
  const difference = a === b ? 0 : Math.abs(a - b) / Math.max(Math.abs(a), Math.abs(b))
  const runs = Math.min(baseline.length, other.length)
  if (runs === 1) {
    const each = baseline.length === other.length ? 'one run each' : 'one run of a side'
    return difference < floorOfOneRun ? `not comparable: ${each}` : null
  }
  const gap = Math.max(Math.min(...baseline) - Math.max(...other), Math.min(...other) - Math.max(...baseline))
  if (gap <= 0) return 'the ranges overlap'
  if (difference < floorOfRuns) return 'less than 1 % apart'
  const isClear = runs >= runsToTrustRanges || gap > Math.max(widthOf(baseline), widthOf(other))
  return isClear ? null : 'the runs are spread too widely'
}

function widthOf(values: readonly number[]): number {
  return Math.max(...values) - Math.min(...values)
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** The ratio of two figures, with its 95 % confidence interval. */
export interface Ratio {
  readonly ratio: number
  /** `null` where there are fewer than two rounds. */
  readonly low: number | null
  readonly high: number | null
}

/**
 * Computes the ratio of two figures that were measured by turns: the geometric mean of the ratios of the rounds.
 *
 * The interval is Student's, over the logarithms. A disturbance of both figures in a round, such as a slower machine, affects neither.
 *
 * @throws RangeError when there are no rounds, or a round lacks one of both
 */
export function ratioOf(ours: readonly number[], theirs: readonly number[]): Ratio {
  if (ours.length !== theirs.length) throw new RangeError('each round has one figure of both')
  const logarithms = ours.map((own, round) => Math.log(own / (theirs[round] ?? Number.NaN)))
  const count = logarithms.length
  const mean = meanOf(logarithms)
  const ratio = Math.exp(mean)
  if (count < 2) return { ratio, low: null, high: null }
  const variance = logarithms.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (count - 1)
  const reach = studentsT(count - 1) * Math.sqrt(variance / count)
  return { ratio, low: ratio * Math.exp(-reach), high: ratio * Math.exp(reach) }
}

/** The geometric mean of figures. */
export function geometricMean(values: readonly number[]): number {
  return Math.exp(meanOf(values.map(Math.log)))
}

function meanOf(values: readonly number[]): number {
  if (values.length === 0) throw new RangeError('there is no mean of nothing')
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

// Quantiles of 0.975, by degrees of freedom from 1 on; between two values the wider one is used.
const known = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131]
const ofMany = [
  [20, 2.086],
  [30, 2.042],
  [60, 2],
  [Infinity, 1.98],
] as const

function studentsT(freedom: number): number {
  if (freedom <= known.length) return known[freedom - 1] ?? Infinity
  // Fewer degrees of freedom give a wider interval.
  const fewer = ofMany.filter(([of]) => of <= freedom).at(-1)
  return fewer?.[1] ?? known.at(-1) ?? Infinity
}

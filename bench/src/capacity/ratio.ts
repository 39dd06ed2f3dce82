/** How many times a figure is another one, with where the true ratio lies with a confidence of 95 %. */
export interface Ratio {
  readonly ratio: number
  /** `null` where there are fewer than two measurements of each. */
  readonly low: number | null
  readonly high: number | null
}

/**
 * The ratio of two figures that were measured several times each, by their geometric means.
 *
 * The interval is Welch's, over the logarithms: the measurements take turns, and none belongs to another.
 *
 * @throws RangeError when one was not measured
 */
export function ratioOf(ours: readonly number[], theirs: readonly number[]): Ratio {
  const [a, b] = [momentsOf(ours), momentsOf(theirs)]
  const ratio = Math.exp(a.mean - b.mean)
  if (a.count < 2 || b.count < 2) return { ratio, low: null, high: null }
  const [va, vb] = [a.variance / a.count, b.variance / b.count]
  const freedom = va + vb === 0 ? Infinity : (va + vb) ** 2 / (va ** 2 / (a.count - 1) + vb ** 2 / (b.count - 1))
  const reach = studentsT(freedom) * Math.sqrt(va + vb)
  return { ratio, low: ratio * Math.exp(-reach), high: ratio * Math.exp(reach) }
}

/** The mean of figures by their ratios. */
export function geometricMean(values: readonly number[]): number {
  return Math.exp(momentsOf(values).mean)
}

function momentsOf(values: readonly number[]): { readonly count: number; readonly mean: number; readonly variance: number } {
  if (values.length === 0) throw new RangeError('there is no mean of nothing')
  const logarithms = values.map(Math.log)
  const count = values.length
  const mean = logarithms.reduce((sum, value) => sum + value, 0) / count
  const squares = logarithms.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return { count, mean, variance: count < 2 ? 0 : squares / (count - 1) }
}

// Of 0.975, by degrees of freedom from 1 on; what lies between is taken as the wider one.
const known = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131]
const ofMany = [
  [20, 2.086],
  [30, 2.042],
  [60, 2],
  [Infinity, 1.98],
] as const

function studentsT(freedom: number): number {
  const degrees = Math.floor(freedom)
  if (degrees <= known.length) return known[Math.max(1, degrees) - 1] ?? Infinity
  // The value of fewer degrees than there are is the wider one.
  const fewer = ofMany.filter(([of]) => of <= degrees).at(-1)
  return fewer?.[1] ?? known.at(-1) ?? Infinity
}

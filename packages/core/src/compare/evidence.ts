import { mean, sampleVariance, bisect } from 'simple-statistics'

/** The values of each side in one round of runs. */
export interface Round {
  readonly base: readonly number[]
  readonly head: readonly number[]
}

/** What the runs of two sides show of their difference, on the scale on which they are compared. */
export interface Evidence {
  readonly scale: Scale
  /** Difference of the head from the base. */
  readonly difference: number
  readonly sides: ComparedRuns
  /** Standard error of the difference. */
  readonly standardError: number
  /** Degrees of freedom of the standard error; not a whole number where the sides are spread differently. */
  readonly degrees: number
  /** Standard deviation of one run of a side. */
  readonly spread: number
}

/** The compared runs of a side. */
interface SideRuns {
  /** Their geometric mean; their mean where the value of a run is 0 or less, and of shares. */
  readonly middle: number
  readonly lowest: number
  readonly highest: number
}

/** The compared runs of both sides; `null` for a side without a value. */
export interface ComparedRuns {
  readonly base: SideRuns | null
  readonly head: SideRuns | null
}

/** How a difference is expressed: as a ratio, or in percentage points. */
export type ScaleName = 'ratio' | 'points'

/** The scale on which values are compared: 0 is no difference. */
interface Scale {
  readonly of: (value: number) => number
  /** Converts back to a value. */
  readonly value: (scaled: number) => number
  /** Converts a difference to the ratio of head to base; `null` when the base is 0. */
  readonly ratio: (difference: number) => number | null
  /** Converts a margin to a difference, to either side. */
  readonly margin: (share: number) => number
  /** Least variance of one run, whatever the measured runs. */
  readonly leastVariance: number
}

/**
 * The least standard deviation of runs, as a share.
 *
 * When a few runs come out alike by chance, a difference as small as a tick of the clock would look certain. Even on an idle machine repeats of one
 * test differ by more than half a percent.
 */
export const leastSpread = 0.005

const leastVariance = leastSpread ** 2

// The same for points: shares are counts, and a thousand requests resolve a tenth of a point.
const leastPoints = 0.001

/**
 * Measures the difference between two sides by runs that are not paired. Pure.
 *
 * The variances of the sides may differ: Welch, The generalization of "Student's" problem when several different population variances are involved,
 * Biometrika 34 (1947).
 */
export function evidenceOfRuns(base: readonly number[], head: readonly number[], name?: ScaleName): Evidence {
  const scale = scaleFor(base, head, name)
  const sides = describeSides(base, head, scale)
  if (isAlike([...base, ...head])) return { ...noDifference, scale, sides }
  const [a, b] = [base.map(scale.of), head.map(scale.of)]
  const [inBase, inHead] = [a, b].map((side) => Math.max(sampleVariance(side), scale.leastVariance)) as [number, number]
  const [ofBase, ofHead] = [inBase / a.length, inHead / b.length]
  return {
    scale,
    difference: mean(b) - mean(a),
    sides,
    standardError: Math.sqrt(ofBase + ofHead),
    degrees: (ofBase + ofHead) ** 2 / (ofBase ** 2 / (a.length - 1) + ofHead ** 2 / (b.length - 1)),
    spread: Math.sqrt((inBase + inHead) / 2),
  }
}

/** Measures the difference between two sides by rounds, in each of which both sides ran close to each other: what changes from round to round cancels out. Pure. */
export function evidenceOfRounds(rounds: readonly Round[], name?: ScaleName): Evidence {
  const [bases, heads] = [rounds.flatMap(({ base }) => base), rounds.flatMap(({ head }) => head)]
  const scale = scaleFor(bases, heads, name)
  const sides = describeSides(bases, heads, scale)
  if (isAlike([...bases, ...heads])) return { ...noDifference, scale, sides }
  const [a, b] = [rounds.map(({ base }) => mean(base.map(scale.of))), rounds.map(({ head }) => mean(head.map(scale.of)))]
  const differences = b.map((value, round) => value - (a[round] ?? value))
  // Each of the two runs has at least the least variance.
  const variance = Math.max(sampleVariance(differences), 2 * scale.leastVariance)
  return {
    scale,
    difference: mean(differences),
    sides,
    standardError: Math.sqrt(variance / differences.length),
    degrees: differences.length - 1,
    spread: Math.sqrt(variance / 2),
  }
}

// A value that all runs share is counted rather than measured, such as a share of 100 %.
function isAlike(values: readonly number[]): boolean {
  return values.every((value) => value === values[0])
}

const noDifference = { difference: 0, standardError: 0, degrees: 1, spread: 0 } as const

/** Describes the runs of both sides on the scale on which they are compared. */
export function describeSides(base: readonly number[], head: readonly number[], scale: Scale): ComparedRuns {
  const describe = (side: readonly number[]): SideRuns | null =>
    side.length === 0 ? null : { middle: middleOf(side, scale), lowest: Math.min(...side), highest: Math.max(...side) }
  return { base: describe(base), head: describe(head) }
}

function middleOf(side: readonly number[], scale: Scale): number {
  const [first = 0] = side
  // A logarithm and back is not always the same number.
  return isAlike(side) ? first : scale.value(mean(side.map(scale.of)))
}

const points: Scale = {
  of: (value) => value,
  value: (scaled) => scaled,
  ratio: (difference) => 1 + difference,
  margin: (share) => share,
  leastVariance: leastPoints ** 2,
}

/** Chooses the scale: logarithms, whose differences are ratios whichever side is first; where a value is 0 or less and has no logarithm, shares of the base. */
export function scaleFor(base: readonly number[], head: readonly number[], name: ScaleName | undefined): Scale {
  if (name === 'points') return points
  const all = [...base, ...head]
  if (all.every((value) => value > 0)) return { of: Math.log, value: Math.exp, ratio: Math.exp, margin: Math.log1p, leastVariance }
  const middle = base.length === 0 ? 0 : mean([...base])
  // A value that is never negative cannot fall by more than all of it.
  const least = all.some((value) => value < 0) ? -Infinity : 0
  const unit = middle === 0 ? Math.max(...all.map(Math.abs)) || 1 : Math.abs(middle)
  return {
    of: (value) => value / unit,
    value: (scaled) => scaled * unit,
    ratio: (difference) => (middle === 0 ? null : Math.max(least, 1 + difference * Math.sign(middle))),
    margin: (share) => share,
    leastVariance,
  }
}

/**
 * The number of standard errors that an interval must reach to either side to contain the true value with a confidence. Pure.
 *
 * The two-sided quantile of Student's t distribution. Its probability for a whole number of degrees of freedom is the finite series of Abramowitz and
 * Stegun, Handbook of Mathematical Functions, 26.7.3 and 26.7.4. Between two whole numbers it is interpolated linearly over the inverse of the degrees,
 * which is never below the true quantile.
 *
 * @param confidence above 0 and below 1
 * @param degrees of freedom, from 1; beyond 200 the quantile of 200 is taken, which is larger by less than 2 %, for confidences up to 0.999
 */
export function studentT(confidence: number, degrees: number): number {
  const within = Math.min(Math.max(degrees, 1), mostDegrees)
  const [below, above] = [Math.floor(within), Math.ceil(within)]
  const low = wholeStudentT(confidence, below)
  if (below === above) return low
  const share = (1 / below - 1 / within) / (1 / below - 1 / above)
  return low + share * (wholeStudentT(confidence, above) - low)
}

const mostDegrees = 200

// A program uses few levels, and asks for each of them many times.
const known = new Map<string, number>()

function wholeStudentT(confidence: number, degrees: number): number {
  const key = `${confidence} ${degrees}`
  const before = known.get(key)
  if (before !== undefined) return before
  const angle = bisect((at: number) => probabilityWithin(at, degrees) - confidence, 0, Math.PI / 2, 100, 1e-14)
  const quantile = Math.sqrt(degrees) * Math.tan(angle)
  known.set(key, quantile)
  return quantile
}

/** The probability that |t| is at most `sqrt(degrees) x tan(angle)`. */
function probabilityWithin(angle: number, degrees: number): number {
  const isOdd = degrees % 2 === 1
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
  let term = isOdd ? cos : 1
  let sum = 0
  for (let next = isOdd ? 3 : 2; next <= degrees; next += 2) {
    sum += term
    term *= (cos * cos * (next - 1)) / next
  }
  return isOdd ? ((angle + sin * sum) * 2) / Math.PI : sin * sum
}

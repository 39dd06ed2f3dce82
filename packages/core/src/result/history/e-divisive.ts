import { createRandom } from '../../model/workload/random.ts'

/** A place in a series from which on its values differ. */
export interface ChangePoint {
  /** Index of the first value after the change. */
  readonly at: number
  /** Probability that chance alone divides the series at least as strongly, 0 to 1. */
  readonly chance: number
}

/** Options of {@link findChangePoints}. */
export interface ChangePointSettings {
  /** Probability below which a division counts as a change: the error of the whole series. Default 0.05. */
  readonly level?: number
  /** Seed of the permutations: the same seed gives the same probabilities. Default 1. */
  readonly seed?: number
}

/** Fewest values on each side of a change. */
const leastSegment = 3

/**
 * Finds every place from which on the values of a series differ. Pure, and deterministic for a seed.
 *
 * E-divisive means: Matteson and James, A Nonparametric Approach for Multiple Change Point Analysis of Multivariate Data, Journal of the American
 * Statistical Association 109 (2014). A segment is divided where the distance between the values of both sides exceeds the distance within them most.
 * The probability that chance divides as strongly is estimated by permuting the values within the segments found so far; the first division that is not
 * below the level ends the search. No distribution of the values is assumed, only that they are independent of each other.
 */
export function findChangePoints(values: readonly number[], { level = 0.05, seed = 1 }: ChangePointSettings = {}): readonly ChangePoint[] {
  const random = createRandom(seed)
  const found: ChangePoint[] = []
  let segments: readonly (readonly number[])[] = [values]
  while (true) {
    const best = bestDivision(segments)
    if (best === undefined) break
    const chance = chanceOf(best.strength, segments, level, random)
    if (chance > level) break
    const before = segments.slice(0, best.segment)
    const divided = segments[best.segment] ?? []
    found.push({ at: before.reduce((sum, { length }) => sum + length, best.at), chance })
    segments = [...before, divided.slice(0, best.at), divided.slice(best.at), ...segments.slice(best.segment + 1)]
  }
  return found.toSorted((a, b) => a.at - b.at)
}

/**
 * The fewest values of a series in which a change can be found at a level.
 *
 * However far the first half lies from the second, two of all possible divisions look the same by chance. Their probability must be at most half of the
 * level: closer to it, the random permutations would decide.
 */
export function leastValues(level: number): number {
  let values = 2 * leastSegment
  while (2 / combinations(values, Math.floor(values / 2)) > level / 2) values += 1
  return values
}

function combinations(of: number, chosen: number): number {
  let count = 1
  for (let taken = 1; taken <= chosen; taken += 1) count *= (of - chosen + taken) / taken
  return count
}

interface Division {
  readonly segment: number
  readonly at: number
  readonly strength: number
}

function bestDivision(segments: readonly (readonly number[])[]): Division | undefined {
  let best: Division | undefined
  for (const [segment, values] of segments.entries()) {
    const { at, strength } = divide(values)
    if (strength > (best?.strength ?? 0)) best = { segment, at, strength }
  }
  return best
}

/**
 * Finds the strongest division of values. The strength is `n m / (n + m)` times twice the mean distance between the sides, less the mean distances
 * within each. The right side ends where the strength is greatest, so that a change is found even if the values return to their old level.
 *
 * Sums grow by one value at a time, so that the number of steps is the square of the number of values.
 */
function divide(values: readonly number[]): { readonly at: number; readonly strength: number } {
  const count = values.length
  let best = { at: 0, strength: 0 }
  if (count < 2 * leastSegment) return best
  // For each value, the sum of its distances to all values before it, and to the values on the left side.
  const sums = { before: sumsOfDistances(values), toLeft: new Float64Array(count) }
  let left = 0
  for (let n = 1; n <= count - leastSegment; n += 1) {
    left += valueAt(sums.toLeft, n - 1)
    for (let other = n; other < count; other += 1)
      sums.toLeft[other] = valueAt(sums.toLeft, other) + Math.abs(valueAt(values, other) - valueAt(values, n - 1))
    const strength = n < leastSegment ? 0 : strongestAt(n, left, sums)
    if (strength > best.strength) best = { at: n, strength }
  }
  return best
}

/** The strength of a division after `n` values, given the sum `left` of the distances within the left side, with the right side that makes it strongest. */
function strongestAt(n: number, left: number, { before, toLeft }: Readonly<Record<'before' | 'toLeft', Float64Array>>): number {
  let [between, right, strongest] = [0, 0, 0]
  const within = (2 * left) / (n * (n - 1))
  for (let end = n; end < before.length; end += 1) {
    between += valueAt(toLeft, end)
    right += valueAt(before, end) - valueAt(toLeft, end)
    const m = end - n + 1
    if (m < leastSegment) continue
    const apart = (2 * between) / (n * m) - within - (2 * right) / (m * (m - 1))
    strongest = Math.max(strongest, ((n * m) / (n + m)) * apart)
  }
  return strongest
}

function valueAt(values: readonly number[] | Float64Array, at: number): number {
  return values[at] ?? 0
}

function sumsOfDistances(values: readonly number[]): Float64Array {
  const sums = new Float64Array(values.length)
  for (const [at, value] of values.entries()) {
    let sum = 0
    for (let other = 0; other < at; other += 1) sum += Math.abs(value - valueAt(values, other))
    sums[at] = sum
  }
  return sums
}

// Equal sums can differ in their last digits by the order in which they were added.
const nearly = 1 - 1e-9

/**
 * Estimates how often permutations within the segments are divided at least as strongly, and stops as soon as the share is known to be above the level,
 * as it mostly is: Besag and Clifford, Sequential Monte Carlo p-values, Biometrika 78 (1991).
 */
function chanceOf(strength: number, segments: readonly (readonly number[])[], level: number, random: () => number): number {
  // Ten times the number that the level needs, so that one permutation more or less does not decide.
  const permutations = Math.ceil(10 / level) - 1
  let reached = 1
  for (let made = 1; made <= permutations; made += 1) {
    const strongest = Math.max(...segments.map((values) => divide(shuffled(values, random)).strength))
    if (strongest >= strength * nearly) reached += 1
    if (reached / (permutations + 1) > level) return reached / (made + 1)
  }
  return reached / (permutations + 1)
}

/** The shuffle of Fisher and Yates. */
function shuffled(values: readonly number[], random: () => number): readonly number[] {
  const order = [...values]
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1))
    const [a = 0, b = 0] = [order[last], order[other]]
    order[last] = b
    order[other] = a
  }
  return order
}

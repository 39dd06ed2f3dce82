import { mean, sampleVariance } from 'simple-statistics'
import { compareRuns, comparedConfidence, leastRuns, settingsOf, type RunsComparison } from './compare-runs.ts'
import { withDoubt } from './doubtful-run.ts'
import { doubtOfFailures, findDifferingParts, isShareOfFailures } from './failure-shares.ts'
import { leastSpread, studentT } from './evidence.ts'
import type { ComparedMetric, ComparedPart } from './figures.ts'
import { createRandom } from '../model/workload/random.ts'

/** A change of a figure, from one point of a history to the next. */
export interface HistoryChange extends Pick<RunsComparison, 'ratio' | 'interval' | 'answer'> {
  /** Index of the first point after the change. */
  readonly at: number
  /** Probability that chance alone divides the series at least as strongly, 0 to 1. */
  readonly chance: number
  /**
   * Why the answer is `inconclusive` although the figure changed, as the end of a sentence: there are too few points on a side for an interval, they differ
   * too much, or the share of failed requests changed with the figure, so that the figures are those of different requests. Missing otherwise.
   */
  readonly because?: string
}

/** One figure over the points of a history. */
export interface FigureHistory extends ComparedMetric {
  readonly part: ComparedPart
  /** The geometric mean of the runs of each point; `null` when a run has no reliable value, or there is no run. */
  readonly values: readonly (number | null)[]
  /** The 95 % confidence interval of each point; `null` with fewer than 3 runs. */
  readonly intervals: readonly (readonly [low: number, high: number] | null)[]
  /** The changes, in order; the evidence of a change are the points between the change before it and the one after it. */
  readonly changes: readonly HistoryChange[]
  /** Why no change can be found, as the end of a sentence; `null` when one could be. */
  readonly because: string | null
}

/** One figure with its values, point by point and run by run. */
export interface FigureRuns extends ComparedMetric {
  readonly part: ComparedPart
  /** A value for each run of each point: empty when no run has the figure, and `null` for a run without a reliable value. */
  readonly runs: readonly (readonly (number | null)[])[]
}

/** Options of {@link findChanges}. */
export interface HistorySettings {
  /** Share by which a figure may differ without being called better or worse. Default 0.05. */
  readonly margin?: number
}

/**
 * Finds the changes of figures: chance alone causes any change at all in 5 % of histories at most. Pure.
 *
 * The unit of evidence is a point, not a run, because the runs of one point were made in the same hour.
 */
export function findChanges(all: readonly FigureRuns[], { margin }: HistorySettings = {}): readonly FigureHistory[] {
  const read = all.map(({ runs, ...figure }) => ({ ...figure, values: runs.map(middleOf), intervals: runs.map(intervalOf) }))
  const figures = Math.max(1, read.filter(({ values }) => canChange(values.filter((value) => value !== null))).length)
  const level = (1 - comparedConfidence) / figures
  const least = leastValues(level)
  const failed = read.filter(isShareOfFailures)
  return read.map((figure): FigureHistory => {
    const places = figure.values.flatMap((value, at) => (value === null ? [] : [at]))
    if (places.length < least) return { ...figure, changes: [], because: tooFew(places.length, least, figures) }
    const valuesOf = (of: readonly (number | null)[], from: number, to: number): readonly (number | null)[] =>
      places.slice(from, to).map((place) => of[place] ?? null)
    const values = valuesOf(figure.values, 0, places.length) as readonly number[]
    const points = findChangePoints(values.every((value) => value > 0) ? values.map(Math.log) : values, level)
    const changes = points.map(({ at, chance }, index): HistoryChange => {
      // As many points on either side, those next to the change.
      const each = Math.min(at - (points[index - 1]?.at ?? 0), (points[index + 1]?.at ?? values.length) - at)
      const { better, unit } = figure
      const settings = { better, figures, ...settingsOf(unit, margin) }
      const compared = compareRuns(values.slice(at - each, at), values.slice(at, at + each), settings)
      // From this point on, times and rates may be those of different requests.
      const shares = failed.map((share) => ({
        ...share,
        base: valuesOf(share.values, at - each, at),
        head: valuesOf(share.values, at, at + each),
      }))
      const doubt = doubtOfFailures(figure, findDifferingParts(shares, { base: 'before', head: 'from then on' })) ?? null
      const { ratio, interval, answer } = withDoubt(compared, doubt)
      const because = answer === 'inconclusive' && { because: doubt ?? whyOpen(compared) }
      return { at: places[at] ?? at, chance, ratio, interval, answer, ...because }
    })
    return { ...figure, changes, because: null }
  })
}

// A figure that has had the same value at several points cannot change by chance, nor one that is 0 so far.
function canChange(values: readonly number[]): boolean {
  return new Set(values).size > 1 || (values.length === 1 && values[0] !== 0)
}

function whyOpen({ runs, interval, runsNeeded }: RunsComparison): string {
  if (interval === null) return `${runs} points on a side are too few for an interval, it takes at least ${leastRuns}`
  return `${runs} points on each side differ too much${runsNeeded === null ? '' : `, ${runsNeeded} would probably decide`}`
}

function tooFew(points: number, least: number, figures: number): string {
  const of = figures === 1 ? '' : ` of ${figures} figures`
  return `${points} ${points === 1 ? 'point is' : 'points are'} too few to tell a change${of} from chance, it takes at least ${least}`
}

function middleOf(runs: readonly (number | null)[]): number | null {
  const values = runs.filter((value) => value !== null)
  // The runs with a value are not all that was measured.
  if (values.length === 0 || values.length < runs.length) return null
  return values.every((value) => value > 0) ? Math.exp(mean(values.map(Math.log))) : mean(values)
}

// Two runs hardly show how much runs vary: their interval reaches 12.7 standard errors to either side, that of three 4.3.
const fewestWithSpread = 3

/** Computes the interval by Student's t on the logarithms of the runs, with a standard deviation of at least half a percent, as in comparisons. */
function intervalOf(runs: readonly (number | null)[]): readonly [low: number, high: number] | null {
  const values = runs.filter((value) => value !== null)
  if (values.length < Math.max(fewestWithSpread, runs.length) || values.some((value) => value <= 0)) return null
  const logs = values.map(Math.log)
  const error = Math.sqrt(Math.max(sampleVariance(logs), leastSpread ** 2) / logs.length)
  const [middle, reach] = [mean(logs), studentT(comparedConfidence, logs.length - 1) * error]
  return [Math.exp(middle - reach), Math.exp(middle + reach)]
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
 *
 * @param level the error of the whole series, below which a division counts as a change
 */
export function findChangePoints(values: readonly number[], level: number = 0.05): readonly Pick<HistoryChange, 'at' | 'chance'>[] {
  const random = createRandom(seed)
  const found: Pick<HistoryChange, 'at' | 'chance'>[] = []
  while (true) {
    const ends = [0, ...found.map(({ at }) => at).toSorted((a, b) => a - b), values.length]
    const segments = ends.slice(1).map((end, index) => values.slice(ends[index], end))
    const divisions = segments.map((segment, index) => ({ ...divide(segment), from: ends[index] ?? 0 }))
    const { at, from, strength } = divisions.reduce((best, each) => (each.strength > best.strength ? each : best))
    const chance = strength > 0 ? chanceOf(strength, segments, level, random) : 1
    if (chance > level) return found.toSorted((a, b) => a.at - b.at)
    found.push({ at: from + at, chance })
  }
}

// The same values have the same changes.
const seed = 1

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

/**
 * Finds the strongest division of values. The strength is `n m / (n + m)` times twice the mean distance between the sides, less the mean distances
 * within each. The right side ends where the strength is greatest, so that a change is found even if the values return to their old level.
 */
function divide(values: readonly number[]): { readonly at: number; readonly strength: number } {
  const between = sumDistances(values)
  let best = { at: 0, strength: 0 }
  for (let at = leastSegment; at <= values.length - leastSegment; at += 1) {
    const withinLeft = between([0, at], [0, at]) / (at * (at - 1))
    for (let end = at + leastSegment; end <= values.length; end += 1) {
      const right = end - at
      const withinRight = between([at, end], [at, end]) / (right * (right - 1))
      const apart = (2 * between([0, at], [at, end])) / (at * right)
      const strength = ((at * right) / end) * (apart - withinLeft - withinRight)
      if (strength > best.strength) best = { at, strength }
    }
  }
  return best
}

type Span = readonly [from: number, to: number]

/** Returns a function that sums the distances of the values in one span to those in another, in a few steps, by a table of all sums from the start. */
function sumDistances(values: readonly number[]): (some: Span, others: Span) => number {
  const width = values.length + 1
  const table = new Float64Array(width * width)
  const upTo = (some: number, others: number): number => table[some * width + others] ?? 0
  for (const [row, value] of values.entries()) {
    let sum = 0
    for (const [column, other] of values.entries()) {
      sum += Math.abs(value - other)
      table[(row + 1) * width + column + 1] = upTo(row, column + 1) + sum
    }
  }
  return ([a, b], [c, d]) => upTo(b, d) - upTo(a, d) - upTo(b, c) + upTo(a, c)
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

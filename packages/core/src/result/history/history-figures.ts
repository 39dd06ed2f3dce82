import { mean, sampleVariance } from 'simple-statistics'
import { compareRuns, comparedConfidence, settingsOf, type RunsComparison } from '../compare/compare-runs.ts'
import { withDoubt, failuresApart } from '../compare/doubtful-run.ts'
import { leastSpread, studentT } from '../compare/evidence.ts'
import type { ComparedMetric, ComparedPart } from '../compare/run-figures.ts'
import { findChangePoints, leastValues } from './e-divisive.ts'

/** A change of a figure, from one point of a history to the next. */
export interface HistoryChange extends Pick<RunsComparison, 'ratio' | 'interval' | 'answer'> {
  /** Index of the first point after the change. */
  readonly at: number
  /** Probability that chance alone divides the series at least as strongly, 0 to 1. */
  readonly chance: number
  /**
   * Why the answer is `inconclusive` although the figure changed: the share of failed requests changed with it, so that the figures are those of
   * different requests. Missing otherwise.
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
  /** Seed of the permutations: the same seed gives the same changes. Default 1. */
  readonly seed?: number
}

/**
 * Finds the changes of figures: chance alone causes any change at all in 5 % of histories at most. Pure.
 *
 * The unit of evidence is a point, not a run, because the runs of one point were made in the same hour.
 */
export function findChanges(all: readonly FigureRuns[], { margin, seed = 1 }: HistorySettings = {}): readonly FigureHistory[] {
  const read = all.map(({ runs, ...figure }) => ({
    ...figure,
    values: runs.map(middleOf),
    intervals: runs.map(intervalOf),
  }))
  // A figure that has always had the same value cannot change by chance.
  const figures = Math.max(1, read.filter(({ values }) => new Set(values.filter((value) => value !== null)).size > 1).length)
  const level = (1 - comparedConfidence) / figures
  const failedOf = (figure: (typeof read)[number]): (typeof read)[number] | undefined =>
    read.find(({ metric, part }) => metric.endsWith('_failed') && JSON.stringify(part) === JSON.stringify(figure.part))
  return read.map((figure): FigureHistory => {
    const failed = figure.unit === 'share' ? undefined : failedOf(figure)
    const known = figure.values.flatMap((value, at) => (value === null ? [] : [{ value, at }]))
    const least = leastValues(level)
    if (known.length < least) return { ...figure, changes: [], because: tooFew(known.length, least, figures) }
    const values = known.map(({ value }) => value)
    const points = findChangePoints(values.every((value) => value > 0) ? values.map(Math.log) : values, { level, seed })
    const ends = [0, ...points.map(({ at }) => at), values.length]
    const changes = points.map(({ at, chance }, index): HistoryChange => {
      const [before, after] = [values.slice(ends[index], at), values.slice(at, ends[index + 2])]
      const { better, unit } = figure
      const compared = compareRuns(before, after, { better, figures, ...settingsOf(unit, margin) })
      const [from, since, to] = [ends[index], at, ends[index + 2]].map((end = 0) => known[end]?.at ?? figure.values.length)
      const sharesOf = (...range: [number | undefined, number | undefined]): readonly number[] =>
        (failed?.values.slice(...range) ?? []).filter((value) => value !== null)
      // From this point on, times and rates may be those of different requests.
      const apart = failuresApart(sharesOf(from, since), sharesOf(since, to), { base: 'before', head: 'from then on' })
      const because = apart && `${figure.part.names.at(-1) ?? figure.part.test} ${apart}`
      const { ratio, interval, answer } = withDoubt(compared, because)
      return { at: since ?? at, chance, ratio, interval, answer, ...(because !== null && { because }) }
    })
    return { ...figure, changes, because: null }
  })
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

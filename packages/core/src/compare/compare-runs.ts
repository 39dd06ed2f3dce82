import { checkNames, nameHint } from '../base/errors/closest-name.ts'
import { plural } from '../base/units/format.ts'
import {
  evidenceOfRounds,
  evidenceOfRuns,
  describeSides,
  type ComparedRuns,
  type Evidence,
  scaleFor,
  type ScaleName,
  studentT,
} from './evidence.ts'

/** How the head compares with the base in one figure. */
export type Answer = 'better' | 'worse' | 'equivalent' | 'inconclusive'

/** The comparison of two sides in one figure, by the values of their runs. */
export interface RunsComparison {
  /** The number of runs of each side, or of rounds, that were compared; of the side with more runs the last ones. */
  readonly runs: number
  readonly sides: ComparedRuns
  /**
   * The ratio of head to base, of the middles of both sides; `null` when a side has no value or the base is 0. On the scale `points` it is 1 plus the difference of
   * the means: 1.01 is a share that is one percentage point higher.
   */
  readonly ratio: number | null
  /**
   * Interval of the true ratio; all intervals of one comparison together contain their true ratios with the given confidence. `null` with fewer than 5
   * runs on a side.
   */
  readonly interval: readonly [low: number, high: number] | null
  /** Confidence of all intervals together: 0.95. */
  readonly confidence: number
  /** Ratios from `1 / (1 + margin)` to `1 + margin` count as no difference. */
  readonly margin: number
  readonly answer: Answer
  /** Why the answer is `inconclusive`, as the end of a sentence; `null` otherwise. */
  readonly because: string | null
  /**
   * The number of runs on each side, or of rounds, that would probably decide if they varied as these do; `null` when the answer is decided or the
   * number cannot be estimated.
   */
  readonly runsNeeded: number | null
}

/** How a figure is to be compared. */
export interface ComparisonSettings {
  /** Which of two values is the better one. */
  readonly better: 'high' | 'low'
  /** The number of figures that are compared together; each interval is widened to allow for it. Default 1. */
  readonly figures?: number
  /** The largest difference that does not matter, as a share. Default 0.05. */
  readonly margin?: number | undefined
  /** Whether runs with the same index are a pair, made one after the other in alternating order. Default false. */
  readonly paired?: boolean
  /** `points` compares shares by percentage points, so that one failure is close to none. Default `ratio`. */
  readonly scale?: ScaleName
}

/**
 * The fewest runs on a side, or rounds, that decide anything.
 *
 * The fewer the runs, the more often all of one side are faster than all of the other by chance, and what comes out alike by chance looks certain to an
 * interval. On a machine with two equally frequent speeds that happens in 3 % of comparisons with three runs a side, and in 0.2 % with five.
 */
export const leastRuns = 5

/** How often all intervals of one comparison contain their true ratios. */
export const comparedConfidence = 0.95

/** The largest difference between shares that does not matter: one percentage point, beyond which response times are those of different requests, too. */
const marginOfShares = 0.01

/** Chooses the scale by the unit of a figure: shares are compared in points, and all other figures as ratios with the given margin. */
export function settingsOf(unit: string, margin: number | undefined): Pick<ComparisonSettings, 'margin' | 'scale'> {
  if (unit === 'share') return { scale: 'points', margin: marginOfShares }
  return margin === undefined ? {} : { margin }
}

/** Default of the largest difference that does not matter: on a shared machine the same test differs by this much from one hour to the next. */
export const comparedMargin = 0.05

/**
 * Compares two sides in one figure by the values of their runs. Pure and deterministic.
 *
 * The interval is Student's t on the logarithms of the values ({@link evidenceOfRuns}); with `paired`, on the logarithms of the ratio of each pair. Its
 * level is corrected by Bonferroni: with k figures each one has an error of 5 % / k. The head is `better` or `worse` where the interval excludes 1 and
 * reaches beyond the margin, and `equivalent` where all of it lies within.
 *
 * Equal numbers of runs are compared. When a side has more, its last ones count: the difference of two means of equally many runs is symmetric between
 * equal sides, however skewed their noise is, and that of unequally many is not.
 *
 * @param base a value for each run, in the order in which they were made, which may be any finite number
 * @throws TypeError for settings that do not exist, or values that are no numbers
 */
export function compareRuns(base: readonly number[], head: readonly number[], settings: ComparisonSettings): RunsComparison {
  checkNames(settings, settingNames, 'setting')
  checkSettings(settings)
  if ([...base, ...head].some((value) => !Number.isFinite(value))) throw new TypeError('the values of runs must be finite numbers')
  const { paired = false, figures = 1, scale } = settings
  if (paired && base.length !== head.length) {
    throw new TypeError(`paired runs must be of the same number on both sides; there are ${base.length} and ${head.length}`)
  }
  const runs = Math.min(base.length, head.length)
  if (runs < leastRuns) return compareFew(base, head, settings)
  const [ofBase, ofHead] = [base.slice(-runs), head.slice(-runs)]
  const evidence = paired
    ? evidenceOfRounds(
        ofBase.map((value, index) => ({ base: [value], head: [ofHead[index] ?? value] })),
        scale,
      )
    : evidenceOfRuns(ofBase, ofHead, scale)
  return answerBy(evidence, { ...settings, error: (1 - comparedConfidence) / figures, runs, paired })
}

const scaleNames: readonly string[] = ['ratio', 'points']
const settingNames: readonly (keyof ComparisonSettings)[] = ['better', 'figures', 'margin', 'paired', 'scale']

/** Refuses settings that do not exist. */
export function checkSettings({ better, figures = 1, margin = comparedMargin, scale = 'ratio' }: ComparisonSettings): void {
  if (!scaleNames.includes(scale)) throw new TypeError(`scale: unknown scale "${scale}"; ${nameHint(scale, scaleNames)}`)
  const directions = ['high', 'low']
  if (better === undefined) throw new TypeError('better: say which of two values is the better one, "high" or "low"')
  if (!directions.includes(better)) throw new TypeError(`better: unknown direction "${better}"; ${nameHint(better, directions)}`)
  if (!(figures >= 1)) throw new TypeError(`figures: ${figures} is not a number from 1`)
  if (!(margin >= 0 && margin < 1)) throw new TypeError(`margin: ${margin} is not a share from 0 to 1`)
}

/** Compares fewer than {@link leastRuns} runs of a side with all of the other: there is a ratio, but no interval to judge it by. */
export function compareFew(
  base: readonly number[],
  head: readonly number[],
  { margin = comparedMargin, scale }: Pick<ComparisonSettings, 'margin' | 'scale'>,
): RunsComparison {
  const [fewer = 0, more] = [base.length, head.length].toSorted((a, b) => a - b)
  const sides = describeSides(base, head, scaleFor(base, head, scale))
  const nothing = {
    runs: fewer,
    sides,
    interval: null,
    confidence: comparedConfidence,
    margin,
    answer: 'inconclusive',
    runsNeeded: null,
  } as const
  if (sides.base === null || sides.head === null) return { ...nothing, ratio: null, because: 'a side has no value' }
  const [a, b] = [sides.base.middle, sides.head.middle]
  const ratio = scale === 'points' ? 1 + b - a : a === 0 ? null : b / a
  const runs = `${fewer === 1 ? 'one run' : plural(fewer, 'run')} ${fewer === more ? 'a side' : 'of a side'} ${fewer === 1 ? 'is' : 'are'}`
  return { ...nothing, ratio, because: `${runs} too few, it takes at least ${leastRuns}` }
}

/** How the evidence of a figure is to be judged. */
interface Judgement extends ComparisonSettings {
  /** The error probability of this interval, after every correction. */
  readonly error: number
  /** The number of runs on the side with fewer, or of rounds. */
  readonly runs: number
  /** What `runs` counts, as text. Default `runs a side`. */
  readonly counted?: string
}

/** Computes the interval of evidence, and decides the answer by it. */
export function answerBy(evidence: Evidence, judgement: Judgement): RunsComparison {
  const { scale, difference } = evidence
  const { better, margin = comparedMargin, error, runs, counted = 'runs a side' } = judgement
  const reach = studentT(1 - error, evidence.degrees) * evidence.standardError
  const [low, high, band] = [difference - reach, difference + reach, scale.margin(margin)]
  const ends = [scale.ratio(low), scale.ratio(high)]
  const shown = {
    runs,
    sides: evidence.sides,
    ratio: scale.ratio(difference),
    interval: ends[0] == null || ends[1] == null ? null : ([Math.min(ends[0], ends[1]), Math.max(ends[0], ends[1])] as const),
    confidence: comparedConfidence,
    margin,
  }
  if (low >= -band && high <= band) return { ...shown, answer: 'equivalent', because: null, runsNeeded: null }
  if (low > 0 || high < 0)
    return { ...shown, answer: low > 0 === (better === 'high') ? 'better' : 'worse', because: null, runsNeeded: null }
  const needed = runsToDecide(evidence, judgement)
  const runsNeeded = needed === null ? null : Math.max(needed, runs + 1)
  const more = runsNeeded === null ? `more than ${mostRuns} would be needed` : `${runsNeeded} would probably decide`
  return { ...shown, answer: 'inconclusive', because: `${runs} ${counted} differ too much, ${more}`, runsNeeded }
}

// The standard errors by which an interval must clear its limit to decide 8 of 10 times.
const power = 0.84

const mostRuns = 1000

/** Estimates the number of runs whose interval would exclude 1, or lie within the margin, if the difference and the spread stay as seen. */
function runsToDecide(
  { scale, difference, spread }: Evidence,
  { margin = comparedMargin, error, paired = false }: Judgement,
): number | null {
  const distance = Math.abs(difference)
  const reach = Math.max(distance, scale.margin(margin) - distance)
  const runsAt = (degrees: number): number => 2 * ((spread * (studentT(1 - error, degrees) + power)) / reach) ** 2
  // The quantile is larger for few runs, so the search begins at the fewest.
  for (let runs = Math.max(leastRuns, Math.ceil(runsAt(mostRuns))); runs <= mostRuns; runs += 1) {
    if (runsAt(paired ? runs - 1 : 2 * runs - 2) <= runs) return runs
  }
  return null
}

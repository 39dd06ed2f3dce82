import { median } from 'simple-statistics'
import { nameHint } from '../../base/errors/closest-name.ts'
import { evidenceOfRounds, evidenceOfRuns, type Evidence, type ScaleName } from './evidence.ts'
import { studentT } from './student-t.ts'

/** What is said of two sides in one figure: of the head, seen from the base. */
export type Answer = 'better' | 'worse' | 'equivalent' | 'inconclusive'

/** How two sides compare in one figure, by their runs. */
export interface RunsComparison {
  /**
   * The head as a multiple of the base, by the geometric means of their runs, of fewer than 3 by their medians; `null` where a side has no value or the base is 0.
   * In points it is 1 plus the difference of the means: 1.01 is a share that is one percentage point higher.
   */
  readonly ratio: number | null
  /** Holds the true ratio, together with the intervals of all figures looked at, at the confidence; `null` below 3 runs of a side. */
  readonly interval: readonly [low: number, high: number] | null
  /** Of all intervals together: 0.95. */
  readonly confidence: number
  /** Ratios from `1 / (1 + margin)` to `1 + margin` are taken for the same. */
  readonly margin: number
  readonly answer: Answer
  /** Why the answer is `inconclusive`, as the end of a sentence; `null` otherwise. */
  readonly because: string | null
  /** Runs of each side, or rounds where these were compared, that would probably decide, if they are spread as these are; `null` where the answer is given, or nothing can be said. */
  readonly runsNeeded: number | null
}

/** What a comparison is to know of the figure. */
export interface ComparisonSettings {
  /** Which of two values is the better one. */
  readonly better: 'high' | 'low'
  /** The number of figures that are looked at together: each interval is as much wider. Default 1. */
  readonly figures?: number
  /** The difference that does not matter, as a share. Default 0.05. */
  readonly margin?: number
  /** Whether the runs of one place were made one after the other, in alternating order. Default false. */
  readonly paired?: boolean
  /** `points` for shares, whose difference is that of percentage points, so that one failure more than none is hardly any. Default `ratio`. */
  readonly scale?: ScaleName
}

/**
 * Fewest runs of a side that show how widely runs are spread.
 *
 * Of one run nothing is known of its spread. With two, an interval at 95 % for one figure reaches 4.3 standard errors to either side, and for four figures 8.9;
 * with three it reaches 2.8 and 4.3.
 */
export const leastRuns = 3

/** How often all intervals that are looked at together hold the true ratios. */
export const comparedConfidence = 0.95

/** The difference between shares that does not matter: one percentage point, beyond which times are those of other requests, too. */
const marginOfShares = 0.01

/** How a figure in a unit is compared: shares in points, and all others as ratios, by the margin that is given. */
export function settingsOf(unit: string, margin: number | undefined): Pick<ComparisonSettings, 'margin' | 'scale'> {
  if (unit === 'share') return { scale: 'points', margin: marginOfShares }
  return margin === undefined ? {} : { margin }
}

/** The difference that does not matter, where none is given: on a shared machine the same test moves by as much from one hour to the next. */
export const comparedMargin = 0.05

/**
 * Compares two sides in one figure by the values of their runs. Pure, and the same for the same values.
 *
 * The interval is Student's t on the logarithms of the values ({@link evidenceOfRuns}); with `paired`, on those of the ratios of each pair. Its level is
 * corrected by Bonferroni: with k figures each one has an error of 5 % / k. The head is `better` or `worse` where the interval excludes 1
 * and reaches beyond the margin, and `equivalent` where all of it lies within.
 *
 * @param base a value for each run, which may be any finite number
 * @throws TypeError for settings that do not exist, or values that are no numbers
 */
export function compareRuns(base: readonly number[], head: readonly number[], settings: ComparisonSettings): RunsComparison {
  checkSettings(settings)
  if ([...base, ...head].some((value) => !Number.isFinite(value))) throw new TypeError('the values of runs must be finite numbers')
  const { paired = false, figures = 1, scale } = settings
  if (paired && base.length !== head.length) {
    throw new TypeError(`paired runs must be of the same number on both sides; there are ${base.length} and ${head.length}`)
  }
  const runs = Math.min(base.length, head.length)
  if (runs < leastRuns) return tooFew(base, head, settings)
  const evidence = paired
    ? evidenceOfRounds(
        base.map((value, index) => ({ base: [value], head: [head[index] ?? value] })),
        scale,
      )
    : evidenceOfRuns(base, head, scale)
  return answerBy(evidence, { ...settings, error: (1 - comparedConfidence) / figures, runs, paired })
}

const scaleNames: readonly string[] = ['ratio', 'points']

/** Refuses settings that do not exist. */
export function checkSettings({ better, figures = 1, margin = comparedMargin, scale = 'ratio' }: ComparisonSettings): void {
  if (!scaleNames.includes(scale)) throw new TypeError(`scale: unknown scale "${scale}"; ${nameHint(scale, scaleNames)}`)
  const directions = ['high', 'low']
  if (!directions.includes(better)) throw new TypeError(`better: unknown direction "${better}"; ${nameHint(better, directions)}`)
  if (!(figures >= 1)) throw new TypeError(`figures: ${figures} is not a number from 1`)
  if (!(margin >= 0 && margin < 1)) throw new TypeError(`margin: ${margin} is not a share from 0 to 1`)
}

/** Below the least number of runs there is a ratio, and nothing to judge it by. */
function tooFew(base: readonly number[], head: readonly number[], { margin = comparedMargin, scale }: ComparisonSettings): RunsComparison {
  const nothing = { interval: null, confidence: comparedConfidence, margin, answer: 'inconclusive', runsNeeded: null } as const
  const [fewer, more] = [base.length, head.length].toSorted((a, b) => a - b)
  if (fewer === 0) return { ...nothing, ratio: null, because: 'a side has no value' }
  const [a, b] = [median([...base]), median([...head])]
  const ratio = scale === 'points' ? 1 + b - a : a === 0 ? null : b / a
  const of = fewer === more ? 'a side' : 'of a side'
  const runs = fewer === 1 ? `one run ${of} is` : `two runs ${of} are`
  return { ...nothing, ratio, because: `${runs} too few, it takes at least ${leastRuns}` }
}

/** How the evidence of a figure is to be judged. */
export interface Judgement extends ComparisonSettings {
  /** The error that this interval may have, after every correction. */
  readonly error: number
  /** The runs of the side that has fewer, or the rounds. */
  readonly runs: number
  /** What is counted by that, in words. Default `runs a side`. */
  readonly counted?: string
}

/** Makes an interval of evidence, and of the interval an answer. */
export function answerBy(evidence: Evidence, judgement: Judgement): RunsComparison {
  const { scale, difference } = evidence
  const { better, margin = comparedMargin, error, runs, counted = 'runs a side' } = judgement
  const reach = studentT(1 - error, evidence.degrees) * evidence.standardError
  const [low, high, band] = [difference - reach, difference + reach, scale.margin(margin)]
  const ends = [scale.ratio(low), scale.ratio(high)]
  const shown = {
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

// Standard deviations that an interval is to be narrower, so that it decides 8 of 10 times.
const power = 0.84

const mostRuns = 1000

/** The number of runs whose interval would exclude 1, or lie within the margin, where the difference and the spread are those seen. */
function runsToDecide(
  { scale, difference, spread }: Evidence,
  { margin = comparedMargin, error, paired = false }: Judgement,
): number | null {
  const distance = Math.abs(difference)
  const reach = Math.max(distance, scale.margin(margin) - distance)
  const runsAt = (degrees: number): number => 2 * ((spread * (studentT(1 - error, degrees) + power)) / reach) ** 2
  // Of few runs the quantile is larger, so that this is where it begins.
  for (let runs = Math.max(leastRuns, Math.ceil(runsAt(mostRuns))); runs <= mostRuns; runs += 1) {
    if (runsAt(paired ? runs - 1 : 2 * runs - 2) <= runs) return runs
  }
  return null
}

import { formatSelector } from '../result/threshold/threshold.ts'
import { compareRuns, leastRuns, type ComparisonSettings, type RunsComparison } from './compare-runs.ts'
import type { ScaleName } from './evidence.ts'
import { doubtOfCondition, type DifferingPart } from './failure-shares.ts'
import type { RegressionCondition } from './condition.ts'
import { casesOfConditions, type ReadFigure, type ReadSide, type RegressionCase } from './read-figure.ts'

/** A condition on a change, judged in one test. */
export interface JudgedRegression extends Pick<RunsComparison, 'ratio' | 'interval' | 'runsNeeded'> {
  /** The condition as it was written. */
  readonly condition: string
  /** `points` for a share, whose change is in percentage points. */
  readonly scale: ScaleName
  /** The metric and the test, with its variant, that were judged. */
  readonly metric: string
  readonly test: string
  /** `regressed` where the whole interval lies beyond the limit, `held` where none of it does, and else `undecided`. */
  readonly outcome: 'regressed' | 'held' | 'undecided'
  /**
   * Why the outcome is undecided, in a word: `noise` when the runs differ too much, `few` when there are too few runs or rounds, `unusable` when a run
   * has no reliable value or cannot be believed; `null` when it is decided.
   */
  readonly undecidedBy: 'noise' | 'few' | 'unusable' | null
  /** Why the outcome is undecided, as text; `null` when it is decided. */
  readonly because: string | null
}

/** How conditions are judged by the runs of two sides. */
export interface JudgeSettings {
  readonly paired: boolean
  /** The parts of tests whose sides fail different shares of their requests. */
  readonly apart: readonly DifferingPart[]
  /** The largest difference that does not matter to the answer of the comparison; a condition has its limit instead. */
  readonly margin?: number
}

/** A condition judged in one test, with the comparison and the values that it was judged by. */
export interface JudgedCase {
  readonly one: RegressionCase
  readonly regression: JudgedRegression
  readonly comparison: RunsComparison
  readonly values: Readonly<Record<'base' | 'head', readonly number[]>>
}

/** Judges conditions on changes in each test, corrected for the number of conditions. */
export function judgeRegressions(
  conditions: readonly RegressionCondition[],
  base: ReadSide,
  head: ReadSide,
  settings: JudgeSettings,
): readonly JudgedCase[] {
  const cases = casesOfConditions(conditions, [base, head])
  return cases.map((each) => judgeOne(each, { base: each.read(base), head: each.read(head) }, { ...settings, figures: cases.length }))
}

function judgeOne(
  one: RegressionCase,
  sides: ReadCase,
  { paired, apart, figures, margin = 0 }: JudgeSettings & { readonly figures: number },
): JudgedCase {
  const { condition } = one
  // Of the side with more runs the last ones count.
  const counted = Math.min(sides.base.length, sides.head.length)
  const { base, head } = counted < leastRuns ? sides : { base: sides.base.slice(-counted), head: sides.head.slice(-counted) }
  const values = { base: knownValues(base) ?? [], head: knownValues(head) ?? [] }
  const arePairs = paired && values.base.length === values.head.length
  const settings = { better: betterOf(condition), figures, margin, paired: arePairs, scale: condition.scale } as const
  const comparison = compareRuns(values.base, values.head, settings)
  const unknown = whyUnknown([...base, ...head]) ?? doubtOfCondition(one, apart)
  const judged = describeCase(one, comparison)
  if (unknown !== undefined) return { one, regression: leftUndecided(judged, 'unusable', unknown), comparison, values }
  return { one, regression: decideByRuns(judged, condition, { values, comparison, settings }), comparison, values }
}

function decideByRuns(
  judged: ReturnType<typeof describeCase>,
  condition: RegressionCondition,
  { values: { base, head }, comparison, settings }: Pick<JudgedCase, 'values' | 'comparison'> & { readonly settings: ComparisonSettings },
): JudgedRegression {
  if (Math.min(base.length, head.length) < leastRuns) return leftUndecided(judged, 'few', comparison.because)
  if ([...base, ...head].every((value) => value === 0)) return { ...judged, ...judgeUnchanged(condition) }
  const decided = judgeInterval(condition, comparison)
  if (decided.outcome !== 'undecided') return { ...judged, ...decided }
  if (comparison.interval === null) return leftUndecided(judged, 'noise', decided.because)
  // With the base moved to the limit, the difference that remains is the distance from the limit.
  const moved = base.map((value) => atLimit(value, condition))
  return undecidedByNoise(judged, compareRuns(moved, head, { ...settings, margin: 0 }).runsNeeded, 'runs a side')
}

/** The judgement of a case that its figures do not decide. */
export function leftUndecided(
  judged: Omit<JudgedRegression, 'outcome' | 'because'>,
  undecidedBy: JudgedRegression['undecidedBy'],
  because: string | null,
): JudgedRegression {
  return { ...judged, outcome: 'undecided', undecidedBy, because }
}

/** The judgement of a case whose interval contains the limit, with the number of runs, or of rounds, that would probably decide it. */
export function undecidedByNoise(
  judged: Omit<JudgedRegression, 'outcome' | 'because'>,
  runsNeeded: number | null,
  counted: string,
): JudgedRegression {
  const needed = runsNeeded === null ? '' : `, ${runsNeeded} ${counted} would probably decide`
  return { ...leftUndecided(judged, 'noise', `${limitWithin}${needed}`), runsNeeded }
}

const limitWithin = 'the limit is within the interval'

/** Moves a value of the base to the limit of a condition, so that the head can be compared with the limit. */
export function atLimit(value: number, { limit, scale }: RegressionCondition): number {
  return scale === 'points' ? value + limit - 1 : value * limit
}

/** The fields of a case that do not depend on its outcome. */
export function describeCase(
  { condition: { condition, scale, on, aggregate }, test }: Pick<RegressionCase, 'condition' | 'test'>,
  { ratio, interval }: Pick<RunsComparison, 'ratio' | 'interval'>,
): Omit<JudgedRegression, 'outcome' | 'because'> {
  return { condition, scale, metric: `${formatSelector(on)} ${aggregate}`, test, undecidedBy: null, runsNeeded: null, ratio, interval }
}

/** Derives from a condition which values are better: those away from the regression. */
export function betterOf({ operator }: RegressionCondition): 'high' | 'low' {
  return operator === '>' ? 'low' : 'high'
}

/** The values of runs; `undefined` when a run has none. */
export function knownValues(read: readonly ReadFigure[]): readonly number[] | undefined {
  const values = read.map(({ value }) => value).filter((value) => typeof value === 'number')
  return values.length === read.length ? values : undefined
}

/** Why a condition cannot be judged, whatever the values are; `undefined` when it can. */
export function whyUnknown(read: readonly ReadFigure[]): string | undefined {
  const unknown = read.map(({ value }) => value).filter((value) => typeof value === 'object')
  const missing = unknown.find((value) => 'missing' in value)
  // The run with the fewest samples says how long all of them have to be.
  const [unusable] = unknown.filter((value) => 'unusable' in value).toSorted((a, b) => (b.longer ?? 0) - (a.longer ?? 0))
  return missing?.missing ?? unusable?.unusable ?? read.find(({ doubt }) => doubt !== null)?.doubt ?? undefined
}

/** A figure of a case as it was read from the runs of both sides. */
type ReadCase = Record<'base' | 'head', readonly ReadFigure[]>

/** Judges a condition on a figure that is 0 in every run of both sides. */
export function judgeUnchanged(condition: RegressionCondition): Pick<JudgedRegression, 'ratio' | 'interval' | 'outcome' | 'because'> {
  const unchanged = { ratio: 1, interval: [1, 1] } as const
  return { ...unchanged, ...judgeInterval(condition, { ...unchanged, because: null, answer: 'equivalent' }) }
}

/** Judges a condition by the interval of the ratio. */
export function judgeInterval(
  { operator, limit }: Pick<RegressionCondition, 'operator' | 'limit'>,
  { interval, because, answer }: Pick<RunsComparison, 'interval' | 'because' | 'answer'>,
): Pick<JudgedRegression, 'outcome' | 'because'> {
  // A change from a base of 0 exceeds any share of the base.
  if (interval === null && (answer === 'worse' || answer === 'better'))
    return { outcome: answer === 'worse' ? 'regressed' : 'held', because: null }
  if (interval === null) return { outcome: 'undecided', because: because ?? 'there is no interval' }
  const [low, high] = interval
  const [isBeyond, isWithin] = operator === '>' ? [low > limit, high <= limit] : [high < limit, low >= limit]
  if (isBeyond || isWithin) return { outcome: isBeyond ? 'regressed' : 'held', because: null }
  return { outcome: 'undecided', because: limitWithin }
}

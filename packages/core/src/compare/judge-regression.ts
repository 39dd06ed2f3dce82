import type { TestResult } from '../result/shape/result.ts'
import { formatSelector } from '../result/threshold/threshold.ts'
import { compareRuns, leastRuns, type ComparisonSettings, type RunsComparison } from './compare-runs.ts'
import type { RegressionCondition } from './condition.ts'
import { isOver, notLooked, type DecisionSettings } from './decide-figures.ts'
import { decideRounds, isNothing, knownRounds, lookInTurn, type RoundsDecision, type RoundsSettings } from './decide-rounds.ts'
import type { Round, ScaleName } from './evidence.ts'
import { doubtOfCondition, type DifferingPart } from './failure-shares.ts'
import { casesOfConditions, type ReadFigure, type ReadSide, type RegressionCase } from './read-figure.ts'
import { apartAfter, countedRounds, figuresOfRounds, ofOneTest, type RunsRound } from './rounds.ts'

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
interface JudgeSettings {
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
  sides: Readonly<Record<'base' | 'head', readonly ReadFigure[]>>,
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

/**
 * Judges conditions on changes by the rounds made so far, corrected for the number of conditions, and whether another round could decide what is
 * undecided. Pure.
 *
 * The looks are those of {@link decideRounds}, and the outcome of a condition at the look that decided it is final: the chance that any condition is
 * called `regressed` although its figure lies within the limit is 5 % at most. Rounds with a run that cannot be believed do not count.
 */
export function decideRegressions(
  conditions: readonly RegressionCondition[],
  rounds: readonly RunsRound[],
  settings: DecisionSettings,
): { readonly goesOn: boolean; readonly regressions: readonly JudgedRegression[] } {
  const believed = countedRounds(rounds)
  const figures = figuresOfRounds(believed)
  const sideOf = (runs: readonly TestResult[]): ReadSide => ({ runs: runs.map(ofOneTest), searches: [] })
  const counted = believed.map(({ base, head }) => ({ base: sideOf(base), head: sideOf(head) }))
  const cases = casesOfConditions(
    conditions,
    counted.flatMap(({ base, head }) => [base, head]),
  )
  const shared = { ...settings, figures: cases.length, isLast: isOver(rounds, settings) }
  const decided = cases.map((each) => decideCase(each, counted, { ...shared, apartOf: (made) => apartAfter(figures, made) }))
  return {
    goesOn: !shared.isLast && (counted.length === 0 || decided.some(({ goesOn }) => goesOn)),
    regressions: decided.map(({ regression }) => regression),
  }
}

type LookSettings = DecisionSettings & Pick<RoundsSettings, 'figures'>

function decideCase(
  one: RegressionCase,
  rounds: readonly { readonly base: ReadSide; readonly head: ReadSide }[],
  { apartOf, ...settings }: LookSettings & { readonly apartOf: (made: number) => readonly DifferingPart[] },
): { readonly goesOn: boolean; readonly regression: JudgedRegression } {
  const { condition } = one
  const read = rounds.map(({ base, head }) => ({ base: one.read(base), head: one.read(head) }))
  const known = knownRounds(read.map(({ base, head }) => ({ base: knownValues(base) ?? [], head: knownValues(head) ?? [] })))
  const { decision, made } = lookInTurn(known, (count) =>
    lookOnce(known.slice(0, count), condition, { ...settings, isLast: settings.isLast === true && count === read.length }),
  )
  const { comparison, goesOn } = decision
  const judged = describeCase(one, comparison ?? { ratio: null, interval: null })
  const isEmpty = isNothing(known.slice(0, made))
  const decided = decision.why === 'decided' && !isEmpty ? comparison : null
  // What a look has decided stays decided, whatever fails in later rounds.
  const apart = doubtOfCondition(one, apartOf(decided === null ? read.length : made))
  if (apart !== undefined) return { goesOn: false, regression: leftUndecided(judged, 'unusable', apart) }
  if (decided !== null) return { goesOn: false, regression: { ...judged, ...judgeInterval(condition, decided) } }
  if (known.length < read.length) {
    const why = whyUnknown(read.flatMap(({ base, head }) => [...base, ...head])) ?? 'a side does not have it'
    return { goesOn: false, regression: leftUndecided(judged, 'unusable', why) }
  }
  if (made < leastRuns) return { goesOn, regression: leftUndecided(judged, 'few', `it takes at least ${leastRuns} rounds that count`) }
  if (isEmpty) return { goesOn: false, regression: { ...judged, ...judgeUnchanged(condition) } }
  return { goesOn, regression: leftOpen(judged, condition, known.slice(0, made), { decision, settings }) }
}

/** The judgement of a condition that no look has decided: its next look may, or else more rounds. */
function leftOpen(
  judged: ReturnType<typeof describeCase>,
  condition: RegressionCondition,
  rounds: readonly Round[],
  { decision, settings }: { readonly decision: RoundsDecision; readonly settings: LookSettings },
): JudgedRegression {
  const { comparison, goesOn } = decision
  if (goesOn && comparison !== null && judgeInterval(condition, comparison).outcome !== 'undecided')
    return leftUndecided(judged, 'few', notLooked(decision))
  const moved = rounds.map(({ base, head }) => ({ base: base.map((value) => atLimit(value, condition)), head }))
  return undecidedByNoise(judged, lookOnce(moved, condition, settings).comparison?.runsNeeded ?? null, 'rounds')
}

function lookOnce(rounds: readonly Round[], condition: RegressionCondition, settings: LookSettings): RoundsDecision {
  return decideRounds(rounds, {
    ...settings,
    better: betterOf(condition),
    scale: condition.scale,
    margin: 0,
    isDecided: (comparison) => judgeInterval(condition, comparison).outcome !== 'undecided',
  })
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
function undecidedByNoise(
  judged: Omit<JudgedRegression, 'outcome' | 'because'>,
  runsNeeded: number | null,
  counted: string,
): JudgedRegression {
  const needed = runsNeeded === null ? '' : `, ${runsNeeded} ${counted} would probably decide`
  return { ...leftUndecided(judged, 'noise', `${limitWithin}${needed}`), runsNeeded }
}

const limitWithin = 'the limit is within the interval'

/** Moves a value of the base to the limit of a condition, so that the head can be compared with the limit. */
function atLimit(value: number, { limit, scale }: RegressionCondition): number {
  return scale === 'points' ? value + limit - 1 : value * limit
}

/** The fields of a case that do not depend on its outcome. */
export function describeCase(
  { condition: { condition, scale, on, aggregate }, test }: Pick<RegressionCase, 'condition' | 'test'>,
  { ratio, interval }: Pick<RunsComparison, 'ratio' | 'interval'>,
): Omit<JudgedRegression, 'outcome' | 'because'> {
  return { condition, scale, metric: `${formatSelector(on)} ${aggregate}`, test, undecidedBy: null, runsNeeded: null, ratio, interval }
}

function betterOf({ operator }: RegressionCondition): 'high' | 'low' {
  return operator === '>' ? 'low' : 'high'
}

/** The values of runs; `undefined` when a run has none. */
function knownValues(read: readonly ReadFigure[]): readonly number[] | undefined {
  const values = read.map(({ value }) => value).filter((value) => typeof value === 'number')
  return values.length === read.length ? values : undefined
}

/** Why a condition cannot be judged, whatever the values are; `undefined` when it can. */
function whyUnknown(read: readonly ReadFigure[]): string | undefined {
  const unknown = read.map(({ value }) => value).filter((value) => typeof value === 'object')
  const missing = unknown.find((value) => 'missing' in value)
  // The run with the fewest samples says how long all of them have to be.
  const [unusable] = unknown.filter((value) => 'unusable' in value).toSorted((a, b) => (b.longer ?? 0) - (a.longer ?? 0))
  return missing?.missing ?? unusable?.unusable ?? read.find(({ doubt }) => doubt !== null)?.doubt ?? undefined
}

// The figure is 0 in every run of both sides.
function judgeUnchanged(condition: RegressionCondition): Pick<JudgedRegression, 'ratio' | 'interval' | 'outcome' | 'because'> {
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

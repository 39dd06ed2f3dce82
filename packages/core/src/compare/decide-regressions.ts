import type { TestResult } from '../result/shape/result.ts'
import { leastRuns } from './compare-runs.ts'
import type { RegressionCondition } from './condition.ts'
import { isOver, notLooked, type DecisionSettings } from './decide-figures.ts'
import { decideRounds, isNothing, knownRounds, lookInTurn, type RoundsDecision, type RoundsSettings } from './decide-rounds.ts'
import type { Round } from './evidence.ts'
import { doubtOfCondition, type DifferingPart } from './failure-shares.ts'
import {
  atLimit,
  betterOf,
  describeCase,
  judgeInterval,
  judgeUnchanged,
  knownValues,
  leftUndecided,
  undecidedByNoise,
  whyUnknown,
  type JudgedRegression,
} from './judge-regression.ts'
import { casesOfConditions, type ReadSide, type RegressionCase } from './read-figure.ts'
import { apartAfter, countedRounds, figuresOfRounds, ofOneTest, type RunsRound } from './rounds.ts'

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

function sideOf(runs: readonly TestResult[]): ReadSide {
  return { runs: runs.map(ofOneTest), searches: [] }
}

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

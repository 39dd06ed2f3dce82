import { leastRuns } from './compare-runs.ts'
import { decideRounds, isNothing, knownRounds, lookInTurn, type RoundsDecision, type RoundsSettings } from './decide-rounds.ts'
import { doubtsOfRounds, type RunsRound } from './doubtful-run.ts'
import type { Round } from './evidence.ts'
import {
  atLimit,
  betterOf,
  describeCase,
  judgeInterval,
  knownValues,
  whyUnknown,
  withNeeded,
  type JudgedRegression,
} from './judge-regression.ts'
import type { RegressionCondition } from './parse-regression.ts'
import { casesOf, type RegressionCase } from './read-figure.ts'

/** The decision on conditions on changes by the rounds made so far. */
export interface RegressionsDecision {
  /** Whether another round could decide what is undecided. */
  readonly goesOn: boolean
  readonly regressions: readonly JudgedRegression[]
}

/**
 * Judges conditions on changes by the rounds made so far, corrected for the number of conditions. Pure.
 *
 * The looks are those of {@link decideRounds}, and the outcome of a condition at the look that decided it is final: the chance that any condition is
 * called `regressed` although it holds is 5 % at most. Rounds with a run that cannot be believed do not count.
 */
export function decideRegressions(
  conditions: readonly RegressionCondition[],
  rounds: readonly RunsRound[],
  settings: Omit<RoundsSettings, 'better' | 'figures' | 'margin' | 'scale'>,
): RegressionsDecision {
  const doubts = doubtsOfRounds(rounds)
  const counted = rounds.filter((_round, index) => doubts[index] === null).map(asOneTest)
  const cases = casesOf(
    conditions,
    counted.flatMap(({ base, head }) => [base, head].map((runs) => ({ runs, searches: [] }))),
  )
  const isOver = settings.isLast === true || rounds.length >= settings.most
  const decided = cases.map((each) => decideCase(each, counted, { ...settings, figures: cases.length, isLast: isOver }))
  return {
    goesOn: !isOver && (counted.length === 0 || decided.some(({ goesOn }) => goesOn)),
    regressions: decided.map(({ regression }) => regression),
  }
}

// The sides are variants of one test, so the variant is left out of its name.
function asOneTest({ base, head }: RunsRound): RunsRound {
  const alike = (runs: RunsRound['base']): RunsRound['base'] => runs.map((run) => ({ ...run, variant: 'default' }))
  return { base: alike(base), head: alike(head) }
}

function decideCase(
  one: RegressionCase,
  rounds: readonly RunsRound[],
  settings: Omit<RoundsSettings, 'better' | 'margin' | 'scale'>,
): { readonly goesOn: boolean; readonly regression: JudgedRegression } {
  const { condition } = one
  const read = rounds.map(({ base, head }) => ({
    base: one.read({ runs: base, searches: [] }),
    head: one.read({ runs: head, searches: [] }),
  }))
  const known = knownRounds(read.map(({ base, head }) => ({ base: knownValues(base) ?? [], head: knownValues(head) ?? [] })))
  const { decision, made } = lookInTurn(known, (count) =>
    lookOnce(known.slice(0, count), condition, { ...settings, isLast: settings.isLast === true && count === read.length }),
  )
  const { comparison, goesOn } = decision
  const { ratio, interval } = comparison ?? { ratio: null, interval: null }
  const judged = { ...describeCase(one), undecidedBy: null, runsNeeded: null, ratio, interval }
  const undecided = (because: string, undecidedBy: JudgedRegression['undecidedBy']): JudgedRegression => ({
    ...judged,
    outcome: 'undecided',
    undecidedBy,
    because,
  })
  const isEmpty = isNothing(known.slice(0, made))
  if (decision.why === 'decided' && !isEmpty && comparison !== null)
    return { goesOn: false, regression: { ...judged, ...judgeInterval(condition, comparison) } }
  if (known.length < read.length) {
    const why = whyUnknown(read.flatMap(({ base, head }) => [...base, ...head]))
    return { goesOn: false, regression: undecided(why ?? 'a side does not have it', 'untold') }
  }
  if (made < leastRuns) return { goesOn, regression: undecided(`it takes at least ${leastRuns} rounds that count`, 'few') }
  if (isEmpty) return { goesOn: false, regression: { ...judged, outcome: 'held', because: null } }
  const moved = known.slice(0, made).map(({ base, head }) => ({ base: base.map((value) => atLimit(value, condition)), head }))
  const runsNeeded = lookOnce(moved, condition, settings).comparison?.runsNeeded ?? null
  const because = withNeeded('the interval has the limit within it', runsNeeded, 'rounds')
  return { goesOn, regression: { ...undecided(because, 'noise'), runsNeeded } }
}

function lookOnce(
  rounds: readonly Round[],
  condition: RegressionCondition,
  settings: Omit<RoundsSettings, 'better' | 'margin' | 'scale'>,
): RoundsDecision {
  return decideRounds(rounds, {
    ...settings,
    better: betterOf(condition),
    scale: condition.scale,
    margin: 0,
    isDecided: (comparison) => judgeInterval(condition, comparison).outcome !== 'undecided',
  })
}

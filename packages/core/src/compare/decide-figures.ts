import type { TestResult } from '../result/shape/result.ts'
import type { FigureComparison } from './compare-figures.ts'
import { compareFew, leastRuns, settingsOf } from './compare-runs.ts'
import {
  decideRounds,
  isKnown,
  isNothing,
  knownRounds,
  lookInTurn,
  type ReadRound,
  type RoundsSettings,
  type RoundsDecision,
} from './decide-rounds.ts'
import { countedRounds, type RunsRound } from './rounds.ts'
import { figuresOf, keyOfFigure, pairFigures, withoutOnlyEndpoints, type FigureOfSides, type MeasuredFigure } from './figures.ts'
import type { Round } from './evidence.ts'
import {
  atLimit,
  betterOf,
  describeCase,
  judgeInterval,
  judgeUnchanged,
  knownValues,
  undecided,
  undecidedByNoise,
  whyApart,
  whyUnknown,
  type JudgedRegression,
  type ReadCase,
} from './judge-regression.ts'
import type { RegressionCondition } from './condition.ts'
import { casesOf, type ReadSide, type RegressionCase } from './read-figure.ts'

type DecisionSettings = Omit<RoundsSettings, 'better' | 'figures' | 'scale' | 'margin'>

/** The decision on all figures by the rounds made so far. */
export interface FiguresDecision {
  /** Whether another round is to be made. */
  readonly goesOn: boolean
  /** The number of rounds that count, in which each run can be believed. */
  readonly rounds: number
  readonly figures: readonly FigureComparison[]
}

/**
 * Decides after each round whether another one is needed: it is until every figure is decided or precise enough. Pure.
 *
 * The answer of a figure at the look that decided it is final: the errors of all looks and figures together are at most 5 % ({@link decideRounds}).
 * Rounds with a run that cannot be believed do not count. From the first round in which a run has no reliable value of a figure, the figure is not
 * looked at again; if it was undecided, it is inconclusive.
 */
export function decideFigures(rounds: readonly RunsRound[], settings: DecisionSettings & Pick<RoundsSettings, 'margin'>): FiguresDecision {
  const counted = countedRounds(rounds)
  const all = readFigures(counted)
  // The number of figures is that of the first round, so that earlier answers stay valid when a figure joins later, such as a first failure.
  const figures = Math.max(1, all.filter(({ rounds: [first] }) => first !== undefined && isKnown(first)).length)
  const isLast = isOver(rounds, settings)
  const decided = all
    .filter(({ rounds: own }) => own.some(({ base, head }) => [...base, ...head].some((value) => value !== null && value !== 0)))
    .map((figure) => decideOne(figure, { ...settings, figures, isLast }))
  return {
    goesOn: !isLast && (counted.length === 0 || decided.some(({ goesOn }) => goesOn)),
    rounds: counted.length,
    figures: decided.map(({ figure }) => figure),
  }
}

function isOver(rounds: readonly RunsRound[], { isLast = false, most }: DecisionSettings): boolean {
  return isLast || rounds.length >= most
}

interface FigureOfRounds extends Omit<FigureOfSides, 'base' | 'head'> {
  readonly rounds: readonly ReadRound[]
}

function readFigures(rounds: readonly RunsRound[]): readonly FigureOfRounds[] {
  const read = (runs: readonly TestResult[]): readonly MeasuredFigure[] => figuresOf(runs.map(ofOneTest))
  const paired = rounds.map(({ base, head }) => new Map(pairFigures(read(base), read(head)).map((figure) => [keyOfFigure(figure), figure])))
  const figures = [...new Map(paired.flatMap((round) => [...round]))].map(
    ([key, { base: _base, head: _head, requests: _requests, ...figure }]) => {
      const requestsOf = (side: 'base' | 'head'): readonly number[] => paired.flatMap((round) => round.get(key)?.requests?.[side] ?? [])
      const requests = { base: requestsOf('base'), head: requestsOf('head') }
      return {
        ...figure,
        ...(requests.base.length + requests.head.length > 0 && { requests }),
        rounds: paired.map((round): ReadRound => round.get(key) ?? { base: [], head: [] }),
      }
    },
  )
  // The endpoints of the first round decide which figures there are: one that is there from the start must not join when another endpoint comes.
  return withoutOnlyEndpoints(figures, [...(paired[0]?.values() ?? [])])
}

// The sides are variants of one test, so the variant is left out of its name.
function ofOneTest(run: TestResult): TestResult {
  return { ...run, variant: 'default' }
}

/** Decides by the rounds before the first one that has no reliable value of the figure. */
function decideOne(
  { rounds, ...figure }: FigureOfRounds,
  { isLast = false, margin, ...others }: Omit<RoundsSettings, 'better' | 'scale'>,
): { readonly goesOn: boolean; readonly figure: FigureComparison } {
  const known = knownRounds(rounds)
  const isWhole = known.length === rounds.length
  const settings = { ...others, ...settingsOf(figure.unit, margin), better: figure.better }
  const { decision } = lookInTurn(known, (made) =>
    decideRounds(known.slice(0, made), { ...settings, isLast: isLast && made === rounds.length }),
  )
  const [base, head] = [rounds.flatMap((round) => round.base), rounds.flatMap((round) => round.head)]
  const comparison = decision.comparison ?? {
    ...compareFew(
      base.filter((value) => value !== null),
      head.filter((value) => value !== null),
      settings,
    ),
    // The values that are known may be of different rounds.
    ratio: null,
    runs: rounds.length,
    because: `it takes at least ${leastRuns} rounds`,
  }
  const unknown = base.length === 0 || head.length === 0 ? 'a side has no value' : cannotTell
  const because = isWhole ? (comparison.because ?? notLooked(decision)) : unknown
  return {
    goesOn: decision.goesOn && isWhole,
    figure: {
      ...figure,
      ...comparison,
      ...(decision.goesOn || isNothing(known) ? { answer: 'inconclusive', because } : {}),
      base,
      head,
    },
  }
}

// Whatever the interval is between two looks, it decides nothing.
function notLooked({ nextLook }: RoundsDecision): string {
  return nextLook === null ? 'it is not decided yet' : `the next planned look is after ${nextLook} rounds`
}

const cannotTell = 'a run cannot tell it: too few samples, or requests that were cut off'

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
  const counted = countedRounds(rounds).map(({ base, head }) => ({ base: sideOf(base), head: sideOf(head) }))
  const cases = casesOf(
    conditions,
    counted.flatMap(({ base, head }) => [base, head]),
  )
  const isLast = isOver(rounds, settings)
  const decided = cases.map((each) => decideCase(each, counted, { ...settings, figures: cases.length, isLast }))
  return {
    goesOn: !isLast && (counted.length === 0 || decided.some(({ goesOn }) => goesOn)),
    regressions: decided.map(({ regression }) => regression),
  }
}

function sideOf(runs: readonly TestResult[]): ReadSide {
  return { runs: runs.map(ofOneTest), searches: [] }
}

function decideCase(
  one: RegressionCase,
  rounds: readonly { readonly base: ReadSide; readonly head: ReadSide }[],
  settings: DecisionSettings & Pick<RoundsSettings, 'figures'>,
): { readonly goesOn: boolean; readonly regression: JudgedRegression } {
  const { condition } = one
  const read = rounds.map(({ base, head }) => ({ base: one.read(base), head: one.read(head) }))
  const known = knownRounds(read.map(({ base, head }) => ({ base: knownValues(base) ?? [], head: knownValues(head) ?? [] })))
  const { decision, made } = lookInTurn(known, (count) =>
    lookOnce(known.slice(0, count), condition, { ...settings, isLast: settings.isLast === true && count === read.length }),
  )
  const { comparison, goesOn } = decision
  const judged = describeCase(one, comparison ?? { ratio: null, interval: null })
  const sidesOf = (some: typeof read) => ({ base: some.flatMap(({ base }) => base), head: some.flatMap(({ head }) => head) })
  const isEmpty = isNothing(known.slice(0, made))
  const decided = decision.why === 'decided' && !isEmpty ? comparison : null
  // What a look has decided stays decided, whatever fails in later rounds.
  const apart = whyApart(one, sidesOf(decided === null ? read : read.slice(0, made)), { base: 'on A', head: 'on B' })
  if (apart !== undefined) return { goesOn: false, regression: undecided(judged, 'untold', apart) }
  if (decided !== null) return { goesOn: false, regression: { ...judged, ...judgeInterval(condition, decided) } }
  if (known.length < read.length) return { goesOn: false, regression: undecided(judged, 'untold', whyUnread(sidesOf(read))) }
  if (made < leastRuns) return { goesOn, regression: undecided(judged, 'few', `it takes at least ${leastRuns} rounds that count`) }
  if (isEmpty) return { goesOn: false, regression: { ...judged, ...judgeUnchanged(condition) } }
  return { goesOn, regression: leftOpen(judged, condition, known.slice(0, made), { decision, settings }) }
}

/** The judgement of a condition that no look has decided: its next look may, or else more rounds. */
function leftOpen(
  judged: ReturnType<typeof describeCase>,
  condition: RegressionCondition,
  rounds: readonly Round[],
  { decision, settings }: { readonly decision: RoundsDecision; readonly settings: Parameters<typeof lookOnce>[2] },
): JudgedRegression {
  const { comparison, goesOn } = decision
  if (goesOn && comparison !== null && judgeInterval(condition, comparison).outcome !== 'undecided')
    return undecided(judged, 'few', notLooked(decision))
  const moved = rounds.map(({ base, head }) => ({ base: base.map((value) => atLimit(value, condition)), head }))
  return undecidedByNoise(judged, lookOnce(moved, condition, settings).comparison?.runsNeeded ?? null, 'rounds')
}

function whyUnread({ base, head }: ReadCase): string {
  return whyUnknown([...base, ...head]) ?? 'a side does not have it'
}

function lookOnce(
  rounds: readonly Round[],
  condition: RegressionCondition,
  settings: DecisionSettings & Pick<RoundsSettings, 'figures'>,
): RoundsDecision {
  return decideRounds(rounds, {
    ...settings,
    better: betterOf(condition),
    scale: condition.scale,
    margin: 0,
    isDecided: (comparison) => judgeInterval(condition, comparison).outcome !== 'undecided',
  })
}

import type { TestResult } from '../shape/result.ts'
import type { FigureComparison } from './compare-results.ts'
import { leastRuns, settingsOf } from './compare-runs.ts'
import { decideRounds, isKnown, isNothing, knownRounds, lookInTurn, type ReadRound, type RoundsSettings } from './decide-rounds.ts'
import { doubtsOfRounds, type RunsRound } from './doubtful-run.ts'
import { figuresOfRun, type RunFigure } from './run-figures.ts'

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
export function decideFigures(
  rounds: readonly RunsRound[],
  settings: Omit<RoundsSettings, 'better' | 'figures' | 'scale'>,
): FiguresDecision {
  const doubts = doubtsOfRounds(rounds)
  const counted = rounds.filter((_round, index) => doubts[index] === null)
  const all = readFigures(counted)
  // The number of figures is that of the first round, so that earlier answers stay valid when a figure joins later, such as a first failure.
  const figures = Math.max(1, all.filter(({ rounds: [first] }) => first !== undefined && isKnown(first)).length)
  const isOver = settings.isLast === true || rounds.length >= settings.most
  const decided = all
    .filter(({ rounds: own }) => own.some(({ base, head }) => [...base, ...head].some((value) => value !== null && value !== 0)))
    .map((figure) => decideOne(figure, figures, { ...settings, isLast: isOver }))
  return {
    goesOn: !isOver && (counted.length === 0 || decided.some(({ goesOn }) => goesOn)),
    rounds: counted.length,
    figures: decided.map(({ figure }) => figure),
  }
}

interface FigureOfRounds extends Omit<RunFigure, 'value'> {
  readonly rounds: readonly ReadRound[]
}

/** Reads every figure that any run of the rounds has. */
function readFigures(rounds: readonly RunsRound[]): readonly FigureOfRounds[] {
  const keyOf = ({ part: { variant: _variant, ...part }, metric, aggregate }: RunFigure): string =>
    JSON.stringify([part, metric, aggregate])
  const read = (runs: readonly TestResult[]): ReadonlyMap<string, readonly RunFigure[]> => Map.groupBy(runs.flatMap(figuresOfRun), keyOf)
  const values = rounds.map(({ base, head }) => ({ base: read(base), head: read(head) }))
  const described = new Map(values.flatMap(({ base, head }) => [...base, ...head]))
  return [...described].flatMap(([key, [figure]]) => {
    if (figure === undefined) return []
    const { value: _value, ...others } = figure
    const own = values.map(({ base, head }) => ({ base: valuesOf(base.get(key)), head: valuesOf(head.get(key)) }))
    return [{ ...others, part: { ...figure.part, variant: 'default' }, rounds: own }]
  })
}

function valuesOf(figures: readonly RunFigure[] = []): readonly (number | null)[] {
  return figures.map(({ value }) => value)
}

/** Decides by the rounds before the first one that has no reliable value of the figure. */
function decideOne(
  { rounds, ...figure }: FigureOfRounds,
  figures: number,
  { isLast = false, ...settings }: Omit<RoundsSettings, 'better' | 'figures' | 'scale'>,
): { readonly goesOn: boolean; readonly figure: FigureComparison } {
  const known = knownRounds(rounds)
  const isWhole = known.length === rounds.length
  const { decision } = lookInTurn(known, (made) =>
    decideRounds(known.slice(0, made), {
      ...settings,
      ...settingsOf(figure.unit, settings.margin),
      better: figure.better,
      figures,
      isLast: isLast && made === rounds.length,
    }),
  )
  const isUndecided = decision.goesOn || isNothing(known)
  const comparison = decision.comparison ?? { ...nothing, ...settingsOf(figure.unit, settings.margin) }
  const because = isWhole ? (comparison.because ?? 'it is not decided yet') : cannotTell
  const isInconclusive = isUndecided ? ({ answer: 'inconclusive', because } as const) : {}
  return {
    goesOn: decision.goesOn && isWhole,
    figure: {
      ...figure,
      ...comparison,
      ...isInconclusive,
      base: rounds.flatMap(({ base }) => base),
      head: rounds.flatMap(({ head }) => head),
    },
  }
}

const cannotTell = 'a run cannot tell it: too few samples, or requests that were cut off'

const nothing = {
  ratio: null,
  interval: null,
  confidence: 0.95,
  margin: 0.05,
  answer: 'inconclusive',
  because: `it takes at least ${leastRuns} rounds`,
  runsNeeded: null,
} as const

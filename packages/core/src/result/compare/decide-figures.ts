import type { TestResult } from '../shape/result.ts'
import type { FigureComparison } from './compare-results.ts'
import { settingsOf } from './compare-runs.ts'
import {
  decideRounds,
  isNothing,
  isTold,
  leastRounds,
  lookInTurn,
  toldRounds,
  type ReadRound,
  type RoundsSettings,
} from './decide-rounds.ts'
import { doubtsOfRounds, type RunsRound } from './doubtful-run.ts'
import { figuresOfRun, type RunFigure } from './run-figures.ts'

/** What the rounds made so far come to, in all figures. */
export interface FiguresDecision {
  /** Whether another round is to be made. */
  readonly goesOn: boolean
  /** The number of rounds that count: those of which each run can be believed. */
  readonly rounds: number
  readonly figures: readonly FigureComparison[]
}

/**
 * Says after each round whether it takes another one: it does until every figure is decided, or precise enough. Pure.
 *
 * What a figure came to at the look that decided it stands: the errors of all looks and figures together are at most 5 % ({@link decideRounds}). Rounds with a run
 * that cannot be believed count for nothing. A figure that some run cannot tell is looked at no further, and inconclusive where it was not decided before.
 */
export function decideFigures(
  rounds: readonly RunsRound[],
  settings: Omit<RoundsSettings, 'better' | 'figures' | 'scale'>,
): FiguresDecision {
  const doubts = doubtsOfRounds(rounds)
  const counted = rounds.filter((_round, index) => doubts[index] === null)
  const all = readFigures(counted)
  // The number of figures is that of the first round, so that what a look came to stays when another figure joins, such as a first failure.
  const figures = Math.max(1, all.filter(({ rounds: [first] }) => first !== undefined && isTold(first)).length)
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

/** The figures that some run of some round has. */
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

/** Decides by the rounds before the first one that cannot tell the figure. */
function decideOne(
  { rounds, ...figure }: FigureOfRounds,
  figures: number,
  { isLast = false, ...settings }: Omit<RoundsSettings, 'better' | 'figures' | 'scale'>,
): { readonly goesOn: boolean; readonly figure: FigureComparison } {
  const told = toldRounds(rounds)
  const isWhole = told.length === rounds.length
  const { decision } = lookInTurn(told, (made) =>
    decideRounds(told.slice(0, made), {
      ...settings,
      ...settingsOf(figure.unit, settings.margin),
      better: figure.better,
      figures,
      isLast: isLast && made === rounds.length,
    }),
  )
  const isUndecided = decision.goesOn || isNothing(told)
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
  because: `it takes at least ${leastRounds} rounds`,
  runsNeeded: null,
} as const

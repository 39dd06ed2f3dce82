import type { TestResult } from '../shape/result.ts'
import type { FigureComparison } from './compare-results.ts'
import { decideRounds, leastRounds, type RoundsSettings } from './decide-rounds.ts'
import { whyDoubtful } from './doubtful-run.ts'
import type { Round } from './evidence.ts'
import { figuresOfRun, type RunFigure } from './run-figures.ts'

/** One round of a comparison: the runs of both sides, made by turns. */
export interface RunsRound {
  readonly base: readonly TestResult[]
  readonly head: readonly TestResult[]
}

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
 * that cannot be believed count for nothing. A figure that some run cannot tell is looked at no further.
 */
export function decideFigures(rounds: readonly RunsRound[], settings: Omit<RoundsSettings, 'better' | 'figures'>): FiguresDecision {
  const counted = rounds.filter(({ base, head }) => [...base, ...head].every((run) => whyDoubtful(run) === null))
  const all = readFigures(counted)
  const tested = all.filter(({ rounds: own }) => own.some(({ base, head }) => [...base, ...head].some((value) => value !== 0)))
  const isOver = settings.isLast === true || rounds.length >= settings.most
  const decided = tested.map((figure) => decideOne(figure, Math.max(1, tested.length), { ...settings, isLast: isOver }))
  return {
    goesOn: !isOver && (counted.length === 0 || decided.some(({ goesOn }) => goesOn)),
    rounds: counted.length,
    figures: decided.map(({ figure }) => figure),
  }
}

interface FigureOfRounds extends Omit<RunFigure, 'value'> {
  readonly rounds: readonly Round[]
}

/** The figures that every run of every round can tell. */
function readFigures(rounds: readonly RunsRound[]): readonly FigureOfRounds[] {
  const keyOf = ({ part: { variant: _variant, ...part }, metric, aggregate }: RunFigure): string =>
    JSON.stringify([part, metric, aggregate])
  const read = (runs: readonly TestResult[]): ReadonlyMap<string, readonly RunFigure[]> => Map.groupBy(runs.flatMap(figuresOfRun), keyOf)
  const values = rounds.map(({ base, head }) => ({ base: read(base), head: read(head) }))
  const [first] = values
  return [...(first?.base ?? [])].flatMap(([key, [figure]]) => {
    if (figure === undefined) return []
    const own = values.map((round) => ({ base: knownOf(round.base.get(key)), head: knownOf(round.head.get(key)) }))
    const isWhole = own.every(({ base, head }) => base !== undefined && head !== undefined)
    const { value: _value, ...described } = figure
    return isWhole ? [{ ...described, part: { ...figure.part, variant: 'default' }, rounds: own as Round[] }] : []
  })
}

function knownOf(figures: readonly RunFigure[] = []): readonly number[] | undefined {
  const values = figures.map(({ value }) => value).filter((value) => value !== null)
  return values.length === 0 || values.length < figures.length ? undefined : values
}

/** Looks at the rounds as they were made, one after the other, up to the look that decided. */
function decideOne(
  { rounds, ...figure }: FigureOfRounds,
  figures: number,
  { isLast = false, ...settings }: Omit<RoundsSettings, 'better' | 'figures'>,
): { readonly goesOn: boolean; readonly figure: FigureComparison } {
  const look = (made: number): ReturnType<typeof decideRounds> =>
    decideRounds(rounds.slice(0, made), { ...settings, better: figure.better, figures, isLast: isLast && made === rounds.length })
  let decision = look(Math.min(1, rounds.length))
  for (let made = 2; made <= rounds.length && decision.goesOn; made += 1) decision = look(made)
  const comparison = decision.comparison ?? { ...nothing, margin: settings.margin ?? nothing.margin }
  const isInconclusive = decision.goesOn
    ? ({ answer: 'inconclusive', because: comparison.because ?? 'it is not decided yet' } as const)
    : {}
  return {
    goesOn: decision.goesOn,
    figure: {
      ...figure,
      ...comparison,
      ...isInconclusive,
      base: rounds.flatMap(({ base }) => base),
      head: rounds.flatMap(({ head }) => head),
    },
  }
}

const nothing = {
  ratio: null,
  interval: null,
  confidence: 0.95,
  margin: 0.05,
  answer: 'inconclusive',
  because: `it takes at least ${leastRounds} rounds`,
  runsNeeded: null,
} as const

import type { FigureComparison } from './compare-figures.ts'
import { compareFew, leastRuns, settingsOf } from './compare-runs.ts'
import { decideRounds, isKnown, isNothing, knownRounds, lookInTurn, type RoundsSettings, type RoundsDecision } from './decide-rounds.ts'
import { withDoubt } from './doubtful-run.ts'
import { doubtOfFailures } from './failure-shares.ts'
import { apartAfter, countedRounds, figuresOfRounds, type FigureOfRounds, type RunsRound } from './rounds.ts'

/** The limits of rounds, which are the same for all of their figures and conditions. */
export type DecisionSettings = Omit<RoundsSettings, 'better' | 'figures' | 'scale' | 'margin'>

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
  const all = figuresOfRounds(counted)
  // The number of figures is that of the first round, so that earlier answers stay valid when a figure joins later, such as a first failure.
  const figures = Math.max(1, all.filter(({ rounds: [first] }) => first !== undefined && isKnown(first)).length)
  const isLast = isOver(rounds, settings)
  const decided = all
    .filter(({ rounds: own }) => own.some(({ base, head }) => [...base, ...head].some((value) => value !== null && value !== 0)))
    .map((figure) => decideOne(figure, { ...settings, figures, isLast }))
  return {
    goesOn: !isLast && (counted.length === 0 || decided.some(({ goesOn }) => goesOn)),
    rounds: counted.length,
    figures: decided.map(({ figure }) => ({
      ...figure,
      ...withDoubt(figure, doubtOfFailures(figure, apartAfter(all, figure.runs)) ?? null),
    })),
  }
}

/** Whether no further round is made. */
export function isOver(rounds: readonly RunsRound[], { isLast = false, most }: DecisionSettings): boolean {
  return isLast || rounds.length >= most
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
  const unknown = base.length === 0 || head.length === 0 ? 'a side has no value' : tooFewSamples
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

/** Why a figure is not decided between two looks, whatever its interval is. */
export function notLooked({ nextLook }: RoundsDecision): string {
  return nextLook === null ? 'it is not decided yet' : `the next planned look is after ${nextLook} rounds`
}

const tooFewSamples = 'a run has too few samples, or requests that were cut off'

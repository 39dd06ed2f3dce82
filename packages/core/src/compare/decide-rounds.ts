import { answerBy, checkSettings, comparedConfidence, leastRuns, type ComparisonSettings, type RunsComparison } from './compare-runs.ts'
import { evidenceOfRounds, type Round } from './evidence.ts'

/** The decision on one figure by the rounds made so far. */
export interface RoundsDecision {
  /** Whether another round is to be made. */
  readonly goesOn: boolean
  /** Why another round is made, or why none is. */
  readonly why: 'undecided' | 'decided' | 'precise' | 'last round'
  /** The comparison by the rounds so far, at the confidence of this look; its answer counts only at a planned look, which `goesOn` takes into account. */
  readonly comparison: RunsComparison | null
  /** The number of rounds after which the next look is planned; `null` when no further round is made. */
  readonly nextLook: number | null
}

/** Settings of a comparison by rounds. */
export interface RoundsSettings extends Omit<ComparisonSettings, 'paired'> {
  /** The most rounds that are made, at least {@link leastRuns}; fixed before the first round. */
  readonly most: number
  /** Half width of the interval, as a share, at which no more rounds are made, whatever the answer. */
  readonly precision?: number | undefined
  /** Whether no more rounds can be made for another reason, such as a time limit, which must not depend on the measured values. */
  readonly isLast?: boolean
  /** Returns whether a comparison counts as decided. Default: when its answer is not `inconclusive`. */
  readonly isDecided?: (comparison: RunsComparison) => boolean
}

/**
 * Decides after each round of runs whether one figure needs another round. Pure.
 *
 * A round runs both sides in alternating order, such as A B B A, so that a machine that gradually gets slower favours neither. Looking after every
 * round, and stopping at the first answer, would sooner or later find a difference between equal sides. So the error of 5 % is spent step by step:
 * looks are planned, and by the n-th of `most` rounds `5 % x (n / most)^2` of it is spent (the power family of Kim and DeMets, Biometrika 74 (1987)).
 * Each look may spend what was added since the look before. The errors of all looks and figures add up to 5 % at most, however they depend on each
 * other: with a confidence of 95 %, all intervals at the looks contain the true ratio.
 *
 * @throws TypeError for settings that do not exist, for more rounds than `most`, and for values that are no finite numbers
 */
export function decideRounds(rounds: readonly Round[], settings: RoundsSettings): RoundsDecision {
  checkRounds(rounds, settings)
  const { most, figures = 1, isLast = false } = settings
  const made = rounds.length
  const looks = plannedLooks(most)
  const isOver = isLast || made >= most
  const error = errorOfLook(made, looks, isOver) / figures
  const comparison =
    made < leastRuns
      ? null
      : answerBy(evidenceOfRounds(rounds, settings.scale), { ...settings, error, runs: made, counted: 'rounds', paired: true })
  const end = isOver || looks.includes(made) ? whyEnded(comparison, settings) : null
  if (end !== null) return { goesOn: false, why: end, comparison, nextLook: null }
  if (isOver) return { goesOn: false, why: 'last round', comparison, nextLook: null }
  return { goesOn: true, why: 'undecided', comparison, nextLook: looks.find((look) => look > made) ?? null }
}

function checkRounds(rounds: readonly Round[], settings: RoundsSettings): void {
  checkSettings(settings)
  const { most } = settings
  if (!Number.isInteger(most) || most < leastRuns) throw new TypeError(`most: ${most} is not a whole number from ${leastRuns}`)
  if (rounds.length > most)
    throw new TypeError(`rounds: there are ${rounds.length}, more than the ${most} that were planned, whose errors add up to 5 %`)
  if (rounds.some(({ base, head }) => [...base, ...head].some((value) => !Number.isFinite(value))))
    throw new TypeError('rounds: the values of runs must be finite numbers')
}

/** The values of one figure in a round: `null` for a run without a reliable value, and no values for a side without the figure. */
export interface ReadRound {
  readonly base: readonly (number | null)[]
  readonly head: readonly (number | null)[]
}

/** Whether every run of a round has a reliable value. */
export function isKnown(round: ReadRound): round is Round {
  return [round.base, round.head].every((side) => side.length > 0 && !side.includes(null))
}

/** The rounds before the first one in which a run has no reliable value. */
export function knownRounds(rounds: readonly ReadRound[]): readonly Round[] {
  const unknown = rounds.findIndex((round) => !isKnown(round))
  return (unknown === -1 ? rounds : rounds.slice(0, unknown)).filter(isKnown)
}

/** Whether all values are 0: rounds without failures decide nothing about a share of failures that becomes more than 0 later. */
export function isNothing(rounds: readonly Round[]): boolean {
  return rounds.every(({ base, head }) => [...base, ...head].every((value) => value === 0))
}

/**
 * Looks at the rounds in the order in which they were made, up to the look that decides.
 *
 * @param look decides by the first `made` rounds
 * @returns the decision, and the number of rounds it was made by
 */
export function lookInTurn(
  rounds: readonly Round[],
  look: (made: number) => RoundsDecision,
): { readonly decision: RoundsDecision; readonly made: number } {
  let made = Math.min(1, rounds.length)
  let decision = look(made)
  while (made < rounds.length && (decision.goesOn || isNothing(rounds.slice(0, made)))) {
    made += 1
    decision = look(made)
  }
  return { decision, made }
}

/** The error that this look spends: what was added since the look before, and at the last look all that is left. */
function errorOfLook(made: number, looks: readonly number[], isOver: boolean): number {
  const most = looks.at(-1) ?? made
  const spent = (look: number): number => ((1 - comparedConfidence) * look ** 2) / most ** 2
  return (isOver ? 1 - comparedConfidence : spent(made)) - spent(looks.findLast((look) => look < made) ?? 0)
}

function whyEnded(
  comparison: RunsComparison | null,
  { precision = 0, isDecided = ({ answer }) => answer !== 'inconclusive' }: RoundsSettings,
): 'decided' | 'precise' | null {
  if (comparison === null) return null
  if (isDecided(comparison)) return 'decided'
  const [low, high] = comparison.interval ?? [0, Infinity]
  return (high - low) / 2 <= precision ? 'precise' : null
}

/** Plans the looks, as numbers of rounds: the most, three quarters of that, three quarters of that again, down to the fewest. */
export function plannedLooks(most: number): readonly number[] {
  const looks: number[] = []
  for (let look = most; look >= leastRuns; look = Math.floor((look * 3) / 4)) looks.unshift(look)
  return looks
}

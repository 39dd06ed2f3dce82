import { answerBy, checkSettings, comparedConfidence, type ComparisonSettings, type RunsComparison } from './compare-runs.ts'
import { evidenceOfRounds, type Round } from './evidence.ts'

/** What the rounds made so far come to. */
export interface RoundsDecision {
  /** Whether another round is to be made. */
  readonly goesOn: boolean
  /** Why, or why not. */
  readonly why: 'undecided' | 'decided' | 'precise' | 'last round'
  /** By the rounds so far, at the confidence that is due to them; an answer counts only where it is looked for, which `goesOn` knows. */
  readonly comparison: RunsComparison | null
  /** The number of rounds after which an answer is looked for next; `null` where no more is to be made. */
  readonly nextLook: number | null
}

/**
 * Fewest rounds of which an answer is looked for.
 *
 * Where a machine has two speeds, three rounds come out alike once in 30 times, and would seem certain of what is chance; five do so once in 500 times.
 */
export const leastRounds = 5

/** What a comparison by rounds is to know. */
export interface RoundsSettings extends Omit<ComparisonSettings, 'paired'> {
  /** The most rounds that are made; from {@link leastRounds}. It is fixed before the first. */
  readonly most: number
  /** The half width of the interval that is precise enough, as a share: no more rounds are made then, whatever the answer. */
  readonly precision?: number
  /** Whether no more rounds can be made for another reason, such as a time that is up. It must not depend on what was measured. */
  readonly isLast?: boolean
  /** Whether a comparison is what the rounds are made for. Default: where its answer is not `inconclusive`. */
  readonly isDecided?: (comparison: RunsComparison) => boolean
}

/**
 * Says after each round of runs whether it takes another one, for one figure. Pure.
 *
 * A round has both sides in alternating order, such as A B B A, so that a machine that gets slower by and by favours neither. To look again and again, and to stop
 * where there is an answer, would find one sooner or later between equal sides. So the error of 5 % is spent: looks are planned, and by
 * the n-th of `most` rounds `5 % x (n / most)^2` of it (the power family of Kim and DeMets, Biometrika 74 (1987)). Each look has what was added since the one
 * before. The errors of all looks and figures add up to 5 % at most, however they depend on each other: with a confidence of 95 %
 * all intervals that were looked at hold the true ratio.
 *
 * @throws TypeError for settings that do not exist
 */
export function decideRounds(rounds: readonly Round[], settings: RoundsSettings): RoundsDecision {
  checkSettings(settings)
  const { most, figures = 1, isLast = false } = settings
  if (!Number.isInteger(most) || most < leastRounds) throw new TypeError(`most: ${most} is not a whole number from ${leastRounds}`)
  const made = rounds.length
  const looks = plannedLooks(most)
  const isOver = isLast || made >= most
  const error = errorOfLook(made, looks, isOver) / figures
  const comparison =
    made < leastRounds
      ? null
      : answerBy(evidenceOfRounds(rounds, settings.scale), { ...settings, error, runs: made, counted: 'rounds', paired: true })
  const end = isOver || looks.includes(made) ? whyEnded(comparison, settings) : null
  if (end !== null) return { goesOn: false, why: end, comparison, nextLook: null }
  if (isOver) return { goesOn: false, why: 'last round', comparison, nextLook: null }
  return { goesOn: true, why: 'undecided', comparison, nextLook: looks.find((look) => look > made) ?? null }
}

/** The values of both sides in a round; `null` for a run that cannot tell the figure, and none for a side that does not have it. */
export interface ReadRound {
  readonly base: readonly (number | null)[]
  readonly head: readonly (number | null)[]
}

/** Whether every run of a round tells the figure. */
export function isTold(round: ReadRound): round is Round {
  return [round.base, round.head].every((side) => side.length > 0 && !side.includes(null))
}

/** The rounds before the first one that cannot tell the figure. */
export function toldRounds(rounds: readonly ReadRound[]): readonly Round[] {
  const untold = rounds.findIndex((round) => !isTold(round))
  return (untold === -1 ? rounds : rounds.slice(0, untold)).filter(isTold)
}

/** Whether all that rounds measured is 0: that nothing failed so far decides nothing of a figure in which something did later. */
export function isNothing(rounds: readonly Round[]): boolean {
  return rounds.every(({ base, head }) => [...base, ...head].every((value) => value === 0))
}

/**
 * Looks at rounds as they were made, one after the other, up to the look that decided.
 *
 * @param look decides by a number of them, the first ones
 * @returns what it decided, and by how many
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

/** What is spent by this look: what was added since the one before, and at the end all that is left, which nobody can spend later. */
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
  return isPrecise(comparison, precision) ? 'precise' : null
}

/** The numbers of rounds after which an answer is looked for: the most, three quarters of them, three quarters of those, down to the least. */
export function plannedLooks(most: number): readonly number[] {
  const looks: number[] = []
  for (let look = most; look >= leastRounds; look = Math.floor((look * 3) / 4)) looks.unshift(look)
  return looks
}

function isPrecise({ interval }: RunsComparison, precision: number): boolean {
  if (interval === null) return false
  const [low, high] = interval
  return (high - low) / 2 <= precision
}

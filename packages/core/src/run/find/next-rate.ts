import type { FoundStep } from '../../result/shape/result.ts'

/** One run of a search: its rate, whether it passed, and its length if it was to confirm the rate. */
export type TriedRate = Pick<FoundStep, 'value' | 'passed' | 'confirming'>

/** The range and the precision of a search. Rates are in iterations per second. */
export interface SearchBounds {
  /** The first rate that is tried. */
  readonly start: number
  readonly least: number
  readonly most: number
  /** Largest difference between the highest rate that passes and the lowest that fails, as a share of the former. */
  readonly tolerance: number
  /** Most runs. */
  readonly mostSteps: number
}

interface NextRun {
  readonly value: number
  /** Whether the run is to confirm the rate, so that it is long enough to see a queue grow. */
  readonly confirms: boolean
}

/** The runs of one rate. */
export interface RateRuns extends NextRun {
  readonly runs: readonly TriedRate[]
  /** The number of runs that passed and that failed. Those that were to confirm the rate count alone, because they see more. */
  readonly passed: number
  readonly failed: number
  /** Whether it passed a run before those that were to confirm it. */
  readonly isDoubted: boolean
  /** Whether it passed a run that was to confirm it, or failed twice, by the majority of its runs. */
  readonly isConfirmed: boolean
}

const growth = 2

/**
 * Chooses the next rate from all that were tried, and whether its run is to confirm it; `undefined` at the end of the search. Pure.
 *
 * The search goes up or down from the start by a factor of 2 until one rate passes and one fails, then halves the distance between them until it is
 * within the tolerance. Then the failing end is run again, and the passing end is confirmed by a longer run: in short ones, a rate a little above the
 * capacity passes. A rate that is not confirmed in two runs has failed, and the search goes on below it by longer runs. When two runs of a rate
 * disagree, a third one decides, so that a single disturbed run does not decide where the search ends. Below a rate that was not confirmed, the steps down
 * are small at first, because short runs pass only a little above the capacity.
 */
export function nextRate(attempts: readonly TriedRate[], bounds: SearchBounds): NextRun | undefined {
  if (attempts.length >= bounds.mostSteps) return undefined
  if (attempts.length === 0) return { value: bounds.start, confirms: false }
  const { rates, good, bad } = bracketOf(attempts)
  const undecided = rates.find(({ passed, failed, isDoubted }) => passed === failed || (isDoubted && passed === 0 && failed === 1))
  if (undecided !== undefined) return { value: undecided.value, confirms: undecided.confirms }
  const refuted = rates.filter(({ confirms, passed, failed }) => confirms && failed > passed).length
  const fall = refuted === 0 ? growth : Math.min(growth, 1 + bounds.tolerance * 2 ** refuted)
  const middle = findMiddle(good?.value, bad?.value, fall, bounds)
  if (middle !== undefined) return { value: middle, confirms: refuted > 0 }
  if (bad !== undefined && bad.failed < 2) return { value: bad.value, confirms: bad.confirms }
  return good === undefined || good.isConfirmed ? undefined : { value: good.value, confirms: true }
}

function findMiddle(
  good: number | undefined,
  bad: number | undefined,
  fall: number,
  { least, most, tolerance }: SearchBounds,
): number | undefined {
  if (bad === undefined) return good !== undefined && good < most ? Math.min(most, toThreeDigits(good * growth)) : undefined
  if (good === undefined) return bad > least ? Math.max(least, toThreeDigits(bad / fall)) : undefined
  const middle = toThreeDigits(Math.sqrt(good * bad))
  return bad / good - 1 > tolerance && middle > good && middle < bad ? middle : undefined
}

// Three digits are readable, and as precise as the smallest tolerance needs.
function toThreeDigits(value: number): number {
  return Number(value.toPrecision(3))
}

/** Finds the highest rate that passes below all that fail, and the lowest that fails, among all rates in the order in which they were tried. Pure. */
export function bracketOf(attempts: readonly TriedRate[]): {
  readonly rates: readonly RateRuns[]
  readonly good: RateRuns | undefined
  readonly bad: RateRuns | undefined
} {
  const rates = Array.from(
    Map.groupBy(attempts, ({ value }) => value),
    ([value, runs]) => countRuns(value, runs),
  )
  const sorted = rates.toSorted((one, other) => one.value - other.value)
  const firstBad = sorted.findIndex(({ passed, failed }) => failed >= passed)
  return { rates, good: firstBad === -1 ? sorted.at(-1) : sorted[firstBad - 1], bad: sorted[firstBad] }
}

function countRuns(value: number, runs: readonly TriedRate[]): RateRuns {
  const confirming = runs.filter((run) => run.confirming !== undefined)
  const confirms = confirming.length > 0
  const counted = confirms ? confirming : runs
  const passed = counted.filter((run) => run.passed).length
  const failed = counted.length - passed
  return {
    value,
    runs,
    confirms,
    passed,
    failed,
    isDoubted: confirms && runs.some((run) => run.passed && run.confirming === undefined),
    isConfirmed: passed > failed ? confirms : failed > passed && failed > 1,
  }
}

/** One run of a search, with its level and whether it passed. */
export interface Attempt {
  readonly value: number
  readonly passed: boolean
  /** Whether it was long enough to see a queue grow, and made to confirm the level. */
  readonly confirms: boolean
}

/** The range and the precision of a search. */
export interface SearchBounds {
  /** The first level that is tried. */
  readonly start: number
  readonly least: number
  readonly most: number
  /** Largest difference between the highest level that passes and the lowest that fails, as a share of the former. */
  readonly tolerance: number
  /** Most runs. */
  readonly mostSteps: number
}

type Order = Omit<Attempt, 'passed'>

function orderOf({ value, confirms }: Level): Order {
  return { value, confirms }
}

interface Bracket {
  /** The highest level that passes; `undefined` when none is known. */
  readonly good: number | undefined
  /** The lowest level that fails; `undefined` when none is known. */
  readonly bad: number | undefined
}

const growth = 2

/**
 * Chooses the next level from all that were tried, and whether its run is to confirm it; `undefined` at the end of the search. Pure.
 *
 * The search goes up or down from the start by a factor of 2 until one level passes and one fails, then halves the distance between them until it is
 * within the tolerance. Then the failing end is run again, and the passing end is confirmed by a longer run: in short ones, a level a little above the
 * capacity passes. A level that is not confirmed in two runs has failed, and the search goes on below it by longer runs. When two runs of a level
 * disagree, a third one decides, so that a single disturbed run does not decide where the search ends. Below a level that was not confirmed, the steps down
 * are small at first, because short runs pass only a little above the capacity.
 */
export function nextLevel(attempts: readonly Attempt[], bounds: SearchBounds): Order | undefined {
  if (attempts.length >= bounds.mostSteps) return undefined
  if (attempts.length === 0) return { value: bounds.start, confirms: false }
  const levels = levelsOf(attempts)
  const undecided = levels.find(({ passed, failed, isDoubted }) => passed === failed || (isDoubted && passed === 0 && failed === 1))
  if (undecided !== undefined) return orderOf(undecided)
  const { good, bad } = bracketOf(attempts)
  const refuted = levels.filter((level) => level.confirms && level.failed > level.passed).length
  const middle = findMiddle(good, bad, { ...bounds, fall: refuted === 0 ? growth : Math.min(growth, 1 + bounds.tolerance * 2 ** refuted) })
  if (middle !== undefined) return { value: middle, confirms: refuted > 0 }
  const failing = levels.find(({ value, failed }) => value === bad && failed < 2)
  if (failing !== undefined) return orderOf(failing)
  return good === undefined || isConfirmed(good, attempts) ? undefined : { value: good, confirms: true }
}

function findMiddle(
  good: number | undefined,
  bad: number | undefined,
  { least, most, tolerance, fall }: SearchBounds & { readonly fall: number },
): number | undefined {
  if (bad === undefined) return good !== undefined && good < most ? Math.min(most, toThreeDigits(good * growth)) : undefined
  if (good === undefined) return bad > least ? Math.max(least, toThreeDigits(bad / fall)) : undefined
  const middle = toThreeDigits(Math.sqrt(good * bad))
  return bad / good - 1 > tolerance && middle > good && middle < bad ? middle : undefined
}

/** Finds the highest level that passes and the lowest that fails, each by the majority of its runs, or of those that were to confirm it. Pure. */
export function bracketOf(attempts: readonly Attempt[]): Bracket {
  const levels = levelsOf(attempts)
  const bad = Math.min(...levels.flatMap(({ value, passed, failed }) => (failed >= passed ? value : [])))
  const good = Math.max(...levels.flatMap(({ value, passed, failed }) => (passed > failed && value < bad ? value : [])))
  return { good: good === -Infinity ? undefined : good, bad: bad === Infinity ? undefined : bad }
}

/** Whether a level is confirmed: it passed a run that was to confirm it, or failed twice, by the majority of its runs. Pure. */
export function isConfirmed(value: number | undefined, attempts: readonly Attempt[]): boolean {
  const level = levelsOf(attempts).find((other) => other.value === value)
  if (level === undefined) return false
  const { passed, failed, confirms } = level
  return passed > failed ? confirms : failed > passed && failed > 1
}

interface Level extends Order {
  readonly passed: number
  readonly failed: number
  /** Whether it passed a run before those that were to confirm it. */
  readonly isDoubted: boolean
}

// The runs that were to confirm a level count alone, because they see more.
function levelsOf(attempts: readonly Attempt[]): readonly Level[] {
  return [...Map.groupBy(attempts, ({ value }) => value)].map(([value, all]) => {
    const confirming = all.filter(({ confirms }) => confirms)
    const confirms = confirming.length > 0
    const runs = confirms ? confirming : all
    const passed = runs.filter((run) => run.passed).length
    return { value, confirms, passed, failed: runs.length - passed, isDoubted: confirms && all.some((run) => run.passed && !run.confirms) }
  })
}

// Three digits are readable, and as precise as the smallest tolerance needs.
function toThreeDigits(value: number): number {
  return Number(value.toPrecision(3))
}

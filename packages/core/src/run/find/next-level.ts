/** One run of a search, with its level and whether it passed. */
export interface Attempt {
  readonly value: number
  readonly passed: boolean
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

interface Bracket {
  /** The highest level that passes; `undefined` when none is known. */
  readonly good: number | undefined
  /** The lowest level that fails; `undefined` when none is known. */
  readonly bad: number | undefined
}

const growth = 2

/**
 * Chooses the next level from all that were tried; `undefined` at the end of the search. Pure.
 *
 * The search goes up or down from the start by a factor of 2 until one level passes and one fails, then halves the distance between them until it is
 * within the tolerance. Then both ends are run again. When two runs of a level disagree, a third one decides, and the search continues from there, so
 * that a single disturbed run does not decide where it ends.
 */
export function nextLevel(attempts: readonly Attempt[], bounds: SearchBounds): number | undefined {
  if (attempts.length >= bounds.mostSteps) return undefined
  if (attempts.length === 0) return bounds.start
  const undecided = levelsOf(attempts).find(({ passed, failed }) => passed === failed)
  if (undecided !== undefined) return undecided.value
  const { good, bad } = bracketOf(attempts)
  if (bad === undefined) return good === undefined ? undefined : goUp(good, attempts, bounds)
  if (good === undefined) return goDown(bad, attempts, bounds)
  if (bad / good - 1 > bounds.tolerance) {
    const middle = toThreeDigits(Math.sqrt(good * bad))
    if (middle > good && middle < bad) return middle
  }
  return findUnconfirmed([good, bad], attempts)
}

/** Finds the highest level that passes and the lowest that fails, each by the majority of its runs. Pure. */
export function bracketOf(attempts: readonly Attempt[]): Bracket {
  const levels = levelsOf(attempts)
  const bad = Math.min(...levels.flatMap(({ value, passed, failed }) => (failed >= passed ? value : [])))
  const good = Math.max(...levels.flatMap(({ value, passed, failed }) => (passed > failed && value < bad ? value : [])))
  return { good: good === -Infinity ? undefined : good, bad: bad === Infinity ? undefined : bad }
}

/** Whether a level is confirmed: two more runs have one outcome than the other, or two of three runs. Pure. */
export function isConfirmed(value: number | undefined, attempts: readonly Attempt[]): boolean {
  const level = levelsOf(attempts).find((other) => other.value === value)
  return level !== undefined && level.passed !== level.failed && Math.max(level.passed, level.failed) > 1
}

function goUp(good: number, attempts: readonly Attempt[], { most }: SearchBounds): number | undefined {
  return good >= most ? findUnconfirmed([good], attempts) : Math.min(most, toThreeDigits(good * growth))
}

function goDown(bad: number, attempts: readonly Attempt[], { least }: SearchBounds): number | undefined {
  return bad <= least ? findUnconfirmed([bad], attempts) : Math.max(least, toThreeDigits(bad / growth))
}

function findUnconfirmed(levels: readonly number[], attempts: readonly Attempt[]): number | undefined {
  return levels.find((level) => !isConfirmed(level, attempts))
}

interface Level {
  readonly value: number
  readonly passed: number
  readonly failed: number
}

function levelsOf(attempts: readonly Attempt[]): readonly Level[] {
  return [...Map.groupBy(attempts, ({ value }) => value)].map(([value, runs]) => {
    const passed = runs.filter((run) => run.passed).length
    return { value, passed, failed: runs.length - passed }
  })
}

// Three digits are readable, and as precise as the smallest tolerance needs.
function toThreeDigits(value: number): number {
  return Number(value.toPrecision(3))
}

import { BenchpressError } from '../../base/errors/benchpress-error.ts'
import type { SuiteResult, TestResult } from '../shape/result.ts'
import { repeatedRuns, nameOf, runsMade } from './runs-of-test.ts'
import { differenceKinds, findSideDifferences, type DifferenceKind, type SideDifference } from './side-differences.ts'

/** Two sides that can be compared. */
interface AlignedSides {
  readonly base: readonly SuiteResult[]
  readonly head: readonly SuiteResult[]
  readonly first: SuiteResult
  readonly firstOfHead: SuiteResult
  /** What the sides differ in besides the figures, all of it allowed. */
  readonly differences: readonly SideDifference[]
}

/** Options of {@link alignSides}. */
interface AlignOptions {
  /** The kinds of differences that are allowed. Default: none. */
  readonly allow?: readonly DifferenceKind[]
  /** What the sides are called in texts. Default: `the base` and `the head`. */
  readonly names?: { readonly base: string; readonly head: string }
}

/**
 * Gives the same tests of two sides the same names, so that they can be compared.
 *
 * @throws BenchpressError `NOT_COMPARABLE` with one line for each difference besides the figures that is not allowed
 */
export function alignSides(
  base: readonly SuiteResult[],
  head: readonly SuiteResult[],
  { allow = [], names = { base: 'the base', head: 'the head' } }: AlignOptions = {},
): AlignedSides {
  const [first, firstOfHead] = [base[0], head[0]]
  if (first === undefined || firstOfHead === undefined)
    throw notComparable(['a side has no result'], 'Name at least one result for each side.')
  const repeated = [...findRepeated(names.base, base), ...findRepeated(names.head, head)]
  if (repeated.length > 0) throw notComparable(repeated, 'Give each run to a side once: a result and its copy are one.')
  const sides = alignNames(base, head)
  const differences = findSideDifferences({ ...sides, names })
  const refused = differences.filter(({ kind }) => !allow.includes(kind))
  if (refused.length > 0)
    throw notComparable(
      refused.map(({ kind, text }) => `${kind}: ${text}`),
      `Measure both sides alike, or compare them in spite of it: ${[...new Set(refused.map(({ kind }) => kind))].join(', ')} of ${differenceKinds.join(', ')} can be allowed.`,
    )
  return { ...sides, first, firstOfHead, differences }
}

/** Finds what the sides differ in besides the figures, with their tests named as {@link compareResults} names them. */
export function differencesOfSides(base: readonly SuiteResult[], head: readonly SuiteResult[]): readonly SideDifference[] {
  return findSideDifferences(alignNames(base, head))
}

/** Describes the runs that a side has more than once, as when a result is given twice: a repeated run would count as evidence twice. */
export function findRepeated(name: string, side: readonly SuiteResult[]): readonly string[] {
  const runs = side.flatMap((suite) => (suite.found === null ? suite.tests : suite.tests.slice(0, 1)))
  return repeatedRuns(runs).map(
    ({ run, times }) => `${name} has run ${run.repeat} of ${nameOf(run)}, from ${run.startedAt} on, ${times} times`,
  )
}

function notComparable(problems: readonly string[], hint: string): BenchpressError {
  return new BenchpressError('NOT_COMPARABLE', problems.join('\n'), { hint })
}

/** The only test of each side is taken for the same one, whatever its name: a test of a URL is named after the host. */
function alignNames(
  base: readonly SuiteResult[],
  head: readonly SuiteResult[],
): { readonly base: readonly SuiteResult[]; readonly head: readonly SuiteResult[] } {
  const namesOf = (side: readonly SuiteResult[]): readonly string[] => [
    ...new Set(side.flatMap(({ found, name, tests }) => (found === null ? tests.map((test) => test.name) : [name]))),
  ]
  const [name, ...others] = namesOf(head)
  const ofBase = namesOf(base)
  if (name === undefined || others.length > 0 || new Set(ofBase).size !== 1) return { base, head }
  return {
    base: base.map((suite) =>
      suite.found === null ? { ...suite, tests: suite.tests.map((test) => ({ ...test, name })) } : { ...suite, name },
    ),
    head,
  }
}

/** Returns the runs of a side that sent something, in the order in which they were made, without the steps of searches. */
export function runsToCompare(side: readonly SuiteResult[]): readonly TestResult[] {
  return runsMade(side).toSorted((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt))
}

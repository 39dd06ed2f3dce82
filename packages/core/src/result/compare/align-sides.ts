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

/** How two sides are put beside each other. */
interface AlignOptions {
  /** In what the sides may differ. Default: in nothing. */
  readonly allow?: readonly DifferenceKind[]
  /** What the sides are called in texts. Default: `the base` and `the head`. */
  readonly names?: { readonly base: string; readonly head: string }
}

/**
 * Calls the tests of two sides by the same names, where they are the same.
 *
 * @throws BenchpressError `NOT_COMPARABLE` with everything besides the figures that the sides differ in, a line each, unless it is allowed
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

/** What the sides differ in besides the figures, by the same names as {@link compareResults} compares them. */
export function differencesOfSides(base: readonly SuiteResult[], head: readonly SuiteResult[]): readonly SideDifference[] {
  return findSideDifferences(alignNames(base, head))
}

/** Says which runs a side has more than once, as of a result that is given twice: they would pass for evidence. */
export function findRepeated(name: string, side: readonly SuiteResult[]): readonly string[] {
  const runs = side.flatMap((suite) => (suite.found === null ? suite.tests : suite.tests.slice(0, 1)))
  return repeatedRuns(runs).map(
    ({ run, times }) => `${name} has run ${run.repeat} of ${nameOf(run)}, from ${run.startedAt} on, ${times} times`,
  )
}

function notComparable(problems: readonly string[], hint: string): BenchpressError {
  return new BenchpressError('NOT_COMPARABLE', problems.join('\n'), { hint })
}

/** A test that is the only one of each side is the same, whatever its name, which of a URL is its host. */
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

/** The runs of a side that sent something, in the order in which they were made; the steps of a search are none. */
export function runsToCompare(side: readonly SuiteResult[]): readonly TestResult[] {
  return runsMade(side).toSorted((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt))
}

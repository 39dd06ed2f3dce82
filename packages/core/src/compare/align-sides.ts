import { BenchpressError } from '../base/errors/benchpress-error.ts'
import type { SuiteResult } from '../result/shape/result.ts'
import { checkAllowed, differencesOfSides, type DifferenceKind, type SideDifference, type SideNames } from './differences.ts'
import { nameOfRun, repeatedRuns, sideOf, type Side } from './side.ts'

/** Two sides, and what they differ in besides the figures. */
export interface AlignedSides {
  readonly base: Side
  readonly head: Side
  readonly differences: readonly SideDifference[]
  /** The differences that are not allowed. */
  readonly refused: readonly SideDifference[]
}

/**
 * Measures two sides, gives the same tests of both the same names, and finds what else they differ in.
 *
 * @throws BenchpressError `NOT_COMPARABLE` for a side without a result, and with one line for each run that is given twice; TypeError for an unknown kind of
 * difference
 */
export function alignSides(
  base: readonly SuiteResult[],
  head: readonly SuiteResult[],
  { names, allow = [] }: { readonly names: SideNames; readonly allow?: readonly DifferenceKind[] | undefined },
): AlignedSides {
  checkAllowed(allow)
  if (base.length === 0 || head.length === 0) throw notComparable(['a side has no result'], 'Name at least one result for each side.')
  const repeated = [...findRepeated(names.base.name, base), ...findRepeated(names.head.name, head)]
  if (repeated.length > 0) throw notComparable(repeated, 'Give each run to a side once: a result and its copy are one.')
  const ofBase = new Set(base.flatMap(({ tests }) => tests))
  const shared = head.flatMap(({ tests }) => tests.filter((run) => ofBase.has(run)))
  if (shared.length > 0)
    throw notComparable(
      shared.map((run) => `both sides have ${nameOfRun(run)}, from ${run.startedAt} on`),
      'Give each run to one side: a run is always like itself.',
    )
  const sides = { base: sideOf(namedAs(base, head)), head: sideOf(head) }
  const differences = differencesOfSides(sides.base, sides.head, names)
  return { ...sides, differences, refused: differences.filter(({ kind }) => !allow.includes(kind)) }
}

function findRepeated(name: string, side: readonly SuiteResult[]): readonly string[] {
  const runs = side.flatMap((suite) => (suite.found === null ? suite.tests : suite.tests.slice(0, 1)))
  return repeatedRuns(runs).map((repeated) => `${name}: ${repeated}`)
}

function notComparable(problems: readonly string[], hint: string): BenchpressError {
  return new BenchpressError('NOT_COMPARABLE', problems.join('\n'), { hint })
}

/** The only test of each side is taken for the same one, whatever its name: a test of a URL is named after the host. */
function namedAs(base: readonly SuiteResult[], head: readonly SuiteResult[]): readonly SuiteResult[] {
  const namesOf = (side: readonly SuiteResult[]): ReadonlySet<string> =>
    new Set(side.flatMap(({ found, name, tests }) => (found === null ? tests.map((test) => test.name) : [name])))
  const [name, ...others] = namesOf(head)
  if (name === undefined || others.length > 0 || namesOf(base).size !== 1) return base
  return base.map((suite) =>
    suite.found === null ? { ...suite, tests: suite.tests.map((test) => ({ ...test, name })) } : { ...suite, name },
  )
}

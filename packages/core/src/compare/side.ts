import { mean } from 'simple-statistics'
import type { SuiteResult, TestResult } from '../result/shape/result.ts'
import { errorRate } from '../result/summary/scenario-summary.ts'
import { causeNotRun, whyDoubtful } from './doubtful-run.ts'
import { alikeOf, hashOfTarget, machineOf, type Alike, type Facts } from './facts.ts'
import { measuredFigures, figuresOfSearches, type MeasuredFigure } from './figures.ts'

/** The runs of one test on one variant, in the order in which they were made, with the results that contain them. */
export interface RunsOfTest {
  readonly test: string
  readonly variant: string
  readonly runs: readonly TestResult[]
  readonly suites: readonly SuiteResult[]
}

/** What a comparison needs of the runs of one test on one side. A baseline is that, in a file. */
export interface MeasuredTest {
  readonly test: string
  readonly variant: string
  /** The facts of the machine and its tools, by name. */
  readonly machine: Facts
  readonly alike: Alike
  /** Hash of the target; another target is compared, but named. Missing in baselines of earlier versions. */
  readonly target?: string | undefined
  /** The mean share of failed requests, by scenario. */
  readonly failed: Readonly<Record<string, number>>
  /** The number of runs. */
  readonly runs: number
  readonly figures: readonly MeasuredFigure[]
}

/** A side of a comparison. */
export interface Side {
  readonly suites: readonly SuiteResult[]
  readonly first: SuiteResult
  /** The tests and searches, as they were measured. */
  readonly tests: readonly MeasuredTest[]
  /** The runs that sent something, in the order in which they were made, without the steps of searches. */
  readonly runs: readonly TestResult[]
  readonly searches: readonly SuiteResult[]
}

/** Reads the results of a side, of which there is at least one. */
export function sideOf(suites: readonly SuiteResult[]): Side {
  const [first] = suites
  if (first === undefined) throw new RangeError('there is no result')
  const searches = searchesByName(suites)
  return {
    suites,
    first,
    tests: [...runsByTest(suites).map(measuredTest), ...searches.map(measuredSearch)],
    runs: runsToCompare(suites),
    searches: searches.flat(),
  }
}

/** Reads what a comparison needs of the runs of a test. */
export function measuredTest(of: RunsOfTest): MeasuredTest {
  const { test, variant, suites } = of
  const runs = of.runs.filter((run) => causeNotRun(run) === undefined)
  return {
    test,
    variant,
    machine: machineOf(...suites.map(({ environment }) => environment)),
    alike: alikeOf({ ...of, runs }),
    target: hashOfTarget(of),
    failed: failedOf(runs),
    runs: runs.length,
    figures: measuredFigures(runs),
  }
}

/** Reads what a comparison needs of the searches of one name: each counts as a run, and what must be alike is that of their first steps. */
function measuredSearch(suites: readonly SuiteResult[]): MeasuredTest {
  const steps = suites.flatMap(({ tests }) => tests.slice(0, 1))
  const { name: test = '' } = suites[0] ?? {}
  const measured = measuredTest({ test, variant: 'default', runs: steps, suites })
  return { ...measured, failed: {}, runs: suites.length, figures: figuresOfSearches(suites) }
}

function failedOf(runs: readonly TestResult[]): Readonly<Record<string, number>> {
  const shares = runs.flatMap(({ scenarios }) => scenarios.map((scenario) => [scenario.name, errorRate(scenario)] as const))
  const byName = Map.groupBy(shares, ([name]) => name)
  return Object.fromEntries(
    [...byName].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, all]) => [name, rounded(mean(all.map(([, share]) => share)))]),
  )
}

/** Rounds a value to six digits: more than a run measures, and few enough to read a difference. */
export function rounded(value: number): number {
  return Number(value.toPrecision(6))
}

/** The name of a test, followed by its variant where it has one. */
export function nameWithVariant({ name, variant }: Pick<TestResult, 'name' | 'variant'>): string {
  return variant === 'default' ? name : `${name} (${variant})`
}

/** The same name of a test whose runs are grouped, stored or compared. */
export function nameOfTest({ test, variant }: Pick<RunsOfTest, 'test' | 'variant'>): string {
  return nameWithVariant({ name: test, variant })
}

/** The name of a run in a sentence, such as `run 2 of shop`. */
export function nameOfRun(run: Pick<TestResult, 'name' | 'variant' | 'repeat'>): string {
  return `run ${run.repeat} of ${nameWithVariant(run)}`
}

/** Returns the runs of a side that sent something, in the order in which they were made, without the steps of searches. */
export function runsToCompare(side: readonly SuiteResult[]): readonly TestResult[] {
  return runsByTest(side)
    .flatMap(({ runs }) => runs)
    .filter((run) => causeNotRun(run) === undefined)
}

/** Groups the runs of results by test and variant, in the order in which they were made, without the steps of searches. */
export function runsByTest(suites: readonly SuiteResult[]): readonly RunsOfTest[] {
  const made = suites.flatMap((suite) => (suite.found === null ? suite.tests.map((run) => ({ run, suite })) : []))
  return [...Map.groupBy(made, ({ run }) => nameWithVariant(run)).values()].flatMap((own) => {
    const [first] = own
    if (first === undefined) return []
    const { name: test, variant } = first.run
    const runs = own.map(({ run }) => run).toSorted((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt))
    return [{ test, variant, runs, suites: [...new Set(own.map(({ suite }) => suite))] }]
  })
}

/** Groups the searches of results by name, in the order in which they were made. */
function searchesByName(suites: readonly SuiteResult[]): readonly (readonly SuiteResult[])[] {
  const startOf = ({ environment }: SuiteResult): number => Date.parse(environment.startedAt)
  const searches = suites.filter(({ found }) => found !== null).toSorted((a, b) => startOf(a) - startOf(b))
  return [...Map.groupBy(searches, ({ name }) => name).values()]
}

/** Why a run does not count, as the end of a sentence: it was not made, cannot be believed, ended early or was too short; `null` when it counts. */
export function doubtOfRun(run: TestResult): string | null {
  const cause = causeNotRun(run)
  return cause === undefined ? whyDoubtful(run) : `was not made: ${cause}`
}

/** Lists why the runs of a test decide nothing, such as `run 2 of shop is invalid`: a run does not count, or is given several times. */
export function doubtsOfRuns(runs: readonly TestResult[]): readonly string[] {
  return [
    ...runs.flatMap((run) => {
      const doubt = doubtOfRun(run)
      return doubt === null ? [] : [`${nameOfRun(run)} ${doubt}`]
    }),
    ...repeatedRuns(runs),
  ]
}

/** Lists the runs that occur more than once, as when a result is given twice: a repeated run would count as evidence twice. */
export function repeatedRuns(runs: readonly TestResult[]): readonly string[] {
  const alike = Map.groupBy(runs, (run) => JSON.stringify([nameWithVariant(run), run.repeat, run.startedAt])).values()
  return [...alike].flatMap(([run, ...copies]) =>
    run === undefined || copies.length === 0 || causeNotRun(run) !== undefined
      ? []
      : [`${nameOfRun(run)}, from ${run.startedAt} on, is given ${copies.length + 1} times`],
  )
}

/** Why the rate that a search found cannot be believed; `undefined` when it can. */
export function doubtOfSearch({ name, verdict, found }: SuiteResult): string | undefined {
  if (verdict.level === 'invalid') return `the search ${name} is invalid`
  return found?.complete === false ? `the search ${name} did not come to its end` : undefined
}

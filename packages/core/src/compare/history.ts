import { BenchpressError } from '../base/errors/benchpress-error.ts'
import { causeNotRun, whyDoubtful } from './doubtful-run.ts'
import { figureOfSearch, figuresOfRun, keyOfFigure, withoutOnlyEndpoints, type RunFigure } from './run-figures.ts'
import { alikeOf, differingKeys, machineOf, runsByTest, type Alike, nameOfTest } from './runs-of-test.ts'
import { doubtOfSearch } from './side-differences.ts'
import type { SuiteResult, TestResult } from '../result/shape/result.ts'
import { findChanges, type FigureHistory, type FigureRuns, type HistorySettings } from './change-points.ts'

/** A result, with the name of its source. */
export interface HistorySource {
  /** Name of the source, such as the path of a file. */
  readonly source: string
  readonly suite: SuiteResult
}

/** A point of a history: the results of one commit, or one result without a commit. */
export interface HistoryPoint {
  /** Hash of the commit; `null` when the result has none, or files differed from it. */
  readonly commit: string | null
  /** Start of its first result, ISO 8601. */
  readonly startedAt: string
  /** The most runs of any test of the point. */
  readonly runs: number
  /** Versions of tools that changed since the point before, such as `Node.js: v26.10.0, before v24.0.0`. */
  readonly tools: readonly string[]
}

/** A result or a test that is left out of a history, and why. */
export interface LeftOut {
  readonly source: string
  /** Why, as the end of a sentence. */
  readonly because: string
}

/** Results over commits, with the changes of their figures. */
export interface ResultsHistory {
  /** Version of this format. */
  readonly schemaVersion: 1
  /** Name of the latest result that can be believed. */
  readonly name: string
  /** The facts of the machine of the latest result that can be believed, by name; results of other machines are left out. */
  readonly machine: Readonly<Record<string, string>>
  /** In the order in which they were first measured. */
  readonly points: readonly HistoryPoint[]
  readonly figures: readonly FigureHistory[]
  readonly leftOut: readonly LeftOut[]
}

/**
 * Orders results by their commits, and finds the changes of their figures. Pure.
 *
 * The latest result that can be believed decides the machine, plan, load and code of the history; results that differ in these, and runs that cannot be
 * believed, are left out and listed. Seeds may differ, and so may versions of tools, which are reported. Points are in the order in which they were
 * first measured, which is the order of the commits unless an old commit was measured later.
 *
 * @throws BenchpressError `NOT_COMPARABLE` without results
 */
export function historyOf(given: readonly HistorySource[], settings: HistorySettings = {}): ResultsHistory {
  const sources = given.toSorted((a, b) => startOf(a) - startOf(b))
  const latest = sources.findLast(({ suite }) => isBelieved(suite)) ?? sources.at(-1)
  if (latest === undefined)
    throw new BenchpressError('NOT_COMPARABLE', 'there are no results', { hint: 'Name result files, or a folder of them.' })
  const leftOut: LeftOut[] = []
  const machine = hardwareOf(latest.suite)
  const measured = withoutCopies(sources, leftOut).filter((source) => {
    const differing = Object.entries(hardwareOf(source.suite)).filter(([name, text]) => machine[name] !== text)
    if (differing.length > 0)
      leftOut.push({
        source: source.source,
        because: `it is of another machine: ${differing.map(([name, text]) => `${name} ${text}`).join(', ')}`,
      })
    return differing.length === 0
  })
  const plans = plansOf(measured)
  const groups = [...Map.groupBy(measured, pointOf).values()].map((own) => ({
    own,
    tests: own.flatMap((source) => testsOf(source, plans, leftOut)),
  }))
  const kept = groups.filter(({ tests }) => tests.length > 0)
  return {
    schemaVersion: 1,
    name: latest.suite.name,
    machine,
    points: kept.map(({ own, tests }, index) => describePoint(own, tests, kept[index - 1]?.own)),
    figures: findChanges(figuresOf(kept.map(({ tests }) => tests)), settings),
    leftOut,
  }
}

// A run that is given twice must not count as evidence twice.
function withoutCopies(sources: readonly HistorySource[], leftOut: LeftOut[]): readonly HistorySource[] {
  const seen = new Map<string, string>()
  return sources.filter(({ source, suite }) => {
    const runs = suite.tests.map(({ name, variant, repeat, startedAt }) => JSON.stringify([name, variant, repeat, startedAt]))
    const other = runs.map((run) => seen.get(run)).find((file) => file !== undefined)
    for (const run of runs) seen.set(run, source)
    if (other !== undefined) leftOut.push({ source, because: `it has runs that ${other} has, too` })
    return other === undefined
  })
}

function startOf({ suite }: HistorySource): number {
  return Date.parse(suite.environment.startedAt)
}

function hardwareOf({ environment }: SuiteResult): Readonly<Record<string, string>> {
  const { processor = '', CPUs = '', platform = '' } = machineOf(environment)
  return { processor, CPUs, platform }
}

// Whether changed files are the same as those of another result is unknown.
function pointOf({ source, suite: { environment } }: HistorySource): string {
  const { git, startedAt } = environment
  return git === null || git.dirty ? `${startedAt} ${source}` : git.commit
}

interface MeasuredTest {
  readonly name: string
  readonly runs: readonly (readonly RunFigure[])[]
}

/** What must be the same for two tests to be the same: everything but the seed, which differs for each run unless it is fixed. */
type Plan = Pick<Alike, 'load' | 'plan' | 'code'>

/** The plan of each test by name, from the latest result with runs of the test that can be believed. */
function plansOf(sources: readonly HistorySource[]): ReadonlyMap<string, Plan> {
  return new Map(
    sources.flatMap(({ suite }) =>
      runsByTest([{ ...suite, tests: suite.tests.filter((run) => doubtOfRun(run) === null) }]).map((of): [string, Plan] => [
        nameOfTest(of),
        alikeOf(of),
      ]),
    ),
  )
}

function testsOf({ source, suite }: HistorySource, plans: ReadonlyMap<string, Plan>, leftOut: LeftOut[]): readonly MeasuredTest[] {
  if (suite.found !== null) {
    const doubts = doubtOfSearch(suite)
    leftOut.push(...doubts.map((because) => ({ source, because })))
    return doubts.length > 0 ? [] : [{ name: suite.name, runs: [[figureOfSearch(suite)]] }]
  }
  return runsByTest([suite]).flatMap((of) => {
    const name = nameOfTest(of)
    const believed = of.runs.filter((run) => {
      const doubt = doubtOfRun(run)
      if (doubt !== null) leftOut.push({ source, because: `run ${run.repeat} of ${name} ${doubt}` })
      return doubt === null
    })
    const differing = believed.length === 0 ? [] : differingKinds(alikeOf({ ...of, runs: believed }), plans.get(name))
    if (differing.length > 0) {
      leftOut.push({ source, because: `${name} is not what it is in the latest result: ${differing.join(', ')}` })
      return []
    }
    return believed.length === 0 ? [] : [{ name, runs: believed.map(figuresOfRun) }]
  })
}

function isBelieved(suite: SuiteResult): boolean {
  return suite.found === null ? suite.tests.some((run) => doubtOfRun(run) === null) : doubtOfSearch(suite).length === 0
}

/** Why a run does not count as evidence, as the end of a sentence; `null` when it counts. */
function doubtOfRun(run: TestResult): string | null {
  const notRun = causeNotRun(run)
  if (notRun !== undefined) return `was not made: ${notRun}`
  return run.interrupted === null ? whyDoubtful(run) : 'ended early'
}

function differingKinds(own: Plan, latest: Plan | undefined): readonly string[] {
  return (['load', 'plan', 'code'] as const).flatMap((kind) => {
    const keys = latest === undefined ? [] : differingKeys(own[kind], latest[kind])
    return keys.length === 0 ? [] : [`the ${kind} differs in ${keys.join(', ')}`]
  })
}

function describePoint(
  own: readonly HistorySource[],
  tests: readonly MeasuredTest[],
  before: readonly HistorySource[] | undefined,
): HistoryPoint {
  const [first] = own
  const { git, startedAt } = first?.suite.environment ?? { git: null, startedAt: '' }
  const counts = [...Map.groupBy(tests, ({ name }) => name).values()].map((all) => all.reduce((sum, { runs }) => sum + runs.length, 0))
  return {
    commit: git === null || git.dirty ? null : git.commit,
    startedAt,
    runs: Math.max(...counts),
    tools: newTools(first?.suite, before?.[0]?.suite),
  }
}

function newTools(suite: SuiteResult | undefined, before: SuiteResult | undefined): readonly string[] {
  if (suite === undefined || before === undefined) return []
  const [now, then] = [machineOf(suite.environment), machineOf(before.environment)]
  return ['Node.js', 'benchpress'].filter((name) => now[name] !== then[name]).map((name) => `${name}: ${now[name]}, before ${then[name]}`)
}

/** The runs of each figure, point by point, with the figures in the order of the latest point that has them. */
function figuresOf(points: readonly (readonly MeasuredTest[])[]): readonly FigureRuns[] {
  const read = points.map((tests) =>
    Map.groupBy(
      tests.flatMap(({ runs }) => runs.flat()),
      keyOfFigure,
    ),
  )
  const described = new Map(
    read.toReversed().flatMap((point) => [...point].flatMap(([key, [figure]]) => (figure === undefined ? [] : [[key, figure] as const]))),
  )
  const all = [...described].flatMap(([key, { value: _value, ...figure }]) => {
    const runs = read.map((point) => (point.get(key) ?? []).map(({ value }) => value))
    return runs.flat().every((value) => value === null) ? [] : [{ ...figure, runs }]
  })
  return withoutOnlyEndpoints(all)
}

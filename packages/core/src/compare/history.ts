import { BenchpressError } from '../base/errors/benchpress-error.ts'
import { sumOf } from '../base/units/count.ts'
import { alikeOf, differingKeys, machineOf, type Alike } from './facts.ts'
import { measuredFigures, figuresOfSearches, keyOfFigure, withoutOnlyEndpoints, type MeasuredFigure } from './figures.ts'
import { doubtOfRun, doubtOfSearch, nameOfRun, nameOfTest, runsByTest } from './side.ts'
import type { SuiteResult } from '../result/shape/result.ts'
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
  const startOf = ({ suite }: HistorySource): number => Date.parse(suite.environment.startedAt)
  const sources = given.toSorted((a, b) => startOf(a) - startOf(b))
  const latest = sources.findLast(({ suite }) => isBelieved(suite)) ?? sources.at(-1)
  if (latest === undefined)
    throw new BenchpressError('NOT_COMPARABLE', 'there are no results', { hint: 'Name result files, or a folder of them.' })
  const leftOut: LeftOut[] = []
  const machine = hardwareOf(latest.suite)
  const measured = withoutCopies(sources, leftOut).filter(({ source, suite }) => {
    const differing = Object.entries(hardwareOf(suite)).flatMap(([name, text]) => (machine[name] === text ? [] : [`${name} ${text}`]))
    if (differing.length > 0) leftOut.push({ source, because: `it is of another machine: ${differing.join(', ')}` })
    return differing.length === 0
  })
  const plans = plansOf(measured)
  const kept = [...Map.groupBy(measured, pointOf).values()]
    .map((own) => ({ own, tests: own.flatMap((source) => testsOf(source, plans, leftOut)) }))
    .filter(({ tests }) => tests.length > 0)
  return {
    schemaVersion: 1,
    name: latest.suite.name,
    machine,
    points: kept.map(({ own, tests }, index) => describePoint(own, tests, kept[index - 1]?.own)),
    figures: findChanges(runsOfFigures(kept.map(({ tests }) => tests)), settings),
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

function hardwareOf({ environment }: SuiteResult): Readonly<Record<string, string>> {
  const { processor = '', CPUs = '', platform = '' } = machineOf(environment)
  return { processor, CPUs, platform }
}

// Whether changed files are the same as those of another result is unknown.
function pointOf({ source, suite: { environment } }: HistorySource): string {
  const { git, startedAt } = environment
  return git === null || git.dirty ? `${startedAt} ${source}` : git.commit
}

interface TestAtPoint {
  readonly name: string
  readonly runs: number
  readonly figures: readonly MeasuredFigure[]
}

/** What must be the same for two tests to be the same: everything but the seed, which differs for each run unless it is fixed. */
type Plan = Pick<Alike, 'load' | 'plan' | 'code'>

/** The plan of each test by name, from the latest result with runs of the test that can be believed. */
function plansOf(sources: readonly HistorySource[]): ReadonlyMap<string, Plan> {
  const believed = sources.flatMap(({ suite }) => runsByTest([{ ...suite, tests: suite.tests.filter((run) => doubtOfRun(run) === null) }]))
  return new Map(believed.map((of) => [nameOfTest(of), alikeOf(of)]))
}

function testsOf({ source, suite }: HistorySource, plans: ReadonlyMap<string, Plan>, leftOut: LeftOut[]): readonly TestAtPoint[] {
  const leave = (because: string): readonly TestAtPoint[] => {
    leftOut.push({ source, because })
    return []
  }
  if (suite.found !== null) {
    const doubt = doubtOfSearch(suite)
    return doubt === undefined ? [{ name: suite.name, runs: 1, figures: figuresOfSearches([suite]) }] : leave(doubt)
  }
  return runsByTest([suite]).flatMap((of) => {
    const name = nameOfTest(of)
    const believed = of.runs.filter((run) => {
      const doubt = doubtOfRun(run)
      if (doubt !== null) leave(`${nameOfRun(run)} ${doubt}`)
      return doubt === null
    })
    if (believed.length === 0) return []
    const [own, latest] = [alikeOf({ ...of, runs: believed }), plans.get(name)]
    const differing = (['load', 'plan', 'code'] as const).flatMap((kind) => {
      const keys = latest === undefined ? [] : differingKeys(own[kind], latest[kind])
      return keys.length === 0 ? [] : [`the ${kind} differs in ${keys.join(', ')}`]
    })
    if (differing.length > 0) return leave(`${name} is not what it is in the latest result: ${differing.join(', ')}`)
    return [{ name, runs: believed.length, figures: measuredFigures(believed) }]
  })
}

function isBelieved(suite: SuiteResult): boolean {
  return suite.found === null ? suite.tests.some((run) => doubtOfRun(run) === null) : doubtOfSearch(suite) === undefined
}

function describePoint(
  own: readonly HistorySource[],
  tests: readonly TestAtPoint[],
  before: readonly HistorySource[] | undefined,
): HistoryPoint {
  const [first] = own
  const { git, startedAt } = first?.suite.environment ?? { git: null, startedAt: '' }
  const counts = [...Map.groupBy(tests, ({ name }) => name).values()].map((all) => sumOf(all, ({ runs }) => runs))
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
function runsOfFigures(points: readonly (readonly TestAtPoint[])[]): readonly FigureRuns[] {
  const read = points.map((tests) =>
    Map.groupBy(
      tests.flatMap(({ figures }) => figures),
      keyOfFigure,
    ),
  )
  const described = new Map(
    read.toReversed().flatMap((point) => [...point].flatMap(([key, [figure]]) => (figure ? [[key, figure] as const] : []))),
  )
  const all = [...described].flatMap(([key, { values: _values, requests: _requests, ...figure }]) => {
    const runs = read.map((point) => (point.get(key) ?? []).flatMap(({ values }) => values))
    return runs.flat().every((value) => value === null) ? [] : [{ ...figure, runs }]
  })
  return withoutOnlyEndpoints(all)
}

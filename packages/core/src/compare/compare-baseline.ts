import { formatShare } from '../base/units/format.ts'
import { compareSides, isTested, type FigureComparison, type ResultsComparison } from './compare-results.ts'
import { figureNotes, measuredBefore, sharedStarts } from './comparison-notes.ts'
import { requestsOf, throughput, withoutOnlyEndpoints, type FigureOfSides } from './run-figures.ts'
import { doubtOfFailures, failuresApart, findPartsApart } from './failure-shares.ts'
import type { SuiteResult } from '../result/shape/result.ts'
import {
  alikeOf,
  differingKeys,
  doubtsOf,
  failedOf,
  machineOf,
  runsByTest,
  targetOf,
  type Alike,
  type RunsOfTest,
  nameOfTest,
} from './runs-of-test.ts'
import { figuresOf, keyOf, type Baseline, type LeftOutTest } from './baseline.ts'
import type { StoredBaseline } from './baseline-folder.ts'
import { judgeInterval, type JudgedRegression } from './judge-regression.ts'

/** The comparison of results with a baseline. */
export interface BaselineComparison {
  /** Name of the baseline. */
  readonly name: string
  /** The comparison of the tests that could be compared; `null` when none could. */
  readonly comparison: ResultsComparison | null
  /** The tests that were not compared, each with why. */
  readonly notCompared: readonly LeftOutTest[]
  /** The tests that were compared although their target has another URL or command than in the baseline. */
  readonly otherTargets: readonly string[]
  /** The figures whose whole interval lies beyond the margin on the worse side. */
  readonly regressed: readonly FigureComparison[]
  /** The tests that were compared but remain undecided, each with why. */
  readonly undecided: readonly Pick<LeftOutTest, 'test' | 'because'>[]
  /**
   * `regressed` when any figure regressed; `held` when no figure is `worse`, and each test has a figure that could differ and is certain to be within the
   * margin or better; otherwise `undecided`, which is not a success.
   */
  readonly outcome: 'regressed' | 'held' | 'undecided'
}

/**
 * Compares results with a baseline, test by test: each figure by the runs of both sides, corrected for the number of figures. Pure.
 *
 * Tests are compared only if these are alike: the machine and its tools, the plan, the load, the seed, the code and the share of failed requests. Runs
 * that cannot be believed decide nothing. A baseline was measured at another time, so changes of the machine since then are part of a difference.
 *
 * @param options `margin` is the share by which a figure may differ without being called better or worse, by default 0.05; `askedBy` is the test of a
 * test runner that compares: it does not use a baseline that another test made
 */
export function compareWithBaseline(
  stored: StoredBaseline,
  suites: readonly SuiteResult[],
  { margin, askedBy }: { readonly margin?: number; readonly askedBy?: string | undefined } = {},
): BaselineComparison {
  const [first] = suites
  const all = runsByTest(suites).map((of) => {
    const baseline = stored.tests.find(({ test, variant }) => test === of.test && variant === of.variant)
    return { of, baseline, leftOut: baseline === undefined ? missing(stored, of) : (ofOther(baseline, askedBy) ?? differing(baseline, of)) }
  })
  const notCompared = all.flatMap(({ leftOut }) => leftOut ?? [])
  const compared = all.flatMap(({ of, baseline, leftOut }) => (baseline === undefined || leftOut !== undefined ? [] : [{ of, baseline }]))
  const name = `baseline ${stored.name}`
  if (first === undefined || compared.length === 0)
    return { name, comparison: null, notCompared, otherTargets: [], regressed: [], undecided: [], outcome: 'undecided' }
  const sides = compared.flatMap(({ of, baseline }) => sidesOf(of, baseline))
  const doubts = new Map(compared.flatMap(({ of }) => doubtsOf(of).map((doubt): [string, string] => [nameOfTest(of), doubt])))
  const apart = findPartsApart(sides, inBaseline)
  const doubtOf = (figure: Pick<FigureOfSides, 'part' | 'unit'>): string | undefined =>
    doubts.get(nameOfTest(figure.part)) ?? doubtOfFailures(figure, apart)
  const figures = compareSides(sides, doubtOf, { paired: false, ...(margin !== undefined && { margin }) })
  const runs = (counts: readonly number[]): number => Math.max(...counts)
  const comparison: ResultsComparison = {
    schemaVersion: 1,
    name: first.name,
    base: { name, environment: null, runs: runs(compared.map(({ baseline }) => baseline.runs)) },
    head: { name: 'this run', environment: first.environment, runs: runs(compared.map(({ of }) => of.runs.length)) },
    differences: [],
    notes: [
      measuredBefore(name, 'this run'),
      ...sharedStarts({ 'this run': suites }),
      ...figureNotes(figures, { base: `the ${name}`, head: 'this run' }),
    ],
    figures,
    regressions: [],
  }
  const otherTargets = compared.flatMap(({ of, baseline: { target } }) =>
    target === undefined || target === targetOf(of) ? [] : [nameOfTest(of)],
  )
  const judged = figures.map((figure) => ({
    figure,
    outcome: doubtOf(figure) === undefined ? judgeTolerance(figure) : ('undecided' as const),
  }))
  const undecided = compared.flatMap(({ of }) => undecidedOf(of, judged))
  const held = undecided.length === 0 && notCompared.length === 0 ? 'held' : 'undecided'
  const regressed = judged.flatMap(({ figure, outcome }) => (outcome === 'regressed' ? [figure] : []))
  return { name, comparison, notCompared, otherTargets, regressed, undecided, outcome: regressed.length > 0 ? 'regressed' : held }
}

interface JudgedFigure {
  readonly figure: FigureComparison
  readonly outcome: BaselineComparison['outcome']
}

/** Why a test is undecided, by the figures that would show a slower target: one is worse, perhaps by more than the margin, or none is decided. */
function undecidedOf({ test, variant, runs }: RunsOfTest, judged: readonly JudgedFigure[]): BaselineComparison['undecided'] {
  const own = judged.filter(({ figure: { part } }) => part.test === test && part.variant === variant)
  const worse = own.filter(({ figure, outcome }) => figure.answer === 'worse' && outcome === 'undecided')
  if (worse.length > 0) return [{ test: nameOfTest({ test, variant }), because: worse.map(({ figure }) => describeWorse(figure)) }]
  const telling = own.filter(({ figure }) => isTelling(figure, runs))
  if (telling.some(({ outcome }) => outcome !== 'undecided')) return []
  const because = [...new Set(telling.flatMap(({ figure }) => figure.because ?? []))]
  return [{ test: nameOfTest({ test, variant }), because: because.length > 0 ? because : ['it has no figure that could change'] }]
}

function describeWorse({ metric, aggregate, part, margin, unit }: FigureComparison): string {
  const limit = unit === 'share' ? 'one percentage point' : formatShare(margin)
  return `${metric} ${aggregate} of ${part.names.toReversed().join(' of ')} is worse, but not surely by more than ${limit}: more runs would tell`
}

// Neither a share of failures, which must be alike, nor a planned rate shows whether the target is as fast as before.
function isTelling(figure: FigureComparison, runs: RunsOfTest['runs']): boolean {
  if (!isTested(figure) || figure.unit === 'share') return false
  const [scenario] = figure.part.names
  return (
    figure.metric !== throughput ||
    !runs.some(({ scenarios }) => scenarios.some(({ name, workload }) => name === scenario && workload.kind === 'rate'))
  )
}

function missing({ name, tests, machine, otherMachines, meant }: StoredBaseline, { test, variant }: RunsOfTest): LeftOutTest {
  const named = nameOfTest({ test, variant })
  const others = otherMachines.map((other) => `the baseline ${name} is of another machine: ${listDifferences(other, machine).join(', ')}`)
  const make =
    'Make one on this machine of five or more runs that can be believed: -u, with --runs 5 or, in Vitest, with a list of results.'
  if (tests.length === 0 && others.length > 0) return { test: named, because: others, hint: make }
  const known = tests.map((each) => nameOfTest(each))
  const of = tests.length === 0 ? '' : ` of ${named}; it has ${known.join(', ')}`
  const hint = tests.length === 0 && meant !== undefined ? `Did you mean ${meant}? ${make}` : make
  return { test: named, because: [`there is no baseline ${name}${of}`], hint }
}

// When two tests share a file, the one updated last would be the baseline of both.
function ofOther({ test, variant, madeBy }: Baseline, askedBy: string | undefined): LeftOutTest | undefined {
  if (madeBy === undefined || askedBy === undefined || madeBy === askedBy) return undefined
  return {
    test: nameOfTest({ test, variant }),
    because: [`its baseline was made by the test "${madeBy}", and is not that of "${askedBy}"`],
    hint: 'Give each test a baseline, or a load test, of a name of its own; where the test was renamed, make the baseline anew: -u.',
  }
}

function differing(baseline: Baseline, of: RunsOfTest): LeftOutTest | undefined {
  const [suite] = of.suites
  const machines = suite === undefined ? [] : listDifferences(baseline.machine, machineOf(suite.environment))
  const [now, failed] = [alikeOf(of), failedOf(of.runs)]
  const lacks = [scenariosOnlyIn(failed, baseline.failed), scenariosOnlyIn(baseline.failed, failed)] as const
  const because = [
    ...machines.map((text) => `machine: ${text}`),
    ...describeLacking(...lacks),
    ...kinds.flatMap((kind) => describeKind(kind, ...withoutScenarios(lacks.flat(), baseline.alike[kind], now[kind]))),
    ...errorsApart(baseline.failed, failed),
  ]
  if (because.length === 0) return undefined
  const seedHint =
    because.length === 1 && because[0]?.startsWith('seed') ? 'Keep the seed: --seed, or seed in the config; or' : 'Measure alike, or'
  return { test: nameOfTest(of), because, hint: `${seedHint} make the baseline anew: -u.` }
}

function scenariosOnlyIn(some: Baseline['failed'], others: Baseline['failed']): readonly string[] {
  return Object.keys(some).filter((name) => !Object.hasOwn(others, name))
}

function describeLacking(baseline: readonly string[], run: readonly string[]): readonly string[] {
  const lacks = [
    ...(baseline.length === 0 ? [] : [`the baseline has no scenario ${baseline.join(', ')}`]),
    ...(run.length === 0 ? [] : [`this run has no scenario ${run.join(', ')}`]),
  ]
  return lacks.length === 0 ? [] : [`plan: ${lacks.join(', and ')}`]
}

type Facts = Readonly<Record<string, string>>

// The load of a scenario that one side lacks differs in everything.
function withoutScenarios(lacking: readonly string[], ...sides: readonly [Facts, Facts]): [Facts, Facts] {
  const isOther = (fact: string): boolean => !lacking.some((scenario) => fact.endsWith(` of ${scenario}`))
  return sides.map((facts) => Object.fromEntries(Object.entries(facts).filter(([fact]) => isOther(fact)))) as [Facts, Facts]
}

const kinds = ['load', 'plan', 'seed', 'code'] as const

function describeKind(kind: keyof Alike, before: Facts, now: Facts): readonly string[] {
  if (kind !== 'plan') return listDifferences(before, now).map((text) => `${kind}: ${text}`)
  const keys = differingKeys(before, now)
  return keys.length === 0 ? [] : [`plan: the configs differ in ${keys.join(', ')}`]
}

function listDifferences(before: Facts, now: Facts): readonly string[] {
  return differingKeys(before, now).map((key) => `${key}: ${before[key] ?? 'nothing'} in the baseline, ${now[key] ?? 'nothing'} now`)
}

const inBaseline = { base: 'in the baseline', head: 'now' }

function errorsApart(before: Readonly<Record<string, number>>, now: Readonly<Record<string, number>>): readonly string[] {
  return Object.entries(now).flatMap(([scenario, share]) => {
    const known = before[scenario]
    const apart = known === undefined ? null : failuresApart([{ share: known }], [{ share }], inBaseline)
    return apart === null ? [] : [`errors: ${scenario} ${apart}`]
  })
}

function sidesOf({ test, variant, runs }: RunsOfTest, baseline: Baseline): readonly FigureOfSides[] {
  const now = figuresOf(runs)
  const [before, after] = [baseline.figures, now].map((side) => new Map(side.map((figure) => [keyOf(figure), figure])))
  const all = new Map([...now, ...baseline.figures].map((figure) => [keyOf(figure), figure]))
  const sides = [...all].map(([key, { kind, names, values: _values, requests: _requests, ...metric }]) => {
    const [base, head] = [before?.get(key), after?.get(key)]
    return {
      part: { test, variant, kind, names },
      ...metric,
      base: base?.values ?? [],
      head: head?.values ?? [],
      ...requestsOf(base?.requests, head?.requests),
    }
  })
  return withoutOnlyEndpoints(sides)
}

// A certain change that is smaller than the margin is not a regression, however much the runs vary.
function judgeTolerance(figure: FigureComparison): JudgedRegression['outcome'] {
  const { answer, better, margin, unit, base, head } = figure
  if (answer === 'equivalent' || answer === 'better') return 'held'
  if ([...base, ...head].includes(null)) return 'undecided'
  const lowest = unit === 'share' ? 1 - margin : 1 / (1 + margin)
  return judgeInterval(better === 'low' ? { operator: '>', limit: 1 + margin } : { operator: '<', limit: lowest }, figure).outcome
}

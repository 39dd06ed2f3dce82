import { formatShare } from '../base/units/format.ts'
import type { SuiteResult } from '../result/shape/result.ts'
import type { LeftOutTest, Baseline } from './baseline.ts'
import type { StoredBaseline } from './baseline-folder.ts'
import { compareFigures, isTested, pairTests, type FigureComparison } from './compare-figures.ts'
import { mostRuns, type ResultsComparison } from './compare-results.ts'
import { notesOnFigures, measuredBefore, sharedStarts } from './comparison-notes.ts'
import { describeMachines, differencesOfTest, type SideNames } from './differences.ts'
import { doubtOfFailures } from './failure-shares.ts'
import { throughput } from './figures.ts'
import { judgeInterval, type JudgedRegression } from './judge-regression.ts'
import { doubtsOfRuns, measuredTest, nameOfTest, runsByTest, type MeasuredTest, type RunsOfTest } from './side.ts'

/** The comparison of results with a baseline. */
export interface BaselineComparison {
  /** Name of the baseline. */
  readonly name: string
  /** The comparison of the tests that could be compared; `null` when none could. */
  readonly comparison: ResultsComparison | null
  /** The tests that were not compared, each with why. */
  readonly notCompared: readonly LeftOutTest[]
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
    const measured = measuredTest(of)
    const baseline = stored.tests.find(({ test, variant }) => test === of.test && variant === of.variant)
    const leftOut = baseline === undefined ? missing(stored, measured) : (ofOther(baseline, askedBy) ?? differing(baseline, measured))
    return { of, measured, baseline, leftOut }
  })
  const notCompared = all.flatMap(({ leftOut }) => leftOut ?? [])
  const compared = all.flatMap(({ baseline, leftOut, ...each }) => (baseline && leftOut === undefined ? [{ ...each, baseline }] : []))
  const name = `baseline ${stored.name}`
  if (first === undefined || compared.length === 0)
    return { name, comparison: null, notCompared, regressed: [], undecided: [], outcome: 'undecided' }
  const [before, now] = [compared.map(({ baseline }) => baseline), compared.map(({ measured }) => measured)]
  const doubts = new Map(compared.flatMap(({ of }) => doubtsOfRuns(of.runs).map((doubt): [string, string] => [nameOfTest(of), doubt])))
  const { figures, apart } = compareFigures(pairTests(before, now), { doubts, texts: { base: names.base.at, head: names.head.at }, margin })
  const comparison: ResultsComparison = {
    schemaVersion: 1,
    name: first.name,
    base: { name, environment: null, runs: mostRuns(before) },
    head: { name: 'this run', environment: first.environment, runs: mostRuns(now) },
    differences: [],
    notes: [
      measuredBefore(name, 'this run'),
      ...compared.flatMap(({ measured, baseline }) => otherTarget(name, measured, baseline)),
      ...sharedStarts({ 'this run': suites }),
      ...notesOnFigures(figures, { base: `the ${name}`, head: 'this run' }),
    ],
    figures,
    regressions: [],
  }
  const judged = figures.map((figure) => {
    const isDoubtful = doubts.has(nameOfTest(figure.part)) || doubtOfFailures(figure, apart) !== undefined
    return { figure, outcome: isDoubtful ? ('undecided' as const) : judgeTolerance(figure) }
  })
  const undecided = compared.flatMap(({ of }) => undecidedOf(of, judged))
  const held = undecided.length === 0 && notCompared.length === 0 ? 'held' : 'undecided'
  const regressed = judged.flatMap(({ figure, outcome }) => (outcome === 'regressed' ? [figure] : []))
  return { name, comparison, notCompared, regressed, undecided, outcome: regressed.length > 0 ? 'regressed' : held }
}

function otherTarget(name: string, measured: MeasuredTest, { target }: Baseline): readonly string[] {
  if (target === undefined || target === measured.target) return []
  return [`The target of ${nameOfTest(measured)} has another URL or command than in ${name}.`]
}

const names: SideNames = { base: { name: 'the baseline', at: 'in the baseline' }, head: { name: 'this run', at: 'now' } }

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

function missing({ name, tests, machine, otherMachines, meant }: StoredBaseline, measured: MeasuredTest): LeftOutTest {
  const test = nameOfTest(measured)
  const others = otherMachines.map((other) => `the baseline ${name} is of another machine: ${describeMachines(other, machine, names)}`)
  const make =
    'Make one on this machine of five or more runs that can be believed: -u, with --runs 5 or, in Vitest, with a list of results.'
  if (tests.length === 0 && others.length > 0) return { test, because: others, hint: make }
  const of = tests.length === 0 ? '' : ` of ${test}; it has ${tests.map(nameOfTest).join(', ')}`
  const hint = tests.length === 0 && meant !== undefined ? `Did you mean ${meant}? ${make}` : make
  return { test, because: [`there is no baseline ${name}${of}`], hint }
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

function differing(baseline: Baseline, measured: MeasuredTest): LeftOutTest | undefined {
  const because = differencesOfTest(baseline, measured, { names }).map(({ kind, text }) => `${kind}: ${text}`)
  if (because.length === 0) return undefined
  const keep = because.every((text) => text.startsWith('seed: ')) ? 'Keep the seed: --seed, or seed in the config; or' : 'Measure alike, or'
  return { test: nameOfTest(measured), because, hint: `${keep} make the baseline anew: -u.` }
}

// A certain change that is smaller than the margin is not a regression, however much the runs vary.
function judgeTolerance(figure: FigureComparison): JudgedRegression['outcome'] {
  const { answer, better, margin, unit, base, head } = figure
  if (answer === 'equivalent' || answer === 'better') return 'held'
  if ([...base, ...head].includes(null)) return 'undecided'
  const lowest = unit === 'share' ? 1 - margin : 1 / (1 + margin)
  return judgeInterval(better === 'low' ? { operator: '>', limit: 1 + margin } : { operator: '<', limit: lowest }, figure).outcome
}

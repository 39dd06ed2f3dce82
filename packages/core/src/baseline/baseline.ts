import { leastRuns } from '../result/compare/compare-runs.ts'
import { figuresOfRun, type ComparedMetric, type ComparedPart } from '../result/compare/run-figures.ts'
import {
  alikeOf,
  doubtsOf,
  failedOf,
  machineOf,
  rounded,
  targetOf,
  type Alike,
  type RunsOfTest,
  nameOf,
} from '../result/compare/runs-of-test.ts'
import type { TestResult } from '../result/shape/result.ts'

/** Where baselines are kept unless another folder is named: below the folder of the config, of the test file, or of the process. */
export const defaultBaselineFolder = 'benchpress-baselines'

/** What a baseline is called where no name is given. */
export const defaultBaselineName = 'main'

/** Says why a text cannot be the name of a baseline, as the end of a sentence; `undefined` for one that can. */
export function whyNoName(name: string): string | undefined {
  return /^[a-z0-9][\w.-]{0,59}$/i.test(name) ? undefined : 'must be 1 to 60 letters, digits, dots, dashes and underscores, such as main'
}

/** One figure of a baseline, with a value for each run. */
export interface BaselineFigure extends ComparedMetric, Pick<ComparedPart, 'kind' | 'names'> {
  /** In the order in which the runs were made, with six digits; `null` where a run cannot tell the figure. */
  readonly values: readonly (number | null)[]
}

/** What a file of a baseline holds: of the runs of one test on one machine, what a comparison needs. */
export interface Baseline {
  /** Version of this format. */
  readonly schemaVersion: 1
  readonly test: string
  readonly variant: string
  /** What the machine and the tools were, by name. */
  readonly machine: Readonly<Record<string, string>>
  readonly alike: Alike
  /** Hash of the target, which may be another and is told then; missing in files of earlier versions. */
  readonly target?: string | undefined
  /** The test of a test runner that made it; missing where none did. */
  readonly madeBy?: string | undefined
  /** The mean share of failed requests, by scenario. */
  readonly failed: Readonly<Record<string, number>>
  /** The number of runs. */
  readonly runs: number
  readonly figures: readonly BaselineFigure[]
}

/** A test of which nothing is said, and why. */
export interface LeftOutTest {
  /** With its variant. */
  readonly test: string
  /** One reason a line, as ends of a sentence. */
  readonly because: readonly string[]
  /** What to do, as a sentence. */
  readonly hint: string
}

/** Makes the baseline of the runs of a test; the reason why not, where one cannot be believed, was not made or failed a threshold, or where they are too few. Pure. */
export function baselineOf(of: RunsOfTest): Baseline | LeftOutTest {
  const { test, variant, runs, suites } = of
  const refuse = (because: readonly string[], hint: string): LeftOutTest => ({ test: nameOf({ name: test, variant }), because, hint })
  const doubts = doubtsOf(of)
  const [suite] = suites
  if (doubts.length > 0 || suite === undefined) return refuse(doubts, 'Only runs that can be believed become a baseline.')
  const failed = runs.flatMap(failedThresholds)
  if (failed.length > 0)
    return refuse(failed, 'Only runs that hold their thresholds become a baseline: what is too slow is not to be the measure.')
  // It would replace one that decides by one that cannot.
  if (runs.length < leastRuns)
    return refuse(
      [`${runs.length === 1 ? '1 run is' : `${runs.length} runs are`} too few, a comparison takes at least ${leastRuns}`],
      'Measure with --runs 5, or give toMatchBaseline a list of results.',
    )
  return {
    schemaVersion: 1,
    test,
    variant,
    machine: machineOf(suite.environment),
    alike: alikeOf(of),
    target: targetOf(of),
    failed: failedOf(runs),
    runs: runs.length,
    figures: figuresOf(runs).toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)),
  }
}

function failedThresholds({ repeat, thresholds }: TestResult): readonly string[] {
  return thresholds
    .filter(({ passed, inconclusive }) => !passed && inconclusive === null)
    .map(({ selector, condition, text }) => `run ${repeat} failed the threshold ${selector} ${condition} (${text})`)
}

/** All figures that some of the runs can tell, in the order in which a run has them. */
export function figuresOf(runs: readonly TestResult[]): readonly BaselineFigure[] {
  const read = runs.flatMap(figuresOfRun).map(({ part: { kind, names }, value, ...metric }) => ({ kind, names, value, ...metric }))
  return [...Map.groupBy(read, keyOf).values()].flatMap((own) => {
    const [first] = own
    if (first === undefined || own.every(({ value }) => value === null)) return []
    const { kind, names, metric, aggregate, unit, better } = first
    return [{ kind, names, metric, aggregate, unit, better, values: own.map(({ value }) => (value === null ? null : rounded(value))) }]
  })
}

/** What tells figures of a test apart. */
export function keyOf({ kind, names, metric, aggregate }: Omit<BaselineFigure, 'values'>): string {
  return JSON.stringify([kind, names, metric, aggregate])
}

import { figuresOfRun, type ComparedMetric, type ComparedPart } from '../result/compare/run-figures.ts'
import { alikeOf, doubtsOf, failedOf, machineOf, rounded, type Alike, type RunsOfTest } from '../result/compare/runs-of-test.ts'
import { nameOf } from '../result/compare/side-differences.ts'
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

/** Makes the baseline of the runs of a test; the reason why not, where one of them cannot be believed or was not made. Pure. */
export function baselineOf(of: RunsOfTest): Baseline | LeftOutTest {
  const { test, variant, runs, suites } = of
  const doubts = doubtsOf(of)
  const [suite] = suites
  if (doubts.length > 0 || suite === undefined)
    return { test: nameOf({ name: test, variant }), because: doubts, hint: 'Only runs that can be believed become a baseline.' }
  return {
    schemaVersion: 1,
    test,
    variant,
    machine: machineOf(suite.environment),
    alike: alikeOf(of),
    failed: failedOf(runs),
    runs: runs.length,
    figures: figuresOf(runs).toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)),
  }
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

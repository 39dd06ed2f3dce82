import { leastRuns } from './compare-runs.ts'
import { figuresOfRun, type ComparedMetric, type ComparedPart } from './run-figures.ts'
import { alikeOf, doubtsOf, failedOf, machineOf, rounded, targetOf, type Alike, type RunsOfTest, nameOfTest } from './runs-of-test.ts'
import type { TestResult } from '../result/shape/result.ts'

/** The default folder of baselines, relative to the folder of the config or the test file, or to the working directory. */
export const defaultBaselineFolder = 'benchpress-baselines'

/** The default name of a baseline. */
export const defaultBaselineName = 'main'

/** Why a text cannot be the name of a baseline, as the end of a sentence; `undefined` for a valid name. */
export function whyNoName(name: string): string | undefined {
  return /^[a-z0-9][\w.-]{0,59}$/i.test(name) ? undefined : 'must be 1 to 60 letters, digits, dots, dashes and underscores, such as main'
}

/** One figure of a baseline, with a value for each run. */
interface BaselineFigure extends ComparedMetric, Pick<ComparedPart, 'kind' | 'names'> {
  /** The value in each run, in the order in which the runs were made, with six digits; `null` where a run has no reliable value. */
  readonly values: readonly (number | null)[]
  /** The number of requests of each run that a share of failures is of; missing for other figures, and in files of earlier versions. */
  readonly requests?: readonly number[] | undefined
}

/** The content of a baseline file: everything that a comparison needs of the runs of one test on one machine. */
export interface Baseline {
  /** Version of this format. */
  readonly schemaVersion: 1
  readonly test: string
  readonly variant: string
  /** The facts of the machine and its tools, by name. */
  readonly machine: Readonly<Record<string, string>>
  readonly alike: Alike
  /** Hash of the target; another target is compared, but reported. Missing in files of earlier versions. */
  readonly target?: string | undefined
  /** The test of a test runner that made the baseline; missing when none did. */
  readonly madeBy?: string | undefined
  /** The mean share of failed requests, by scenario. */
  readonly failed: Readonly<Record<string, number>>
  /** The number of runs. */
  readonly runs: number
  readonly figures: readonly BaselineFigure[]
}

/** A test that is left out, and why. */
export interface LeftOutTest {
  /** Name of the test, with its variant. */
  readonly test: string
  /** The reasons, each as the end of a sentence. */
  readonly because: readonly string[]
  /** What to do, as a sentence. */
  readonly hint: string
}

/**
 * Makes a baseline from the runs of a test, or returns why it cannot: a run cannot be believed, was not made or failed a threshold, or the runs are too
 * few. Pure.
 */
export function baselineOf(of: RunsOfTest): Baseline | LeftOutTest {
  const { test, variant, runs, suites } = of
  const refuse = (because: readonly string[], hint: string): LeftOutTest => ({ test: nameOfTest({ test, variant }), because, hint })
  const doubts = doubtsOf(of)
  const [suite] = suites
  if (doubts.length > 0 || suite === undefined) return refuse(doubts, 'Only runs that can be believed become a baseline.')
  const failed = runs.flatMap(failedThresholds)
  if (failed.length > 0)
    return refuse(failed, 'Only runs that hold their thresholds become a baseline: what is too slow is not to be the measure.')
  // A baseline that can decide must not be replaced by one that cannot.
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

/**
 * The figures that have a reliable value in any run, in the order in which a run has them; also those of an only endpoint, which another run may have
 * besides others.
 */
export function figuresOf(runs: readonly TestResult[]): readonly BaselineFigure[] {
  const read = runs.flatMap(figuresOfRun).map(({ part: { kind, names }, ...figure }) => ({ kind, names, ...figure }))
  return [...Map.groupBy(read, keyOf).values()].flatMap((own) => {
    const [first] = own
    if (first === undefined || own.every(({ value }) => value === null)) return []
    const { value: _value, requests: _requests, ...figure } = first
    const requests = own.flatMap((each) => each.requests ?? [])
    return [
      {
        ...figure,
        values: own.map(({ value }) => (value === null ? null : rounded(value))),
        ...(requests.length > 0 && { requests }),
      },
    ]
  })
}

/** A key that identifies a figure of a test. */
export function keyOf({ kind, names, metric, aggregate }: Omit<BaselineFigure, 'values' | 'requests'>): string {
  return JSON.stringify([kind, names, metric, aggregate])
}

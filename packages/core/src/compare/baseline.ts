import type { TestResult } from '../result/shape/result.ts'
import { leastRuns } from './compare-runs.ts'
import { keyOfFigure } from './figures.ts'
import { doubtsOfRuns, measuredTest, nameOfTest, rounded, type MeasuredTest, type RunsOfTest } from './side.ts'

/** The default folder of baselines, relative to the folder of the config or the test file, or to the working directory. */
export const defaultBaselineFolder = 'benchpress-baselines'

/** The default name of a baseline. */
export const defaultBaselineName = 'main'

/** Why a text cannot be the name of a baseline, as the end of a sentence; `undefined` for a valid name. */
export function whyNoName(name: string): string | undefined {
  return /^[a-z0-9][\w.-]{0,59}$/i.test(name) ? undefined : 'must be 1 to 60 letters, digits, dots, dashes and underscores, such as main'
}

/** A baseline: the runs of one test on one machine, as a file keeps them. */
export interface Baseline extends MeasuredTest {
  /** Version of the format of the file. */
  readonly schemaVersion: 1
  /** The test of a test runner that made the baseline; missing when none did. */
  readonly madeBy?: string | undefined
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
  const { runs } = of
  const refuse = (because: readonly string[], hint: string): LeftOutTest => ({ test: nameOfTest(of), because, hint })
  const doubts = doubtsOfRuns(runs)
  if (doubts.length > 0) return refuse(doubts, 'Only runs that can be believed become a baseline.')
  const failed = runs.flatMap(failedThresholds)
  if (failed.length > 0)
    return refuse(failed, 'Only runs that hold their thresholds become a baseline: what is too slow is not to be the measure.')
  // A baseline that can decide must not be replaced by one that cannot.
  if (runs.length < leastRuns)
    return refuse(
      [`${runs.length === 1 ? '1 run is' : `${runs.length} runs are`} too few, a comparison takes at least ${leastRuns}`],
      'Measure with --runs 5, or give toMatchBaseline a list of results.',
    )
  const { figures, ...measured } = measuredTest(of)
  const known = figures.filter(({ values }) => values.some((value) => value !== null))
  return {
    schemaVersion: 1,
    ...measured,
    figures: known
      .map((figure) => ({ ...figure, values: figure.values.map((value) => (value === null ? null : rounded(value))) }))
      .toSorted((a, b) => (keyOfFigure(a) < keyOfFigure(b) ? -1 : 1)),
  }
}

function failedThresholds({ repeat, thresholds }: TestResult): readonly string[] {
  return thresholds
    .filter(({ passed, inconclusive }) => !passed && inconclusive === null)
    .map(({ selector, condition, text }) => `run ${repeat} failed the threshold ${selector} ${condition} (${text})`)
}

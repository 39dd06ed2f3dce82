import { BenchpressError } from '../../base/errors/benchpress-error.ts'
import type { SuiteResult, TestResult } from '../shape/result.ts'
import type { Missing } from '../threshold/measured.ts'
import { whyDoubtful } from './doubtful-run.ts'
import { parseRegression, type Measurable, type RegressionCondition } from './parse-regression.ts'
import { findUnmeasured, metricsMeant, readFigure, type Untold } from './read-figure.ts'
import { foundRate } from './run-figures.ts'
import { doubtOfSearch } from './side-differences.ts'
import { nameOf } from './runs-of-test.ts'

/** A figure of one run or one search as a condition reads it, or why there is none. */
export interface ReadFigure {
  readonly value: number | Untold | Missing
  /** Why the figure decides nothing; `null` when it counts. */
  readonly doubt: string | null
}

/** Results of one side: its runs, and its searches, whose steps do not count as runs. */
export interface ReadSide {
  readonly runs: readonly TestResult[]
  readonly searches: readonly SuiteResult[]
}

/** A condition applied to one test, with the function that reads its figure from a side. */
export interface RegressionCase {
  readonly condition: RegressionCondition
  /** Name of the test, with its variant. */
  readonly test: string
  readonly read: (side: ReadSide) => readonly ReadFigure[]
}

/**
 * Parses conditions on changes.
 *
 * @param runs the runs that were made; empty before the first
 * @throws BenchpressError `NOT_COMPARABLE` with everything that is wrong with them, such as an endpoint that no run measured
 */
export function readConditions(
  texts: readonly string[],
  known: Measurable,
  runs: readonly TestResult[] | undefined,
): readonly RegressionCondition[] {
  const problems: string[] = []
  const read = texts.flatMap((text) => {
    const parsed = parseRegression(text, known)
    const problem = 'problem' in parsed ? parsed.problem : runs && whyUnmeasured(parsed.regression, runs)
    const hint = 'problem' in parsed && parsed.hint !== undefined ? `; ${parsed.hint}` : ''
    if (problem !== undefined) problems.push(`condition ${text}: ${problem}${hint}`)
    return 'problem' in parsed ? [] : [parsed.regression]
  })
  if (problems.length > 0) throw new BenchpressError('NOT_COMPARABLE', problems.join('\n'))
  return read
}

// A condition on a found rate is refused when there is no search.
function whyUnmeasured(condition: RegressionCondition, runs: readonly TestResult[]): string | undefined {
  return condition.on.metric === foundRate.metric ? undefined : findUnmeasured(condition, runs)
}

/** Applies each condition to every test that has its figure; the rates that searches found count as a test. */
export function casesOf(conditions: readonly RegressionCondition[], sides: readonly ReadSide[]): readonly RegressionCase[] {
  const runs = sides.flatMap((side) => side.runs)
  const tests = [...new Set(runs.map(nameOf))]
  const searches = [...new Set(sides.flatMap((side) => side.searches.map(({ name }) => name)))]
  return conditions.flatMap((condition): readonly RegressionCase[] => {
    if (condition.on.metric === foundRate.metric)
      return searches.map((test) => ({ condition, test, read: (side) => readSearches(side, test) }))
    return tests.flatMap((test) => {
      const ofTest = runs.filter((run) => nameOf(run) === test)
      return metricsMeant(condition.on, ofTest).map((on) => ({
        condition: { ...condition, on },
        test,
        read: (side: ReadSide) => readRuns(side, test, { ...condition, on }),
      }))
    })
  })
}

function readRuns({ runs }: ReadSide, test: string, { on, aggregate }: RegressionCondition): readonly ReadFigure[] {
  return runs
    .filter((run) => nameOf(run) === test)
    .map((run) => {
      const doubt = whyDoubtful(run)
      return { value: readFigure(run, on, aggregate), doubt: doubt === null ? null : `run ${run.repeat} of ${test} ${doubt}` }
    })
}

function readSearches({ searches }: ReadSide, test: string): readonly ReadFigure[] {
  return searches
    .filter(({ name }) => name === test)
    .map((suite) => ({ value: suite.found?.value ?? foundNone, doubt: doubtOfSearch(suite)[0] ?? null }))
}

const foundNone: Untold = { untold: 'a search found no rate that holds' }

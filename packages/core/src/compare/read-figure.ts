import { builtInMetrics } from '../result/threshold/built-in-metrics.ts'
import { anyResponseTime, thresholdsMeant } from '../result/threshold/meant-thresholds.ts'
import { matchTag } from '../result/threshold/match-names.ts'
import { exactOf, type Missing } from '../result/threshold/measured.ts'
import type { MetricDefinition } from '../measure/recorder/own-metric.ts'
import { readMetric } from '../result/threshold/read-metric.ts'
import { beyondCutOff, describeTimes } from '../result/threshold/evaluate-threshold.ts'
import { formatSelector, sayProblem, type Aggregate, type MetricSelector } from '../result/threshold/threshold.ts'
import { measureSummary } from '../result/summary/measure-scenario.ts'
import { isLowerBound, judgeFigure, type PercentileName, type TimeFigure, type TimeSummary } from '../model/metrics/time-summary.ts'
import { requestKinds } from '../result/verdict/request-kinds.ts'
import { sumOf } from '../base/units/count.ts'
import { formatNumber } from '../base/units/format.ts'
import type { TestResult } from '../result/shape/result.ts'
import { type ComparedAggregate, parseRegression, type Measurable, type RegressionCondition } from './condition.ts'
import { knownFigureOf, knownPercentile, throughput, foundRate } from './figures.ts'
import { BenchpressError } from '../base/errors/benchpress-error.ts'
import { whyDoubtful } from './doubtful-run.ts'
import { doubtOfSearch, nameWithVariant, nameOfRun, type Side } from './side.ts'

/**
 * The metrics that a selector stands for in a test: of each kind of requests when it names none; empty when the test has none.
 *
 * @param runs the runs of the test
 */
function metricsMeant(on: MetricSelector, runs: readonly TestResult[]): readonly MetricSelector[] {
  const [run] = runs
  if (run === undefined) return []
  return on.metric === anyResponseTime ? thresholdsMeant({ on }, measureSummary(run)).map((meant) => meant.on) : [on]
}

/** Why no run measured a figure, such as a misspelt endpoint; `undefined` when a run did. */
export function findUnmeasured({ on, aggregate }: ComparedAggregate, runs: readonly TestResult[]): string | undefined {
  // A condition on a found rate is refused when there is no search.
  if (on.metric === foundRate.metric) return undefined
  let missing = `no test measured ${formatSelector(on)}`
  for (const run of runs) {
    for (const meant of metricsMeant(on, [run])) {
      const value = readFigure(run, meant, aggregate)
      if (typeof value === 'number' || 'unusable' in value) return undefined
      missing = value.missing
    }
  }
  return missing
}

/** Why a run that measured a figure has no reliable value of it. */
interface Unusable {
  readonly unusable: string
  /** How many times as long the run has to be; missing where no length is enough. */
  readonly longer?: number
}

const tooFew: Unusable = { unusable: 'a run has too few samples for it' }
const cutOff: Unusable = { unusable: `in a run, ${beyondCutOff}` }

/** Reads a figure of a run: in milliseconds, a number a second, a share from 0 to 1, or the unit of the metric. */
function readFigure(run: TestResult, on: MetricSelector, aggregate: Aggregate): number | Unusable | Missing {
  if (on.metric === throughput) return readThroughput(run, on)
  const summary = run.metrics[on.metric]
  const definition: MetricDefinition | undefined = builtInMetrics[on.metric] ?? (summary && { type: summary.type })
  if (definition === undefined) return { missing: `no metric ${on.metric}` }
  const reading = readMetric(on, definition, measureSummary(run))
  if ('missing' in reading) return reading
  const { measured, seconds } = reading
  return measured.type === 'trend' ? timeOf(measured.values, aggregate) : (exactOf(measured, seconds, aggregate) ?? tooFew)
}

function readThroughput({ scenarios }: TestResult, on: MetricSelector): number | Missing {
  const found = matchTag('scenario', on, scenarios)
  if ('missing' in found) return found
  return sumOf(found.flatMap(requestKinds), ({ requests }) => requests.throughput.okPerSecond)
}

function timeOf(times: TimeSummary, aggregate: Aggregate): number | Unusable {
  if (aggregate === 'count') return times.count
  const percentile = knownFigureOf(aggregate)
  const figure = percentile ?? otherFigures.find((name) => name === aggregate)
  if (figure === undefined) return tooFew
  if (isLowerBound(times, figure)) return cutOff
  if (percentile === undefined) return times[figure] ?? tooFew
  return knownPercentile(times, percentile) ?? describeFew(percentile, times)
}

function describeFew(figure: PercentileName, times: TimeSummary): Unusable {
  const { says, had, needed } = judgeFigure(times, figure)
  if (says !== 'few') return tooFew
  const cutShort = times.unfinished?.count ?? 0
  const effect = cutShort === 0 ? '' : ` in effect, as ${formatNumber(cutShort)} ${cutShort === 1 ? 'was' : 'were'} cut off`
  const longer = needed / had
  const has = `has ${formatNumber(had)} of the ${formatNumber(needed)} samples it needs${effect}`
  return { unusable: `a run ${has}; run ${describeTimes(longer)} as long`, longer }
}

const otherFigures: readonly TimeFigure[] = ['mean', 'min', 'max', 'stdev']

/** A figure of one run or one search as a condition reads it, or why there is none. */
export interface ReadFigure {
  readonly value: number | Unusable | Missing
  /** Why the figure decides nothing; `null` when it counts. */
  readonly doubt: string | null
}

/** What conditions read of a side. */
export type ReadSide = Pick<Side, 'runs' | 'searches'>

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
    const problem = 'problem' in parsed ? sayProblem(parsed) : runs && findUnmeasured(parsed.regression, runs)
    if (problem !== undefined) problems.push(`condition ${text}: ${problem}`)
    return 'problem' in parsed ? [] : [parsed.regression]
  })
  if (problems.length > 0) throw new BenchpressError('NOT_COMPARABLE', problems.join('\n'))
  return read
}

/** Applies each condition to every test that has its figure; the rates that searches found count as a test. */
export function casesOfConditions(conditions: readonly RegressionCondition[], sides: readonly ReadSide[]): readonly RegressionCase[] {
  const runs = sides.flatMap((side) => side.runs)
  const tests = [...new Set(runs.map(nameWithVariant))]
  const searches = [...new Set(sides.flatMap((side) => side.searches.map(({ name }) => name)))]
  return conditions.flatMap((condition): readonly RegressionCase[] => {
    if (condition.on.metric === foundRate.metric)
      return searches.map((test) => ({ condition, test, read: (side) => readSearches(side, test) }))
    return tests.flatMap((test) => {
      const ofTest = runs.filter((run) => nameWithVariant(run) === test)
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
    .filter((run) => nameWithVariant(run) === test)
    .map((run) => {
      const doubt = whyDoubtful(run)
      return {
        value: readFigure(run, on, aggregate),
        doubt: doubt === null ? null : `${nameOfRun(run)} ${doubt}`,
      }
    })
}

function readSearches({ searches }: ReadSide, test: string): readonly ReadFigure[] {
  return searches
    .filter(({ name }) => name === test)
    .map((suite) => ({ value: suite.found?.value ?? foundNone, doubt: doubtOfSearch(suite) ?? null }))
}

const foundNone: Unusable = { unusable: 'a search found no rate that holds' }

import { builtInMetrics } from '../threshold/built-in-metrics.ts'
import { matchNames } from '../threshold/match-names.ts'
import type { Measured, Missing } from '../threshold/measured.ts'
import type { MetricDefinition } from '../../model/metrics/metric-definition.ts'
import { readMetric } from '../threshold/read-metric.ts'
import { beyondCutOff } from '../threshold/inconclusive.ts'
import { anyResponseTime, thresholdsMeant } from '../threshold/response-time-metrics.ts'
import { formatSelector } from '../threshold/selector.ts'
import type { Aggregate, MetricSelector } from '../threshold/threshold.ts'
import { measureSummary } from '../summary/find-part.ts'
import { isLowerBound, mergeTimes, type TimeFigure, type TimeSummary } from '../summary/time-summary.ts'
import type { MicrobenchmarkSummary } from '../summary/test-summary.ts'
import type { TestResult } from '../shape/result.ts'
import { compareRuns, type RunsComparison } from './compare-runs.ts'
import type { RegressionCondition } from './parse-regression.ts'
import { callTime, knownFigureOf, knownPercentile, throughput } from './run-figures.ts'
import { whyDoubtful } from './doubtful-run.ts'
import { nameOf } from './side-differences.ts'

/** A condition on a change, judged in one test. */
export interface JudgedRegression extends Pick<RunsComparison, 'ratio' | 'interval' | 'runsNeeded'> {
  /** The condition as it was written. */
  readonly condition: string
  /** The metric that it looked at, and the test, with its variant. */
  readonly metric: string
  readonly test: string
  /** `regressed` where the whole interval lies beyond the limit, `held` where none of it does, and else `undecided`. */
  readonly outcome: 'regressed' | 'held' | 'undecided'
  /** Why it is undecided; `null` where it is decided. */
  readonly because: string | null
}

/** Judges conditions in each test, corrected for all that are judged. */
export function judgeRegressions(
  conditions: readonly RegressionCondition[],
  base: readonly TestResult[],
  head: readonly TestResult[],
  paired: boolean,
): readonly JudgedRegression[] {
  const tests = [...new Set([...base, ...head].map(nameOf))]
  const cases = conditions.flatMap((condition) =>
    tests.flatMap((test) =>
      metricsMeant(
        condition.on,
        [...base, ...head].filter((run) => nameOf(run) === test),
      ).map((on) => ({ condition, on, test })),
    ),
  )
  return cases.map(({ condition, on, test }) => {
    const [ofBase, ofHead] = [base, head].map((side) => side.filter((run) => nameOf(run) === test))
    return judgeOne({ ...condition, on }, test, { base: ofBase ?? [], head: ofHead ?? [], paired, figures: cases.length })
  })
}

interface SidesOfTest {
  readonly base: readonly TestResult[]
  readonly head: readonly TestResult[]
  readonly paired: boolean
  readonly figures: number
}

function judgeOne(condition: RegressionCondition, test: string, { base, head, paired, figures }: SidesOfTest): JudgedRegression {
  const { operator, limit, on, aggregate } = condition
  const runs = [...base, ...head]
  const read = runs.map((run) => readValue(run, on, aggregate))
  const values = read.filter((value) => typeof value === 'number')
  const isKnown = values.length === read.length
  const [ofBase, ofHead] = isKnown ? [values.slice(0, base.length), values.slice(base.length)] : [[], []]
  const settings = { better: operator === '>' ? 'low' : 'high', figures, margin: 0, paired: paired && isKnown } as const
  const compared = compareRuns(ofBase, ofHead, settings)
  const { ratio, interval } = compared
  const judged = { condition: condition.condition, metric: `${formatSelector(on)} ${aggregate}`, test, ratio, interval, runsNeeded: null }
  const unknown = whyUnknown(read, runs)
  if (unknown !== undefined) return { ...judged, outcome: 'undecided', because: unknown }
  if (values.every((value) => value === 0)) return { ...judged, outcome: 'held', because: null }
  const decided = decide(condition, compared)
  if (decided.outcome !== 'undecided' || interval === null) return { ...judged, ...decided }
  // From a base that is moved to the limit, the difference to decide is that from the limit.
  const { runsNeeded } = compareRuns(
    ofBase.map((value) => value * limit),
    ofHead,
    settings,
  )
  return { ...judged, ...decided, runsNeeded }
}

/** Why nothing can be said of a condition, whatever the values are. */
function whyUnknown(read: readonly (number | Untold | Missing)[], runs: readonly TestResult[]): string | undefined {
  const unknown = read.filter((value) => typeof value === 'object')
  const missing = unknown.find((value) => 'missing' in value)
  if (missing !== undefined) return missing.missing
  const untold = unknown.find((value) => 'untold' in value)
  if (untold !== undefined) return untold.untold
  const doubts = runs.flatMap((run) => {
    const doubt = whyDoubtful(run)
    return doubt === null ? [] : [`run ${run.repeat} of ${nameOf(run)} ${doubt}`]
  })
  return doubts[0]
}

function decide(
  { operator, limit }: RegressionCondition,
  { interval, because, answer }: RunsComparison,
): Pick<JudgedRegression, 'outcome' | 'because'> {
  // A change from a base of 0 is beyond any share of it.
  if (interval === null && (answer === 'worse' || answer === 'better'))
    return { outcome: answer === 'worse' ? 'regressed' : 'held', because: null }
  if (interval === null) return { outcome: 'undecided', because: because ?? 'there is no interval' }
  const [low, high] = interval
  const [isBeyond, isWithin] = operator === '>' ? [low > limit, high <= limit] : [high < limit, low >= limit]
  if (isBeyond || isWithin) return { outcome: isBeyond ? 'regressed' : 'held', because: null }
  return { outcome: 'undecided', because: 'the interval has the limit within it' }
}

/**
 * What a condition looks at in a test: each kind of requests where it names none, and each function; empty where the test has nothing of it.
 *
 * @param runs of the test
 */
function metricsMeant(on: MetricSelector, runs: readonly TestResult[]): readonly MetricSelector[] {
  const [run] = runs
  if (run === undefined) return []
  if (run.kind === 'functions') {
    const pattern = on.tags['function'] ?? '*'
    const names = run.microbenchmarks.map((measured) => ({ name: measured.case }))
    const found = on.metric === callTime || on.metric === anyResponseTime ? matchNames('function', pattern, names) : []
    return 'missing' in found ? [] : found.map(({ name }) => ({ metric: callTime, tags: { function: name } }))
  }
  if (on.metric === callTime) return []
  return on.metric === anyResponseTime ? thresholdsMeant({ on }, measureSummary(run)).map((meant) => meant.on) : [on]
}

/** Why a condition looks at nothing in any of the runs, such as an endpoint that is misspelt; `undefined` where it looks at something. */
export function findUnmeasured({ on, aggregate }: RegressionCondition, runs: readonly TestResult[]): string | undefined {
  let missing = `no test measured ${formatSelector(on)}`
  for (const run of runs) {
    for (const meant of metricsMeant(on, [run])) {
      const value = readValue(run, meant, aggregate)
      if (typeof value === 'number' || 'untold' in value) return undefined
      missing = value.missing
    }
  }
  return missing
}

/** Why a run that measured a figure cannot tell it. */
interface Untold {
  readonly untold: string
}

const tooFew: Untold = { untold: 'a run has too few samples for it' }
const cutOff: Untold = { untold: `in a run, ${beyondCutOff}` }

function readValue(run: TestResult, on: MetricSelector, aggregate: Aggregate): number | Untold | Missing {
  if (on.metric === throughput) return readThroughput(run, on)
  if (on.metric === callTime) return readCallTime(run.microbenchmarks, on, aggregate)
  const summary = run.metrics[on.metric]
  const definition: MetricDefinition | undefined = builtInMetrics[on.metric] ?? (summary && { type: summary.type })
  if (definition === undefined) return { missing: `no metric ${on.metric}` }
  const reading = readMetric(on, definition, measureSummary(run), mergeTimes)
  return 'missing' in reading ? reading : valueOf(reading.measured, aggregate, reading.seconds)
}

function readThroughput({ scenarios }: TestResult, { tags }: MetricSelector): number | Missing {
  const pattern = tags['scenario']
  const found = pattern === undefined ? scenarios : matchNames('scenario', pattern, scenarios)
  if ('missing' in found) return found
  return found
    .flatMap((scenario) => [scenario, ...(scenario.users?.pluginRequests ?? [])])
    .reduce((sum, requests) => sum + requests.throughput.okPerSecond, 0)
}

function readCallTime(
  measured: readonly MicrobenchmarkSummary[],
  { tags }: MetricSelector,
  aggregate: Aggregate,
): number | Untold | Missing {
  const found = measured.find((each) => each.case === tags['function'])
  if (found === undefined) return { missing: `no function ${tags['function'] ?? ''}` }
  if (found.callTime === null || !(aggregate in found.callTime)) return tooFew
  return found.callTime[aggregate as 'median']
}

function valueOf(measured: Measured<TimeSummary>, aggregate: Aggregate, seconds: number): number | Untold {
  switch (measured.type) {
    case 'counter':
      return aggregate === 'rate' ? (seconds > 0 ? measured.count / seconds : 0) : measured.count
    case 'gauge':
      return (aggregate === 'min' || aggregate === 'max' ? measured[aggregate] : measured.value) ?? tooFew
    case 'rate':
      return measured.total > 0 ? measured.hits / measured.total : tooFew
    case 'trend':
      return timeOf(measured.values, aggregate)
  }
}

function timeOf(times: TimeSummary, aggregate: Aggregate): number | Untold {
  if (aggregate === 'count') return times.count
  const percentile = knownFigureOf(aggregate)
  const figure = percentile ?? otherFigures.find((name) => name === aggregate)
  if (figure === undefined) return tooFew
  if (isLowerBound(times, figure)) return cutOff
  return (percentile === undefined ? times[figure] : knownPercentile(times, percentile)) ?? tooFew
}

const otherFigures: readonly TimeFigure[] = ['mean', 'min', 'max', 'stdev']

import { builtInMetrics } from '../threshold/built-in-metrics.ts'
import { matchNames } from '../threshold/match-names.ts'
import { exactOf, type Missing } from '../threshold/measured.ts'
import type { MetricDefinition } from '../../measure/recorder/own-metric.ts'
import { readMetric } from '../threshold/read-metric.ts'
import { beyondCutOff, describeFew } from '../threshold/inconclusive.ts'
import { anyResponseTime, thresholdsMeant } from '../threshold/read-requests.ts'
import { formatSelector } from '../threshold/selector.ts'
import type { Aggregate, MetricSelector } from '../threshold/threshold.ts'
import { measureSummary } from '../summary/find-part.ts'
import { isLowerBound, mergeTimes, percentiles, samplesOf, type TimeFigure, type TimeSummary } from '../summary/time-summary.ts'
import type { MicrobenchmarkSummary } from '../summary/test-summary.ts'
import type { TestResult } from '../shape/result.ts'
import type { ComparedAggregate } from './parse-regression.ts'
import { callTime, knownFigureOf, knownPercentile, throughput } from './run-figures.ts'

/**
 * The metrics that a selector stands for in a test: of each kind of requests when it names none, or of each function; empty when the test has none.
 *
 * @param runs the runs of the test
 */
export function metricsMeant(on: MetricSelector, runs: readonly TestResult[]): readonly MetricSelector[] {
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

/** Why no run measured a figure, such as a misspelt endpoint; `undefined` when a run did. */
export function findUnmeasured({ on, aggregate }: ComparedAggregate, runs: readonly TestResult[]): string | undefined {
  let missing = `no test measured ${formatSelector(on)}`
  for (const run of runs) {
    for (const meant of metricsMeant(on, [run])) {
      const value = readFigure(run, meant, aggregate)
      if (typeof value === 'number' || 'untold' in value) return undefined
      missing = value.missing
    }
  }
  return missing
}

/** Why a run that measured a figure has no reliable value of it. */
export interface Untold {
  readonly untold: string
}

const tooFew: Untold = { untold: 'a run has too few samples for it' }
const cutOff: Untold = { untold: `in a run, ${beyondCutOff}` }

/** Reads a figure of a run: in milliseconds, nanoseconds of a function, a number a second, a share from 0 to 1, or the unit of the metric. */
export function readFigure(run: TestResult, on: MetricSelector, aggregate: Aggregate): number | Untold | Missing {
  if (on.metric === throughput) return readThroughput(run, on)
  if (on.metric === callTime) return readCallTime(run.microbenchmarks, on, aggregate)
  const summary = run.metrics[on.metric]
  const definition: MetricDefinition | undefined = builtInMetrics[on.metric] ?? (summary && { type: summary.type })
  if (definition === undefined) return { missing: `no metric ${on.metric}` }
  const reading = readMetric(on, definition, measureSummary(run), mergeTimes)
  if ('missing' in reading) return reading
  const { measured, seconds } = reading
  return measured.type === 'trend' ? timeOf(measured.values, aggregate) : (exactOf(measured, seconds, aggregate) ?? tooFew)
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

function timeOf(times: TimeSummary, aggregate: Aggregate): number | Untold {
  if (aggregate === 'count') return times.count
  const percentile = knownFigureOf(aggregate)
  const figure = percentile ?? otherFigures.find((name) => name === aggregate)
  if (figure === undefined) return tooFew
  if (isLowerBound(times, figure)) return cutOff
  if (percentile === undefined) return times[figure] ?? tooFew
  const few = describeFew(percentiles[percentile], samplesOf(times, percentile), times.unfinished?.count ?? 0)
  return knownPercentile(times, percentile) ?? (few === undefined ? tooFew : { untold: `a run cannot tell it: ${few.text}` })
}

const otherFigures: readonly TimeFigure[] = ['mean', 'min', 'max', 'stdev']

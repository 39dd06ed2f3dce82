import { checkNames } from '../base/errors/closest-name.ts'
import { type MetricSelector, type Aggregate, formatSelector, sayProblem } from '../result/threshold/threshold.ts'
import { builtInMetric } from '../result/threshold/built-in-metrics.ts'
import { formatChange } from '../base/units/format.ts'
import { formatQuantity, quantityOf } from '../result/threshold/quantity.ts'
import { definitionsOf, measurableIn, parseFigure } from '../compare/condition.ts'
import { throughput } from '../compare/figures.ts'
import { findUnmeasured } from '../compare/read-figure.ts'
import { nameOfRun } from '../compare/side.ts'
import type { Result, SuiteResult, TestResult } from '../result/shape/result.ts'
import { undecidedFinding, type Finding } from './finding.ts'

/** Runs to assert something of: the result of `run()` or of `runSuite()`, or an array of such results. */
export type Runs = Result | SuiteResult | readonly (Result | SuiteResult)[]

/**
 * Reads the given runs as suites.
 *
 * @throws TypeError for anything else, for a search, and when there is no run
 */
export function suitesOf(given: unknown): readonly SuiteResult[] {
  const suites = (Array.isArray(given) ? given : [given]).map(suiteOf)
  if (suites.every(({ tests }) => tests.length === 0)) throw new TypeError('there is no run; give the results of run() or runSuite()')
  return suites
}

function suiteOf(given: unknown): SuiteResult {
  const suite = isResult(given) ? given.toJSON() : given
  if (!isSuite(suite)) throw new TypeError('runs are the result of run() or runSuite(), or an array of such results')
  if (suite.found !== null) throw new TypeError('a search has no runs of one load; give the results of run() or runSuite()')
  return suite
}

function isResult(given: unknown): given is Result {
  return typeof given === 'object' && given !== null && 'toJSON' in given && typeof given.toJSON === 'function'
}

function isSuite(given: unknown): given is SuiteResult {
  return typeof given === 'object' && given !== null && 'tests' in given && Array.isArray(given.tests) && 'environment' in given
}

/** A figure that says how fast something is. */
export interface Speed {
  /** The figure as text, such as `p99 of http_response_time`. */
  readonly name: string
  readonly on: MetricSelector
  readonly aggregate: Aggregate
  /** Whether high or low values are faster. */
  readonly better: 'high' | 'low'
}

// The counters of work that was done; others, such as `dropped`, count work that was not.
const amounts = new Set([throughput, 'http_requests', 'plugin_requests', 'iterations', 'deliveries_received', 'data_sent', 'data_received'])

/**
 * Reads a figure such as `p99`, `throughput` or `http_response_time{endpoint:GET /items} p90`.
 *
 * @throws TypeError when the runs do not have the figure, or it does not describe a speed
 */
export function readSpeed(metric: string, runs: readonly TestResult[]): Speed {
  const figure = parseFigure(metric.trim(), measurableIn({ runs, searches: [] }))
  if ('problem' in figure) throw new TypeError(sayProblem(figure))
  const better = betterOf(figure.on.metric, figure.aggregate, runs)
  if (better === undefined)
    throw new TypeError(`${metric.trim()} does not say how fast anything is; name a time such as p99, or a rate such as throughput`)
  const unmeasured = findUnmeasured(figure, runs)
  if (unmeasured !== undefined) throw new TypeError(`metric ${metric.trim()}: ${unmeasured}`)
  return { ...figure, better, name: textOfFigure(figure.on, figure.aggregate) }
}

/** A figure as text, such as `p99 of http_response_time`, or `throughput`. */
export function textOfFigure(on: MetricSelector, aggregate: Aggregate): string {
  return aggregate === 'rate' ? formatSelector(on) : `${aggregate} of ${formatSelector(on)}`
}

function betterOf(metric: string, aggregate: Aggregate, runs: readonly TestResult[]): Speed['better'] | undefined {
  const definition = definitionsOf(runs)[metric]
  if (definition === undefined || aggregate === 'count' || aggregate === 'stdev') return undefined
  if (definition.type === 'trend') return definition.unit === 'ms' ? 'low' : undefined
  const isAmount = amounts.has(metric) || builtInMetric(metric) === undefined
  return definition.type === 'counter' && isAmount ? 'high' : undefined
}

/**
 * Checks the names of options, since tests in JavaScript have no types to report an unknown one.
 *
 * @throws TypeError for options that are no object, and for an unknown name
 */
export function checkOptionNames(options: unknown, known: readonly string[]): void {
  if (options === undefined) return
  if (typeof options !== 'object' || options === null)
    throw new TypeError(`the options are ${JSON.stringify(options)}; write them as { ${known[0] ?? ''}: ... }`)
  checkNames(options, known, 'option')
}

/** Writes values of a figure, one for each run. */
export function formatValues(
  values: readonly number[],
  { on, aggregate }: Pick<Speed, 'on' | 'aggregate'>,
  runs: readonly TestResult[],
): string {
  const definition = definitionsOf(runs)[on.metric]
  const format = (value: number): string =>
    definition === undefined ? String(value) : formatQuantity(value, quantityOf(definition, aggregate))
  return values.map(format).join(', ')
}

/** An undecided finding because a run is invalid; `undefined` when none is. */
export function whyInvalid(suites: readonly SuiteResult[]): Finding | undefined {
  const run = suites.flatMap(({ tests }) => tests).find(({ verdict }) => verdict.level === 'invalid')
  return run && undecidedFinding(`${nameOfRun(run)}: the run is invalid`, run)
}

/** The run whose verdict a message shows: the first suspect one, or the first. */
export function shownRun(runs: readonly TestResult[]): TestResult {
  const run = runs.find(({ verdict }) => verdict.level === 'suspect') ?? runs[0]
  if (run === undefined) throw new TypeError('there is no run; give the results of run() or runSuite()')
  return run
}

/** Writes a ratio with its interval, such as `by -17 %, between -21 % and -13 % at 95 %`; of a share, in points. */
export function formatRatio(ratio: number | null, interval: readonly [number, number] | null, isShare: boolean = false): string {
  if (ratio === null) return 'no ratio'
  const write = (value: number): string => formatChange(value - 1, isShare)
  return `by ${write(ratio)}${interval === null ? '' : `, between ${write(interval[0])} and ${write(interval[1])} at 95 %`}`
}

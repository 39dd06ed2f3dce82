import type { DeliverySummary } from '../result/summary/delivery-summary.ts'
import type { PluginRequestsSummary, RequestsSummary } from '../result/summary/requests-summary.ts'
import type { ScenarioSummary } from '../result/summary/scenario-summary.ts'
import type { SeriesSummary } from '../result/summary/series-summary.ts'
import {
  isLowerBound,
  judgeFigure,
  percentileNames,
  percentiles,
  type PercentileName,
  type TimeSummary,
} from '../result/summary/time-summary.ts'
import { type Aggregate, percentileOf } from '../result/threshold/threshold.ts'
import { countFailed, failedShare } from '../model/metrics/outcome.ts'
import type { SuiteResult, TestResult } from '../result/shape/result.ts'

/** The part of a test on one variant, or the search, that compared figures belong to. */
export interface ComparedPart {
  /** Name of the test. */
  readonly test: string
  /** Name of the target variant. */
  readonly variant: string
  readonly kind: 'scenario' | 'endpoint' | 'plugin' | 'deliveries' | 'search'
  /** Names of the part, from the scenario inwards: an endpoint has the name of its scenario and its own. */
  readonly names: readonly string[]
}

/** A figure that two results are compared by. */
export interface ComparedMetric {
  /**
   * The metric as thresholds name it, or `throughput` for ok responses a second, `found_rate` for the
   * rate that a search found.
   */
  readonly metric: string
  /** Aggregate of the metric, such as `p99`. */
  readonly aggregate: string
  /** Unit of the values: milliseconds, a number a second, or a share from 0 to 1. */
  readonly unit: 'ms' | 'per second' | 'share'
  /** Whether high or low values are better. */
  readonly better: 'high' | 'low'
}

/** One figure of one run; `value` is `null` when it is not reliable, such as a percentile of too few samples. */
export interface RunFigure extends ComparedMetric {
  readonly part: ComparedPart
  readonly value: number | null
  /** The number of requests that a share of failures is of. */
  readonly requests?: number
}

/** One figure with its value in each run of both sides. */
export interface FigureOfSides extends ComparedMetric {
  readonly part: ComparedPart
  /** A value for each run of the base, in the order in which they were made; `null` where a run has no reliable value. */
  readonly base: readonly (number | null)[]
  /** The values of the head, in the same way. */
  readonly head: readonly (number | null)[]
  /** The number of requests of each run that a share of failures is of, none of which a baseline of an earlier version has; missing for other figures. */
  readonly requests?: { readonly base: readonly number[]; readonly head: readonly number[] }
}

/** A key that identifies a figure of a part. */
export function keyOfFigure({ part, metric, aggregate }: Pick<RunFigure, 'part' | 'metric' | 'aggregate'>): string {
  return JSON.stringify([part, metric, aggregate])
}

/** The numbers of requests of both sides, where a side has any. */
export function requestsOf(base: readonly number[] = [], head: readonly number[] = []): Pick<FigureOfSides, 'requests'> {
  return base.length === 0 && head.length === 0 ? {} : { requests: { base, head } }
}

/** The numbers of requests of runs, which shares of failures have. */
export function requestsIn(figures: readonly RunFigure[] = []): readonly number[] {
  return figures.flatMap(({ requests }) => requests ?? [])
}

/** Reads every figure of a run that results are compared by, from its scenarios to its deliveries. */
export function figuresOfRun(run: TestResult): readonly RunFigure[] {
  const { name: test, variant } = run
  const partOf = (kind: ComparedPart['kind'], ...names: readonly string[]): ComparedPart => ({ test, variant, kind, names })
  return [
    ...run.scenarios.flatMap((scenario) => [
      ...(hasStarted(scenario) ? requestFigures(partOf('scenario', scenario.name), 'http', scenario, scenario.users !== null) : []),
      ...endpointFigures(scenario, (name) => partOf('endpoint', scenario.name, name), 'http'),
      ...(scenario.users?.pluginRequests ?? []).flatMap((requests) => pluginFigures(scenario, requests, partOf)),
    ]),
    ...run.deliveries.flatMap((deliveries) => deliveryFigures(partOf('deliveries', deliveries.name), deliveries)),
  ]
}

/**
 * Leaves out the figures of an endpoint that is the only one of its scenario or plugin, in which case they are the same as those of the whole.
 *
 * @param among the figures that tell how many endpoints there are. Default: the same ones, which are to be those of all runs of both sides
 */
export function withoutOnlyEndpoints<Figure extends { readonly part: ComparedPart }>(
  figures: readonly Figure[],
  among: readonly { readonly part: ComparedPart }[] = figures,
): readonly Figure[] {
  const endpoints = Map.groupBy(
    among.filter(({ part }) => part.kind === 'endpoint'),
    wholeOf,
  )
  const isOneOfSeveral = (figure: Figure): boolean =>
    new Set((endpoints.get(wholeOf(figure)) ?? []).map(({ part }) => part.names.at(-1))).size > 1
  return figures.filter((figure) => figure.part.kind !== 'endpoint' || isOneOfSeveral(figure))
}

function wholeOf({ part: { test, variant, names } }: { readonly part: ComparedPart }): string {
  return JSON.stringify([test, variant, ...names.slice(0, -1)])
}

/** Reads the rate that a search found, by which its result is compared instead of by its steps. */
export function figureOfSearch({ name, found }: SuiteResult): RunFigure {
  const part: ComparedPart = { test: name, variant: 'default', kind: 'search', names: [] }
  return { part, ...foundRate, value: found?.value ?? null }
}

/** The highest rate that a search found. */
export const foundRate: ComparedMetric = { metric: 'found_rate', aggregate: 'rate', unit: 'per second', better: 'high' }

/** The number of ok responses a second, as a comparison names it. */
export const throughput = 'throughput'

/** The name of a percentile such as `p99.9` or `median` in summaries; `undefined` for a percentile that summaries do not have. */
export function knownFigureOf(aggregate: Aggregate): PercentileName | undefined {
  const percentile = percentileOf(aggregate)
  return percentileNames.find((name) => percentiles[name] === percentile)
}

/** The value of a percentile; `null` when it has too few samples, or is only a lower bound of the true value. */
export function knownPercentile(times: TimeSummary, figure: PercentileName): number | null {
  return judgeFigure(times, figure).says === 'enough' && !isLowerBound(times, figure) ? times[figure] : null
}

type Kind = 'http' | 'plugin'

function hasStarted({ counts }: Pick<RequestsSummary, 'counts'>): boolean {
  return counts.started > 0
}

function requestFigures(part: ComparedPart, kind: Kind, requests: RequestsSummary, isServiceTimed: boolean): readonly RunFigure[] {
  return [throughputOf(part, requests.throughput.okPerSecond), ...timesAndFailures(part, kind, requests, isServiceTimed)]
}

// Each endpoint has its part in the ok responses a second of its scenario: the counts of endpoints contain responses that came after the run phase.
function endpointFigures(
  {
    endpoints,
    throughput: { okPerSecond },
    counts,
    users,
  }: Pick<RequestsSummary, 'endpoints' | 'throughput' | 'counts'> & { readonly users?: unknown },
  partOf: (name: string) => ComparedPart,
  kind: Kind,
): readonly RunFigure[] {
  const { ok } = counts.outcomes
  return endpoints.flatMap((endpoint) => [
    throughputOf(partOf(endpoint.name), ok === 0 ? 0 : (okPerSecond * endpoint.counts.outcomes.ok) / ok),
    ...timesAndFailures(partOf(endpoint.name), kind, endpoint, kind === 'http' && users !== null),
  ])
}

function pluginFigures(
  { name }: ScenarioSummary,
  requests: PluginRequestsSummary,
  partOf: (kind: ComparedPart['kind'], ...names: readonly string[]) => ComparedPart,
): readonly RunFigure[] {
  if (!hasStarted(requests)) return []
  const { plugin } = requests
  return [
    ...requestFigures(partOf('plugin', name, plugin), 'plugin', requests, false),
    ...endpointFigures(requests, (endpoint) => partOf('endpoint', name, plugin, endpoint), 'plugin'),
  ]
}

function throughputOf(part: ComparedPart, value: number): RunFigure {
  return { part, metric: throughput, aggregate: 'rate', unit: 'per second', better: 'high', value }
}

function percentileOfTimes(part: ComparedPart, metric: string, times: TimeSummary, aggregate: 'p50' | 'p90' | 'p99'): RunFigure {
  return { part, metric, aggregate, unit: 'ms', better: 'low', value: knownPercentile(times, aggregate) }
}

// Connections send a request when it is planned: their service time is the response time, and is not compared twice.
function timesAndFailures(
  part: ComparedPart,
  kind: Kind,
  { counts, responseTime, serviceTime }: Pick<SeriesSummary, 'counts' | 'responseTime' | 'serviceTime'>,
  isServiceTimed: boolean,
): readonly RunFigure[] {
  return [
    ...(['p50', 'p90', 'p99'] as const).map((aggregate) => percentileOfTimes(part, `${kind}_response_time`, responseTime, aggregate)),
    ...(isServiceTimed ? [percentileOfTimes(part, `${kind}_service_time`, serviceTime, 'p99')] : []),
    {
      part,
      metric: `${kind}_failed`,
      aggregate: 'rate',
      unit: 'share',
      better: 'low',
      value: failedShare(counts.outcomes),
      requests: countFailed(counts.outcomes).total,
    },
  ]
}

function deliveryFigures(part: ComparedPart, { deliveryTime, reach }: DeliverySummary): readonly RunFigure[] {
  return [
    percentileOfTimes(part, 'delivery_time', deliveryTime, 'p50'),
    percentileOfTimes(part, 'delivery_time', deliveryTime, 'p99'),
    { part, metric: 'delivery_reach', aggregate: 'rate', unit: 'share', better: 'high', value: reach },
  ]
}

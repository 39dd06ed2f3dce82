import { tableOf } from '../model/metrics/figure-sums.ts'
import { countFailed, failedShare } from '../model/metrics/outcome.ts'
import type { SuiteResult, TestResult } from '../result/shape/result.ts'
import type { SeriesSummary } from '../result/summary/series-summary.ts'
import {
  isLowerBound,
  judgeFigure,
  percentileNames,
  percentiles,
  type PercentileName,
  type TimeSummary,
} from '../model/metrics/time-summary.ts'
import { pluginMetricOf } from '../result/threshold/built-in-metrics.ts'
import { type Aggregate, percentileOf } from '../result/threshold/threshold.ts'

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
  /** The metric as thresholds name it, or `throughput` for ok responses a second, `found_rate` for the rate that a search found. */
  readonly metric: string
  /** Aggregate of the metric, such as `p99`. */
  readonly aggregate: string
  /** Unit of the values: milliseconds, a number a second, or a share from 0 to 1. */
  readonly unit: 'ms' | 'per second' | 'share'
  /** Whether high or low values are better. */
  readonly better: 'high' | 'low'
}

/** One figure of a part of a test, with its value in each run. */
export interface MeasuredFigure extends ComparedMetric {
  readonly part: ComparedPart
  /** The value in each run, in the order in which the runs were made; `null` where a run has no reliable value, such as a percentile of too few samples. */
  readonly values: readonly (number | null)[]
  /** The number of requests of each run that a share of failures is of; missing for other figures, and in baselines of earlier versions. */
  readonly requests?: readonly number[] | undefined
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

/** The number of ok responses a second, as a comparison names it. */
export const throughput = 'throughput'

/** The highest rate that a search found. */
export const foundRate: ComparedMetric = { metric: 'found_rate', aggregate: 'rate', unit: 'per second', better: 'high' }

/** Requests of one kind, with the ok responses a second that are theirs. */
interface Requests extends Pick<SeriesSummary, 'counts' | 'responseTime' | 'serviceTime'> {
  readonly okPerSecond: number
}

interface Compared<Of> extends ComparedMetric {
  readonly read: (of: Of) => number | null
  /** The number of requests that a share is of. */
  readonly requests?: (of: Of) => number
}

type Deliveries = TestResult['deliveries'][number]

type NameOfMetric = (figure: { readonly metric?: string }) => string | undefined

/** The figures of the table by which requests of a kind, or deliveries, are compared. */
function comparedOf<Of extends object>(
  subject: 'requests' | 'deliveries',
  nameOf: NameOfMetric,
  share: Pick<Compared<Of>, 'read' | 'requests'>,
): readonly Compared<Of>[] {
  return tableOf(subject).flatMap(([name, figure]) => {
    const [{ compared = [], failed }, metric = ''] = [figure, nameOf(figure)]
    return compared.map((aggregate): Compared<Of> => {
      if (aggregate === 'rate') return { metric, aggregate, unit: 'share', better: failed === 'hits' ? 'low' : 'high', ...share }
      const timesOf = (of: Of): TimeSummary => (of as Readonly<Record<string, TimeSummary>>)[name] as TimeSummary
      return { metric, aggregate, unit: 'ms', better: 'low', read: (of) => knownPercentile(timesOf(of), aggregate) }
    })
  })
}

/** The figures by which requests of a kind are compared. */
function comparedRequests(nameOf: NameOfMetric): readonly Compared<Requests>[] {
  return [
    { metric: throughput, aggregate: 'rate', unit: 'per second', better: 'high', read: ({ okPerSecond }) => okPerSecond },
    ...comparedOf<Requests>('requests', nameOf, {
      read: ({ counts }) => failedShare(counts.outcomes),
      requests: ({ counts }) => countFailed(counts.outcomes).total,
    }),
  ]
}

const byKind = { http: comparedRequests(({ metric }) => metric), plugin: comparedRequests(pluginMetricOf) }
const figuresOfDeliveries = comparedOf<Deliveries>('deliveries', ({ metric }) => metric, { read: ({ reach }) => reach })

/** One figure of one run. */
type RunFigure = ComparedMetric & { readonly part: ComparedPart; readonly value: number | null; readonly requests?: number }

function readAll<Of>(part: ComparedPart, figures: readonly Compared<Of>[], of: Of): readonly RunFigure[] {
  return figures.map(({ read, requests, ...metric }) => ({ part, ...metric, value: read(of), ...(requests && { requests: requests(of) }) }))
}

/** Reads every figure that results are compared by, from scenarios to deliveries, with its value in each run that has it. */
export function measuredFigures(runs: readonly TestResult[]): readonly MeasuredFigure[] {
  return grouped(runs.flatMap(figuresOfRun))
}

/** Reads the rates that searches found, by which they are compared instead of by their steps. */
export function figuresOfSearches(searches: readonly SuiteResult[]): readonly MeasuredFigure[] {
  const partOf = (test: string): ComparedPart => ({ test, variant: 'default', kind: 'search', names: [] })
  return grouped(searches.map(({ name, found }) => ({ part: partOf(name), ...foundRate, value: found?.value ?? null })))
}

function grouped(figures: readonly RunFigure[]): readonly MeasuredFigure[] {
  return [...Map.groupBy(figures, keyOfFigure).values()].map((own) => {
    const [{ value: _value, requests: _requests, ...figure }] = own as [RunFigure, ...RunFigure[]]
    const requests = own.flatMap((each) => each.requests ?? [])
    return { ...figure, values: own.map(({ value }) => value), ...(requests.length > 0 && { requests }) }
  })
}

function figuresOfRun(run: TestResult): readonly RunFigure[] {
  const { name: test, variant } = run
  const partOf = (kind: ComparedPart['kind'], ...names: readonly string[]): ComparedPart => ({ test, variant, kind, names })
  return [
    ...run.scenarios.flatMap((scenario) => [
      ...figuresOfKind('http', [scenario.name], scenario, scenario.users !== null),
      ...(scenario.users?.pluginRequests ?? []).flatMap((own) => figuresOfKind('plugin', [scenario.name, own.plugin], own, false)),
    ]),
    ...run.deliveries.flatMap((deliveries) => readAll(partOf('deliveries', deliveries.name), figuresOfDeliveries, deliveries)),
  ]

  /** The figures of requests of a kind, and of each of their endpoints. */
  function figuresOfKind(
    kind: 'http' | 'plugin',
    names: readonly string[],
    requests: Omit<Requests, 'okPerSecond'> & Pick<TestResult['scenarios'][number], 'throughput' | 'endpoints'>,
    isServiceTimed: boolean,
  ): readonly RunFigure[] {
    // Connections send a request when it is planned: their service time is the response time, and is not compared twice.
    const figures = byKind[kind].filter(({ metric }) => isServiceTimed || !metric.endsWith('_service_time'))
    const {
      counts,
      throughput: { okPerSecond },
      endpoints,
    } = requests
    const { ok } = counts.outcomes
    // Each endpoint has its part in the ok responses a second of its scenario: its counts contain responses that came after the run phase.
    const partOfRate = (own: number): number => (ok === 0 ? 0 : (okPerSecond * own) / ok)
    return [
      ...(counts.started > 0
        ? readAll(partOf(kind === 'http' ? 'scenario' : 'plugin', ...names), figures, { ...requests, okPerSecond })
        : []),
      ...endpoints.flatMap((endpoint) =>
        readAll(partOf('endpoint', ...names, endpoint.name), figures, {
          ...endpoint,
          okPerSecond: partOfRate(endpoint.counts.outcomes.ok),
        }),
      ),
    ]
  }
}

/** A key that identifies a figure of a part. */
export function keyOfFigure({ part, metric, aggregate }: Pick<MeasuredFigure, 'part' | 'metric' | 'aggregate'>): string {
  return JSON.stringify([part, metric, aggregate])
}

/** Puts the figures of both sides beside each other. */
export function pairFigures(base: readonly MeasuredFigure[], head: readonly MeasuredFigure[]): readonly FigureOfSides[] {
  const [before, after] = [base, head].map((side) => new Map(side.map((figure) => [keyOfFigure(figure), figure])))
  return [...new Map([...(after ?? []), ...(before ?? [])])].map(([key, { values: _values, requests: _requests, ...figure }]) => {
    const [ofBase, ofHead] = [before?.get(key), after?.get(key)]
    const sides = { base: ofBase?.values ?? [], head: ofHead?.values ?? [] }
    const requests = { base: ofBase?.requests ?? [], head: ofHead?.requests ?? [] }
    return { ...figure, ...sides, ...(requests.base.length + requests.head.length > 0 && { requests }) }
  })
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

/** The name of a percentile such as `p99.9` or `median` in summaries; `undefined` for a percentile that summaries do not have. */
export function knownFigureOf(aggregate: Aggregate): PercentileName | undefined {
  const percentile = percentileOf(aggregate)
  return percentileNames.find((name) => percentiles[name] === percentile)
}

/** The value of a percentile; `null` when it has too few samples, or is only a lower bound of the true value. */
export function knownPercentile(times: TimeSummary, figure: PercentileName): number | null {
  return judgeFigure(times, figure).says === 'enough' && !isLowerBound(times, figure) ? times[figure] : null
}

import type { DeliveryTotals } from '../../measure/delivery/delivery-totals.ts'
import type { RequestTotals, ScenarioTotals } from '../../measure/recorder/scenario-totals.ts'
import type { SeriesTotal } from '../../measure/recorder/series-totals.ts'
import type { OwnMetricTotal } from '../../measure/recorder/users-totals.ts'
import type { MetricTotal } from '../../measure/recorder/own-metric.ts'
import type { FigureSubject } from '../../model/metrics/figures.ts'
import { Histogram } from '../../model/metrics/histogram.ts'
import { summarizeTimes, type TimeSummary } from '../../model/metrics/time-summary.ts'
import type { MeasuredMetric, MeasuredOwn, MeasuredPart, MeasuredScenario } from '../threshold/measured.ts'
import type { MetricSummary } from './metric-summary.ts'
import type { RequestsSummary } from './requests-summary.ts'
import { onlyClassOf, summarizeClasses, type SeriesSummary } from './series-summary.ts'
import type { TestSummary } from './test-summary.ts'

/** One scenario, for metrics that are read while it runs and at its end. */
export interface MetricSource extends Pick<MeasuredScenario, 'name' | 'seconds' | 'cutShort'> {
  readonly totals: ScenarioTotals
  /** Name of the endpoint of a scenario with one request, which keeps no endpoints. */
  readonly endpoint?: string | undefined
  readonly deliveries?: readonly DeliverySource[]
}

/** The messages of one plugin, for metrics that are read while a test runs and at its end. */
interface DeliverySource {
  readonly name: string
  readonly totals: DeliveryTotals
  /** Time on the clock of the process: messages sent before it that have not arrived count as lost. */
  readonly lostBefore: number
}

type Tags = MeasuredPart['tags']

/** Reads the totals of a scenario. Times are summarized when they are read, which closes windows that are still open. */
export function measureTotals({ name, totals, seconds, endpoint, cutShort, deliveries = [] }: MetricSource): MeasuredScenario {
  const { users } = totals
  const ofScenario = partsOfRequests(totals, {}, users !== undefined)
  const ofPlugins = [...totals.pluginRequests].filter(([, requests]) => requests.hasStarted)
  return {
    name,
    seconds,
    cutShort,
    parts: [
      ...ofScenario,
      ...(ofScenario.length === 1 && endpoint !== undefined ? [onlyEndpoint(endpoint, totals)] : []),
      partOf('connections', {}, totals.connections, totals),
      ...(users === undefined ? [] : partsOfUsers(users, users.run)),
      ...(users?.tags.all ?? []).map((series) => partOfSeries(series, { own: series.name }, true)),
      ...ofPlugins.flatMap(([plugin, requests]) => partsOfRequests(requests, { plugin }, true)),
      ...deliveries.map(partOfDeliveries),
    ],
    own: new Map(Array.from(users?.metrics ?? [], ([metric, total]) => [metric, measureTotal(total)])),
  }
}

function partOf(of: FigureSubject, tags: Tags, counts: object, times: object = counts): MeasuredPart {
  const all = times as Readonly<Record<string, Histogram | TimeSummary>>
  return { of, tags, counts, times: (name) => (all[name] instanceof Histogram ? summarizeTimes(all[name]) : all[name]) }
}

/** @param isServiceTimed whether service times were measured separately from response times */
function timesOf(totals: Pick<SeriesTotal, 'responseTime' | 'serviceTime'>, isServiceTimed: boolean): object {
  if (isServiceTimed) return totals
  return {
    get responseTime() {
      return totals.responseTime
    },
    get serviceTime() {
      return totals.responseTime
    },
  }
}

/** The requests of one kind, and those of each of their endpoints. */
function partsOfRequests(totals: RequestTotals, tags: Tags, isServiceTimed: boolean): readonly MeasuredPart[] {
  return [
    partOf('requests', tags, totals.run, timesOf(totals, isServiceTimed)),
    ...totals.endpoints.all.map((series) => partOfSeries(series, { ...tags, endpoint: series.name }, isServiceTimed)),
  ]
}

function partOfSeries(series: SeriesTotal, tags: Tags, isServiceTimed: boolean): MeasuredPart {
  return {
    ...partOf('requests', tags, series, timesOf(series, isServiceTimed)),
    get byClass() {
      return summarizeClasses(series.responseTimes)
    },
  }
}

function onlyEndpoint(endpoint: string, totals: ScenarioTotals): MeasuredPart {
  return {
    ...partOf('requests', { endpoint }, totals.run, timesOf(totals, totals.users !== undefined)),
    get byClass() {
      return onlyClassOf(totals.run, () => summarizeTimes(totals.responseTime))
    },
  }
}

// Lost messages are counted when they are read.
function partOfDeliveries({ name, totals, lostBefore }: DeliverySource): MeasuredPart {
  const counts = {
    ...totals.counts,
    get lost() {
      const { inGap, afterLeaving, byTarget } = totals.lost(lostBefore)
      return inGap + afterLeaving + byTarget
    },
  }
  return partOf('deliveries', { plugin: name }, counts, totals)
}

/** Figures of users that totals and summaries have alike. */
interface UserFigures {
  readonly iterationDuration: object
  readonly journeys: readonly { readonly name: string; readonly iterations: object }[]
  readonly checks: readonly { readonly name: string }[]
  readonly groups: readonly { readonly name: string }[]
}

/** @param iterations those of the run phase */
function partsOfUsers(users: UserFigures, iterations: object): readonly MeasuredPart[] {
  return [
    partOf('users', {}, users),
    partOf('iterations', {}, iterations, { duration: users.iterationDuration }),
    ...users.journeys.map((journey) => partOf('iterations', { journey: journey.name }, journey.iterations, journey)),
    ...users.checks.map((check) => partOf('checks', { check: check.name }, check)),
    ...users.groups.map((group) => partOf('groups', { group: group.name }, group)),
  ]
}

function measureTotal({ whole, byTag }: OwnMetricTotal): MeasuredOwn {
  // The histogram of a trend counts thousandths of its unit, as it does for milliseconds.
  const measure = (total: MetricTotal): MeasuredMetric =>
    total.type === 'trend' ? { type: 'trend', values: summarizeTimes(total.values) } : total
  return { whole: measure(whole), byTag: byTag.map(({ name, measured }) => ({ name, measured: measure(measured) })) }
}

/** Reads the scenarios of a finished test, to find the metrics of a part. */
export function measureSummary({ scenarios, metrics, deliveries }: TestSummary): MeasuredScenario[] {
  // The user's own metrics are summarized over all scenarios, so a single scenario has them only if it is the only one.
  const first = scenarios.findIndex(({ users }) => users !== null)
  return scenarios.map((scenario, index) => ({
    name: scenario.name,
    seconds: scenario.duration,
    parts: [
      ...partsOfSummary(scenario, {}),
      partOf('connections', {}, scenario.connections, scenario),
      ...(scenario.users === null ? [] : partsOfUsers(scenario.users, scenario.users.iterations)),
      ...(scenario.users?.tags ?? []).map((series) => partOfSummary(series, { own: series.name })),
      ...(scenario.users?.pluginRequests ?? []).flatMap((requests) => partsOfSummary(requests, { plugin: requests.plugin })),
      ...deliveries.map((each) => partOf('deliveries', { plugin: each.name }, each)),
    ],
    own: new Map(index === first ? Object.entries(metrics).map(([name, metric]) => [name, measureOwn(metric)]) : []),
  }))
}

function partsOfSummary({ endpoints, ...requests }: RequestsSummary, tags: Tags): readonly MeasuredPart[] {
  return [
    partOf('requests', tags, { ...requests, ...requests.counts }),
    ...endpoints.map((series) => partOfSummary(series, { ...tags, endpoint: series.name })),
  ]
}

function partOfSummary(series: SeriesSummary, tags: Tags): MeasuredPart {
  const isMixed = Object.keys(series.byClass).length === 0 && series.responseTime.count > 0
  return { ...partOf('requests', tags, { ...series, ...series.counts }), byClass: isMixed ? undefined : series.byClass }
}

function measureOwn({ type, by, ...whole }: MetricSummary): MeasuredOwn {
  // The figures of a metric have the fields of its measurement; only when a gauge was set is not among them.
  const measure = (figures: object): MeasuredMetric => ({ at: null, ...figures, type }) as MeasuredMetric
  return { whole: measure(whole), byTag: by?.series.map((series) => ({ name: series.name, measured: measure(series) })) ?? [] }
}

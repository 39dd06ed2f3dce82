import type { Histogram } from '../../model/metrics/histogram.ts'
import { nameOfClass, timeoutClass } from '../../model/metrics/outcome.ts'
import type { PhaseTotals, RequestTotals, SeriesTotal } from '../../measure/recorder/request-totals.ts'
import type { ScenarioTotals, UsersTotals } from '../../measure/recorder/scenario-totals.ts'
import { measureDeliveries, type DeliverySource, type MeasuredRequests, type MeasuredScenario, type MeasuredUsers } from './measured.ts'

/** One scenario, for metrics that are read while it runs and at its end. */
export interface MetricSource extends Pick<MeasuredScenario<Histogram>, 'name' | 'seconds' | 'cutShort'> {
  readonly totals: ScenarioTotals
  /** Name of the endpoint of a scenario with one request, which keeps no endpoints. */
  readonly endpoint?: string | undefined
  /** Messages of the whole test, by plugin. */
  readonly deliveries?: readonly DeliverySource[]
}

/** Reads the totals of a scenario. Nothing is copied; histograms are merged when they are read. */
export function measureTotals({ name, totals, seconds, endpoint, cutShort, deliveries = [] }: MetricSource): MeasuredScenario<Histogram> {
  const { users } = totals
  const isPlannedWhenSent = users === undefined
  const all = measureAll(endpoint ?? '', totals, isPlannedWhenSent, users?.httpWaiting)
  const endpoints = totals.endpoints.all.map((series) => measureSeries(series, isPlannedWhenSent))
  return {
    name,
    seconds,
    cutShort,
    requests: all,
    endpoints: endpoints.length === 0 && endpoint !== undefined ? [all] : endpoints,
    retried: totals.run.retried,
    connectTime: totals.connectTime,
    tlsTime: totals.tlsTime,
    users: users === undefined ? undefined : measureUsers(users),
    deliveries: deliveries.map(measureDeliveries),
  }
}

/** All requests of a scenario over HTTP, or of a plugin. Reading their times closes windows that are still open, so only a metric of times does it. */
function measureAll(name: string, totals: RequestTotals, isPlannedWhenSent: boolean, httpWaiting?: Histogram): MeasuredRequests<Histogram> {
  const { run } = totals
  return {
    name,
    counts: run,
    get statuses() {
      return run.statuses
    },
    dataSent: run.dataSent,
    dataReceived: run.dataReceived,
    get responseTime() {
      return totals.responseTime
    },
    get serviceTime() {
      return isPlannedWhenSent ? totals.responseTime : totals.serviceTime
    },
    httpWaiting,
    // Times are not kept by class here; when all responses are of one class, its times are the times of all.
    get byClass() {
      const classes = classesOf(run)
      return classes.length > 1 ? undefined : new Map(classes.map((only) => [only, totals.responseTime]))
    },
  }
}

/** The classes of the responses of a phase, such as `2xx`, and `timeout`. */
export function classesOf({ statuses, outcomes }: Pick<PhaseTotals, 'statuses' | 'outcomes'>): readonly string[] {
  const classes = new Set(Object.keys(statuses).map((status) => `${status.charAt(0)}xx`))
  return [...classes, ...(outcomes.timeout > 0 ? [nameOfClass(timeoutClass)] : [])]
}

/** The requests of one endpoint, or with one tag. */
function measureSeries(series: SeriesTotal, isPlannedWhenSent: boolean): MeasuredRequests<Histogram> {
  return {
    name: series.name,
    counts: series,
    get statuses() {
      return series.statuses
    },
    dataSent: 0,
    dataReceived: series.dataReceived,
    get responseTime() {
      return series.responseTime
    },
    get serviceTime() {
      return isPlannedWhenSent ? series.responseTime : series.serviceTime
    },
    httpWaiting: isPlannedWhenSent ? undefined : series.httpWaiting,
    get byClass() {
      return new Map(Array.from(series.responseTimes, ([statusClass, times]) => [nameOfClass(statusClass), times]))
    },
  }
}

function measureUsers(users: UsersTotals): MeasuredUsers<Histogram> {
  return {
    created: users.created,
    completed: users.completed,
    failed: users.failed,
    mostActive: users.mostActive,
    iterations: { name: '', iterations: users.run, duration: users.iterationDuration },
    sendLag: users.sendLag,
    httpWaiting: users.httpWaiting,
    timeToFirstByte: users.timeToFirstByte,
    thinkOvershoot: users.thinkOvershoot,
    journeys: users.journeys,
    checks: users.checks,
    groups: users.groups,
    tags: users.tags.all.map((series) => measureSeries(series, false)),
    pluginRequests: [...users.pluginRequests]
      .filter(([, totals]) => totals.hasStarted)
      .map(([plugin, totals]) => ({
        name: plugin,
        requests: measureAll(plugin, totals, false),
        endpoints: totals.endpoints.all.map((series) => measureSeries(series, false)),
      })),
    metrics: users.metrics,
  }
}

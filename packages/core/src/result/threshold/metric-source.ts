import type { Histogram } from '../../model/metrics/histogram.ts'
import { nameOfClass, timeoutClass } from '../../model/metrics/outcome.ts'
import type { DeliveryTotals } from '../../measure/delivery/delivery-totals.ts'
import type { PhaseTotals, RequestTotals, SeriesTotal } from '../../measure/recorder/request-totals.ts'
import type { ScenarioTotals, UsersTotals } from '../../measure/recorder/scenario-totals.ts'
import { measureUsers, timesIn, type MeasuredPart, type MeasuredRequests, type MeasuredScenario, type MeasuredUsers } from './measured.ts'

/** One scenario, for metrics that are read while it runs and at its end. */
export interface MetricSource extends Pick<MeasuredScenario<Histogram>, 'name' | 'seconds' | 'cutShort'> {
  readonly totals: ScenarioTotals
  /** Name of the endpoint of a scenario with one request, which keeps no endpoints. */
  readonly endpoint?: string | undefined
  /** Messages of the whole test, by plugin. */
  readonly deliveries?: readonly DeliverySource[]
}

/** The messages of one plugin, for metrics that are read while a test runs and at its end. */
interface DeliverySource {
  readonly name: string
  readonly totals: DeliveryTotals
  /** Time on the clock of the process: messages sent before it that have not arrived count as lost. */
  readonly lostBefore: number
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
    connections: { name, counts: totals.connections, times: timesIn(totals) },
    users: users && measureTotalUsers(users),
    deliveries: deliveries.map(measureDeliveries),
  }
}

/** All requests of a scenario over HTTP, or of a plugin. Reading their times closes windows that are still open, so only a metric of times does it. */
function measureAll(name: string, totals: RequestTotals, isPlannedWhenSent: boolean, httpWaiting?: Histogram): MeasuredRequests<Histogram> {
  const { run } = totals
  return {
    name,
    counts: run,
    times: timesOf(totals, isPlannedWhenSent, httpWaiting),
    // Times are not kept by class here; when all responses are of one class, its times are the times of all.
    get byClass() {
      const classes = classesOf(run)
      return classes.length > 1 ? undefined : new Map(classes.map((only) => [only, totals.responseTime]))
    },
  }
}

function timesOf(
  times: Pick<SeriesTotal, 'responseTime' | 'serviceTime'>,
  isPlannedWhenSent: boolean,
  httpWaiting?: Histogram,
): MeasuredRequests<Histogram>['times'] {
  return {
    get responseTime() {
      return times.responseTime
    },
    get serviceTime() {
      return isPlannedWhenSent ? times.responseTime : times.serviceTime
    },
    ...(httpWaiting !== undefined && { httpWaiting }),
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
    times: timesOf(series, isPlannedWhenSent, isPlannedWhenSent ? undefined : series.httpWaiting),
    get byClass() {
      return new Map(Array.from(series.responseTimes, ([statusClass, times]) => [nameOfClass(statusClass), times]))
    },
  }
}

function measureTotalUsers(users: UsersTotals): MeasuredUsers<Histogram> {
  return measureUsers(users, users.run, {
    tags: users.tags.all.map((series) => measureSeries(series, false)),
    pluginRequests: [...users.pluginRequests]
      .filter(([, totals]) => totals.hasStarted)
      .map(([plugin, totals]) => ({
        name: plugin,
        requests: measureAll(plugin, totals, false),
        endpoints: totals.endpoints.all.map((series) => measureSeries(series, false)),
      })),
    metrics: users.metrics,
  })
}

// Lost messages are counted when they are read.
function measureDeliveries({ name, totals, lostBefore }: DeliverySource): MeasuredPart<Histogram> {
  const counts = {
    ...totals.counts,
    get lost() {
      const { inGap, afterLeaving, byTarget } = totals.lost(lostBefore)
      return inGap + afterLeaving + byTarget
    },
  }
  return { name, counts, times: { deliveryTime: totals.deliveryTime, fanOutTime: totals.fanOutTime } }
}

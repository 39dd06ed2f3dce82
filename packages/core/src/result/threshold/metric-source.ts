import type { Histogram } from '../../model/metrics/histogram.ts'
import { nameOfClass, timeoutClass } from '../../model/metrics/outcome.ts'
import type { RequestTotals, SeriesTotal } from '../../measure/recorder/request-totals.ts'
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
  const all = new AllRequests(endpoint ?? '', totals, users?.httpWaiting, isPlannedWhenSent)
  const endpoints = totals.endpoints.all.map((series) => new OneSeries(series, isPlannedWhenSent))
  return {
    name,
    seconds,
    cutShort,
    requests: all,
    endpoints: endpoints.length === 0 && endpoint !== undefined ? [all] : endpoints,
    connectTime: totals.connectTime,
    tlsTime: totals.tlsTime,
    users: users === undefined ? undefined : measureUsers(users),
    deliveries: deliveries.map(measureDeliveries),
  }
}

/** All requests of a scenario over HTTP, or of a plugin. */
class AllRequests implements MeasuredRequests<Histogram> {
  readonly name: string
  readonly httpWaiting: Histogram | undefined
  readonly #totals: RequestTotals
  readonly #isPlannedWhenSent: boolean

  constructor(name: string, totals: RequestTotals, httpWaiting: Histogram | undefined, isPlannedWhenSent: boolean) {
    this.name = name
    this.httpWaiting = httpWaiting
    this.#totals = totals
    this.#isPlannedWhenSent = isPlannedWhenSent
  }

  get counts(): MeasuredRequests<Histogram>['counts'] {
    return this.#totals.run
  }
  get statuses(): Readonly<Record<string, number>> {
    return this.#totals.run.statuses
  }
  get dataSent(): number {
    return this.#totals.run.bytesSent
  }
  get dataReceived(): number {
    return this.#totals.run.bytesReceived
  }
  get responseTime(): Histogram {
    return this.#totals.responseTime
  }
  get serviceTime(): Histogram {
    return this.#isPlannedWhenSent ? this.#totals.responseTime : this.#totals.serviceTime
  }
  /** Times are not kept by class here; when all responses are of one class, its times are the times of all. */
  get byClass(): ReadonlyMap<string, Histogram> | undefined {
    const classes = new Set(Object.keys(this.statuses).map((status) => nameOfClass(Math.floor(Number(status) / 100))))
    if (this.counts.outcomes.timeout > 0) classes.add(nameOfClass(timeoutClass))
    return classes.size > 1 ? undefined : new Map(Array.from(classes, (only) => [only, this.responseTime]))
  }
}

/** The requests of one endpoint, or with one tag. */
class OneSeries implements MeasuredRequests<Histogram> {
  readonly name: string
  readonly dataSent = 0
  readonly #series: SeriesTotal
  readonly #isPlannedWhenSent: boolean

  constructor(series: SeriesTotal, isPlannedWhenSent: boolean) {
    this.name = series.name
    this.#series = series
    this.#isPlannedWhenSent = isPlannedWhenSent
  }

  get counts(): MeasuredRequests<Histogram>['counts'] {
    return this.#series
  }
  get statuses(): Readonly<Record<string, number>> {
    return this.#series.statuses
  }
  get dataReceived(): number {
    return this.#series.bytesReceived
  }
  get responseTime(): Histogram {
    return this.#series.responseTime
  }
  get serviceTime(): Histogram {
    return this.#isPlannedWhenSent ? this.#series.responseTime : this.#series.serviceTime
  }
  get httpWaiting(): Histogram | undefined {
    return this.#isPlannedWhenSent ? undefined : this.#series.httpWaiting
  }
  get byClass(): ReadonlyMap<string, Histogram> {
    return new Map(Array.from(this.#series.responseTimes, ([statusClass, times]) => [nameOfClass(statusClass), times]))
  }
}

function measureUsers(users: UsersTotals): MeasuredUsers<Histogram> {
  return {
    created: users.created,
    completed: users.completed,
    failed: users.failed,
    mostActive: users.mostActive,
    retried: users.retried,
    iterations: { name: '', iterations: users.run, duration: users.iterationDuration },
    sendLag: users.sendLag,
    httpWaiting: users.httpWaiting,
    timeToFirstByte: users.timeToFirstByte,
    thinkOvershoot: users.thinkOvershoot,
    journeys: users.journeys,
    checks: users.checks,
    groups: users.groups,
    tags: users.tags.all.map((series) => new OneSeries(series, false)),
    pluginRequests: [...users.pluginRequests]
      .filter(([, totals]) => totals.hasStarted)
      .map(([plugin, totals]) => ({
        name: plugin,
        requests: new AllRequests(plugin, totals, undefined, false),
        endpoints: totals.endpoints.all.map((series) => new OneSeries(series, false)),
      })),
    metrics: users.metrics,
  }
}

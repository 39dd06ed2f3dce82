import type { MeasuredIterations, MeasuredRequests, MeasuredScenario, MeasuredUsers, Measured, MeasuredOwn } from '../threshold/measured.ts'
import type { MetricByTag, MetricSummary } from './metric-summary.ts'
import type { IterationCounts, UsersSummary } from './users-summary.ts'
import type { RequestsSummary } from './requests-summary.ts'
import type { SeriesSummary } from './series-summary.ts'
import type { TestSummary } from './test-summary.ts'
import type { TimeSummary } from './time-summary.ts'

/** Reads the scenarios of a test that is over, for the metrics of a part of it. */
export function measureSummary({ scenarios, metrics, deliveries }: TestSummary): MeasuredScenario<TimeSummary>[] {
  // Own metrics are summarized over all scenarios, and so are measured once; of one scenario they can be asked for only where it is the only one.
  const first = scenarios.findIndex(({ users }) => users !== null)
  return scenarios.map((scenario, index) => ({
    name: scenario.name,
    seconds: scenario.duration,
    requests: measureRequests(scenario.name, scenario, scenario.users?.httpWaiting),
    endpoints: scenario.endpoints.map((series) => measureSeries(series, scenario.users !== null)),
    connectTime: scenario.connectTime,
    tlsTime: scenario.tlsTime,
    users: scenario.users === null ? undefined : measureUsers(scenario.users, index === first ? metrics : {}),
    deliveries,
  }))
}

function measureRequests(name: string, scenario: RequestsSummary, httpWaiting: TimeSummary | undefined): MeasuredRequests<TimeSummary> {
  return {
    name,
    started: scenario.counts.started,
    outcomes: scenario.counts.outcomes,
    statuses: scenario.statuses,
    bytesSent: scenario.dataSent,
    bytesReceived: scenario.dataReceived,
    responseTime: scenario.responseTime,
    serviceTime: scenario.serviceTime,
    httpWaiting,
    byClass: undefined,
  }
}

function measureSeries(series: SeriesSummary, isOfUsers: boolean): MeasuredRequests<TimeSummary> {
  const classes = Object.entries(series.byClass)
  return {
    name: series.name,
    started: series.counts.started,
    outcomes: series.counts.outcomes,
    statuses: series.statuses,
    bytesSent: 0,
    bytesReceived: series.dataReceived,
    responseTime: series.responseTime,
    serviceTime: series.serviceTime,
    httpWaiting: isOfUsers ? series.httpWaiting : undefined,
    byClass: classes.length === 0 && series.responseTime.count > 0 ? undefined : new Map(classes),
  }
}

function measureUsers(users: UsersSummary, own: Readonly<Record<string, MetricSummary>>): MeasuredUsers<TimeSummary> {
  return {
    created: users.created,
    completed: users.completed,
    failed: users.failed,
    mostActive: users.mostActive,
    retried: users.retried,
    iterations: measureIterations('', users.iterations, users.iterationDuration),
    sendLag: users.sendLag,
    httpWaiting: users.httpWaiting,
    timeToFirstByte: users.timeToFirstByte,
    thinkOvershoot: users.thinkOvershoot,
    journeys: users.journeys.map(({ name, iterations, duration }) => measureIterations(name, iterations, duration)),
    checks: users.checks,
    groups: users.groups,
    tags: users.tags.map((series) => measureSeries(series, true)),
    pluginRequests: users.pluginRequests.map((requests) => ({
      name: requests.plugin,
      requests: measureRequests(requests.plugin, requests, undefined),
      endpoints: requests.endpoints.map((series) => measureSeries(series, false)),
    })),
    metrics: new Map(Object.entries(own).map(([name, metric]) => [name, measureOwn(metric)])),
  }
}

function measureIterations(name: string, { started, dropped }: IterationCounts, duration: TimeSummary): MeasuredIterations<TimeSummary> {
  return { name, started, dropped, duration }
}

function measureOwn(metric: MetricSummary): MeasuredOwn<TimeSummary> {
  switch (metric.type) {
    case 'counter':
      return measure(metric, ({ count }) => ({ type: 'counter', count }))
    case 'gauge':
      return measure(metric, ({ value, min, max }) => ({ type: 'gauge', value, min, max, at: null }))
    case 'rate':
      return measure(metric, ({ hits, total }) => ({ type: 'rate', hits, total }))
    case 'trend':
      return measure(metric, ({ values }) => ({ type: 'trend', values }))
  }
}

function measure<Figures>(
  metric: Figures & { readonly by: MetricByTag<Figures> | null },
  read: (figures: Figures) => Measured<TimeSummary>,
): MeasuredOwn<TimeSummary> {
  return { whole: read(metric), byTag: metric.by?.series.map((series) => ({ name: series.name, measured: read(series) })) ?? [] }
}

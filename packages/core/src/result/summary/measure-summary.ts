import type { MeasuredRequests, MeasuredScenario, MeasuredUsers, Measured, MeasuredOwn } from '../threshold/measured.ts'
import type { MetricByTag, MetricSummary } from './metric-summary.ts'
import type { UsersSummary } from './users-summary.ts'
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

function measureRequests(name: string, requests: RequestsSummary, httpWaiting: TimeSummary | undefined): MeasuredRequests<TimeSummary> {
  return { ...requests, name, httpWaiting, byClass: undefined }
}

function measureSeries(series: SeriesSummary, isOfUsers: boolean): MeasuredRequests<TimeSummary> {
  const classes = Object.entries(series.byClass)
  return {
    ...series,
    dataSent: 0,
    httpWaiting: isOfUsers ? series.httpWaiting : undefined,
    byClass: classes.length === 0 && series.responseTime.count > 0 ? undefined : new Map(classes),
  }
}

function measureUsers(users: UsersSummary, own: Readonly<Record<string, MetricSummary>>): MeasuredUsers<TimeSummary> {
  return {
    ...users,
    iterations: { name: '', iterations: users.iterations, duration: users.iterationDuration },
    tags: users.tags.map((series) => measureSeries(series, true)),
    pluginRequests: users.pluginRequests.map((requests) => ({
      name: requests.plugin,
      requests: measureRequests(requests.plugin, requests, undefined),
      endpoints: requests.endpoints.map((series) => measureSeries(series, false)),
    })),
    metrics: new Map(Object.entries(own).map(([name, metric]) => [name, measureOwn(metric)])),
  }
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

import { Histogram } from '../metrics/histogram.ts'
import type { MeasuredIterations, MeasuredRequests, MeasuredScenario, MeasuredUsers } from '../threshold/measured-scenario.ts'
import type { Measured } from '../threshold/measured.ts'
import { summarizeTimes } from './summarize-times.ts'
import type { IterationCounts, MetricSummary, ScenarioSummary, SeriesSummary, TestSummary, TimeSummary, UsersSummary } from './summary.ts'

/** Reads the scenarios of a test that is over, for the metrics of a part of it. */
export function measureSummary({ scenarios, metrics }: TestSummary): MeasuredScenario<TimeSummary>[] {
  // Own metrics are summarized over all scenarios: they are those of one where it is the only one.
  const own = scenarios.length === 1 ? metrics : {}
  return scenarios.map((scenario) => ({
    name: scenario.name,
    seconds: scenario.duration,
    requests: measureRequests(scenario),
    endpoints: scenario.endpoints.map(measureSeries),
    dataSent: scenario.dataSent,
    connectTime: scenario.connectTime,
    tlsTime: scenario.tlsTime,
    users: scenario.users === null ? undefined : measureUsers(scenario.users, own),
  }))
}

/** Puts distributions together of which only the figures are left: those without values add nothing, two with values cannot be merged. */
export function mergeTimes(all: readonly TimeSummary[]): TimeSummary | undefined {
  const [first, ...others] = all.filter(({ count }) => count > 0)
  if (others.length > 0) return undefined
  return first ?? all[0] ?? summarizeTimes(new Histogram())
}

function measureRequests(scenario: ScenarioSummary): MeasuredRequests<TimeSummary> {
  return {
    name: scenario.name,
    started: scenario.counts.started,
    outcomes: scenario.counts.outcomes,
    statuses: scenario.statuses,
    bytesReceived: scenario.dataReceived,
    responseTime: scenario.responseTime,
    serviceTime: scenario.serviceTime,
    byClass: undefined,
  }
}

function measureSeries(series: SeriesSummary): MeasuredRequests<TimeSummary> {
  const classes = Object.entries(series.byClass)
  return {
    name: series.name,
    started: series.counts.started,
    outcomes: series.counts.outcomes,
    statuses: series.statuses,
    bytesReceived: series.dataReceived,
    responseTime: series.responseTime,
    serviceTime: series.serviceTime,
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
    timeToFirstByte: users.timeToFirstByte,
    journeys: users.journeys.map(({ name, iterations, duration }) => measureIterations(name, iterations, duration)),
    checks: users.checks,
    groups: users.groups,
    tags: users.tags.map(measureSeries),
    metrics: new Map(Object.entries(own).map(([name, metric]) => [name, measureMetric(metric)])),
  }
}

function measureIterations(name: string, { started, dropped }: IterationCounts, duration: TimeSummary): MeasuredIterations<TimeSummary> {
  return { name, started, dropped, duration }
}

function measureMetric(metric: MetricSummary): Measured<TimeSummary> {
  switch (metric.type) {
    case 'counter':
      return { type: 'counter', count: metric.count }
    case 'gauge':
      return { type: 'gauge', value: metric.value, min: metric.min, max: metric.max, at: 0 }
    case 'rate':
      return { type: 'rate', hits: metric.hits, total: metric.total }
    case 'trend':
      return { type: 'trend', values: metric.values }
  }
}

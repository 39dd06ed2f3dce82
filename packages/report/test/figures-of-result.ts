import type { RequestsSummary, ScenarioSummary, SeriesSummary, SuiteResult, TimeSummary } from '@benchpress/core'

/** A figure as monitoring names it: its metric in OpenMetrics, its labels, and its value. */
type Figure = readonly [name: string, labels: Labels, value: number]

type Labels = Readonly<Record<string, string>>

/** Lists the figures of requests, iterations, checks, thresholds and the verdict, read from the result alone, to compare formats with them. */
export function figuresOf({ tests }: SuiteResult): readonly Figure[] {
  return tests.flatMap(({ name, variant, repeat, sweep, thresholds, verdict, scenarios }) => {
    const point = sweep === null ? {} : { sweep: `${sweep.parameter}=${sweep.value}` }
    const labels = { test: name, variant, repeat: String(repeat), ...point }
    return [
      ...scenarios.flatMap((scenario) => ofScenario({ ...labels, scenario: scenario.name }, scenario)),
      ...thresholds.map(({ selector, condition, passed }): Figure => [
        'benchpress_threshold_passed',
        { ...labels, selector, condition },
        passed ? 1 : 0,
      ]),
      ['benchpress_verdict', { ...labels, level: verdict.level }, 1],
    ]
  })
}

/** Names a figure, to find it among those that were read back. */
export function nameFigure(name: string, labels: Labels): string {
  const sorted = Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `${name} ${JSON.stringify(sorted)}`
}

function ofScenario(labels: Labels, scenario: ScenarioSummary): readonly Figure[] {
  const { users } = scenario
  const pluginRequests = users?.pluginRequests ?? []
  const sendsNothing = scenario.counts.scheduled === 0 && pluginRequests.length > 0
  return [
    ...(sendsNothing ? [] : ofRequests({ ...labels, protocol: 'http' }, scenario)),
    ...pluginRequests.flatMap((requests) => ofRequests({ ...labels, protocol: requests.plugin }, requests)),
    ...(users?.checks ?? []).flatMap(({ name: check, passed, failed }): readonly Figure[] => [
      ['benchpress_checks_total', { ...labels, check, result: 'passed' }, passed],
      ['benchpress_checks_total', { ...labels, check, result: 'failed' }, failed],
    ]),
    ...(users === null ? [] : (['completed', 'failed', 'aborted', 'dropped'] as const)).map((result): Figure => [
      'benchpress_iterations_total',
      { ...labels, result },
      users?.iterations[result] ?? 0,
    ]),
  ]
}

function ofRequests(labels: Labels, requests: RequestsSummary): readonly Figure[] {
  return [
    ['benchpress_requests_dropped_total', labels, requests.counts.dropped],
    ...ofPart('benchpress', labels, requests),
    ...requests.endpoints.flatMap((endpoint) => ofPart('benchpress_endpoint', { ...labels, endpoint: endpoint.name }, endpoint)),
  ]
}

type Part = Pick<SeriesSummary, 'counts' | 'statuses' | 'dataReceived' | 'responseTime' | 'serviceTime'>

function ofPart(prefix: string, labels: Labels, { counts, statuses, dataReceived, responseTime, serviceTime }: Part): readonly Figure[] {
  return [
    ...Object.entries(counts.outcomes)
      .filter(([, count]) => count > 0)
      .map(([outcome, count]): Figure => [`${prefix}_requests_total`, { ...labels, outcome }, count]),
    ...Object.entries(statuses).map(([status, count]): Figure => [`${prefix}_responses_total`, { ...labels, status }, count]),
    [`${prefix}_received_bytes_total`, labels, dataReceived],
    ...ofTimes(`${prefix}_response_time_seconds`, labels, responseTime),
    ...ofTimes(`${prefix}_service_time_seconds`, labels, serviceTime),
  ]
}

function ofTimes(name: string, labels: Labels, { count, mean, p50, p90, p99, unfinished }: TimeSummary): readonly Figure[] {
  const all = count + (unfinished?.count ?? 0)
  if (mean === null || all === 0) return []
  const known = { p50: [0.5, p50], p90: [0.9, p90], p99: [0.99, p99] } as const
  const quantiles = (['p50', 'p90', 'p99'] as const).flatMap((figure): readonly Figure[] => {
    const [quantile, value] = known[figure]
    const isBound = unfinished?.lowerBounds.includes(figure) === true
    return value === null || isBound ? [] : [[name, { ...labels, quantile: String(quantile) }, value / 1000]]
  })
  return [...quantiles, [`${name}_sum`, labels, (mean * all) / 1000], [`${name}_count`, labels, all]]
}

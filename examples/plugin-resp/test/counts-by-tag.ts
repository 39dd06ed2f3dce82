import type { MetricSummary, PluginRequestsSummary } from '@benchpress/core'

/** Counts a metric by the values of its tag. */
export function countsByTag(metric: MetricSummary | undefined): Readonly<Record<string, number>> {
  if (metric?.type === 'counter') return Object.fromEntries((metric.by?.series ?? []).map(({ name, count }) => [name, count]))
  throw new TypeError('no counter')
}

/** Counts the requests to each endpoint that have a time: those with a response, and those that timed out. */
export function countTimed(requests: PluginRequestsSummary | null | undefined): Readonly<Record<string, number>> {
  const timed = requests?.endpoints.filter(({ serviceTime }) => serviceTime.count > 0) ?? []
  return Object.fromEntries(timed.map(({ name, serviceTime }) => [name, serviceTime.count]))
}

import type { MetricSummary } from '@benchpress/core'

/** How often each value of a metric's tag was recorded. */
export function countsByTag(metric: MetricSummary | undefined): Readonly<Record<string, number>> {
  if (metric?.type === 'counter') return Object.fromEntries((metric.by?.series ?? []).map(({ name, count }) => [name, count]))
  if (metric?.type === 'trend') return Object.fromEntries((metric.by?.series ?? []).map(({ name, values }) => [name, values.count]))
  throw new TypeError('neither a counter nor a trend')
}

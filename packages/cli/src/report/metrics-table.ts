import { builtInMetrics, hasSamplesFor } from '@benchpress/core'
import type { MetricSummary, TestResult } from '@benchpress/core'
import { formatNumber } from '../format/format-number.ts'
import { formatPercentile } from '../format/format-percentile.ts'
import { formatRate } from '../format/format-rate.ts'
import { formatShare } from '../format/format-share.ts'
import { roundSignificant } from '../format/round-significant.ts'
import type { TableContent } from './draw-table.ts'

/** The metrics that the journeys of a test recorded; `undefined` where there is none. */
export function metricsTable({ metrics }: TestResult): TableContent | undefined {
  const own = Object.entries(metrics).filter(([name]) => !Object.hasOwn(builtInMetrics, name))
  if (own.length === 0) return undefined
  return { head: ['Metric', 'Measured'], texts: ['Measured'], rows: own.map(([name, metric]) => [name, describeMetric(metric)]) }
}

function describeMetric(metric: MetricSummary): string {
  const unit = metric.unit === null ? '' : ` ${metric.unit}`
  switch (metric.type) {
    case 'counter':
      return `${formatNumber(metric.count)}${unit}, ${formatRate(metric.rate)} per second`
    case 'gauge':
      if (metric.value === null) return 'never set'
      return `${formatValue(metric.value)}${unit} at last, ${formatValue(metric.min)} to ${formatValue(metric.max)}`
    case 'rate':
      if (metric.rate === null) return 'never added to'
      return `${formatShare(metric.rate)} (${formatNumber(metric.hits)} of ${formatNumber(metric.total)})`
    case 'trend':
      return describeTrend(metric)
  }
}

function describeTrend({ values, unit }: Extract<MetricSummary, { readonly type: 'trend' }>): string {
  const { count } = values
  if (count === 0) return 'never added to'
  const percentile = (value: number | null, share: number): string => {
    if (unit === 'ms') return formatPercentile(value, share, count)
    return hasSamplesFor(share, count) ? `${formatValue(value)}${unit === null ? '' : ` ${unit}`}` : `n/a (n=${count})`
  }
  const figures = [
    ['50%', percentile(values.p50, 50)],
    ['95%', percentile(values.p95, 95)],
    ['99%', percentile(values.p99, 99)],
    // One sample is enough for the largest.
    ['max', percentile(values.max, 0)],
  ]
  return `${figures.map(([name, figure]) => `${name} ${figure}`).join(', ')} (n=${formatNumber(count)})`
}

// Three significant digits, as times have: a distribution knows no more, and what is small is not written as `0`.
function formatValue(value: number | null): string {
  return value === null ? 'n/a' : roundSignificant(value).toLocaleString('en-US', { maximumFractionDigits: 20 })
}

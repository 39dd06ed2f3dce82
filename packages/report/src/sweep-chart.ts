import { mean } from 'simple-statistics'
import { isLowerBound, judgeFigure } from '@benchpress/core'
import type { ScenarioSummary } from '@benchpress/core'
import { formatRate } from './format/format-rate.ts'
import { formatTime } from './format/format-time.ts'
import { drawChart } from './draw-chart.ts'
import type { ChartSeries } from './draw-chart.ts'
import { isStarted } from './scenario-runs.ts'
import { runsByValue } from './sweep-points.ts'
import type { SweptScenario } from './sweep-points.ts'

/** Draws throughput and percentiles of a sweep against its parameter; the mean where a value has several runs. */
export function sweepChart(swept: SweptScenario): readonly string[] {
  const points = runsByValue(swept).map(([value, runs]) => ({
    tick: String(value),
    scenarios: runs.map(({ scenario }) => scenario).filter(isStarted),
  }))
  if (points.length < 2) return []
  const valuesOf = (read: (scenario: ScenarioSummary) => number | null): ChartSeries['values'] =>
    points.map(({ scenarios }) => {
      const known = scenarios.map(read).filter((value) => value !== null)
      return known.length === 0 ? null : mean(known)
    })
  const axes = { ticks: points.map(({ tick }) => tick), axis: swept.parameter }
  const throughput = drawChart({
    title: 'Requests/s',
    series: [{ mark: '*', name: 'requests/s', values: valuesOf(({ throughput: { requestsPerSecond } }) => requestsPerSecond) }],
    format: formatRate,
    ...axes,
  })
  const times = drawChart({
    title: 'Latency',
    series: [
      { mark: 'o', name: '50%', values: valuesOf((scenario) => percentile(scenario, 'p50')) },
      { mark: '+', name: '90%', values: valuesOf((scenario) => percentile(scenario, 'p90')) },
      { mark: 'x', name: '99%', values: valuesOf((scenario) => percentile(scenario, 'p99')) },
    ],
    format: formatTime,
    ...axes,
  })
  return [...throughput, ...(throughput.length > 0 && times.length > 0 ? [''] : []), ...times]
}

function percentile({ responseTime }: ScenarioSummary, key: 'p50' | 'p90' | 'p99'): number | null {
  return judgeFigure(responseTime, key).says === 'enough' && !isLowerBound(responseTime, key) ? responseTime[key] : null
}

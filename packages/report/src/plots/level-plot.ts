import type { ScenarioSummary, SecondSummary } from '@benchpress/core'
import { plannedLevel, type ReportPlot, type ReportPlotSeries } from '@benchpress/core/report'
import type { ScenarioRun } from '../runs.ts'
import { bandsOf, timePlot } from './time-plot.ts'

/** Plots users and requests in flight by second, beside the planned number; `undefined` for results of earlier versions, which lack these figures. */
export function levelPlot({ test, scenario }: ScenarioRun): ReportPlot | undefined {
  const { series, users, counts } = scenario
  const ofPlugins = (users?.pluginRequests ?? []).map((requests) => read(` of ${requests.plugin}`, requests.series))
  const inFlight = [...(counts.started === 0 ? [] : [read('', series)]), ...ofPlugins]
  const plan = { name: users === null ? 'In flight at most' : 'Users planned', as: 'plan' as const, values: planOf(scenario) }
  const isPlanned = plan.values.some((value) => value !== null)
  return timePlot({
    title: users === null ? 'Requests in flight' : 'Users and requests in flight',
    caption: `How many there were at a time, averaged over each full second.${isPlanned ? ' The plan is the level in the middle of the second.' : ''}`,
    y: { label: 'at a time', unit: 'number' },
    at: series.map(({ at }) => at),
    end: scenario.duration,
    bands: bandsOf(test, scenario),
    series: [
      ...(users === null ? [] : [{ name: 'Users', values: series.map((second) => second.users ?? null) }]),
      ...inFlight,
      ...(isPlanned ? [plan] : []),
    ],
  })
}

function read(of: string, seconds: readonly SecondSummary[]): ReportPlotSeries {
  return { name: `In flight${of}`, values: seconds.map((second) => second.inFlight ?? null) }
}

// A rate plans no number of users.
function planOf({ workload, series }: ScenarioSummary): readonly (number | null)[] {
  return series.map(({ at }) => {
    if (workload.kind === 'rate') return null
    if (workload.kind === 'users') return plannedLevel(workload, at + 0.5)
    return workload.kind === 'batch' ? workload.batch : workload.connections * workload.pipelining
  })
}

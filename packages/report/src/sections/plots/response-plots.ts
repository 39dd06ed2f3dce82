import type { ScenarioSummary, SecondServiceTime, SecondSummary } from '@benchpress/core'
import { fullSecond, plannedLevel } from '@benchpress/core/report'
import { isOfOneSecond, axisOf, bandsOf, timePlot } from './time-plot.ts'
import type { ScenarioRun } from '../runs.ts'
import { isServiceDifferent } from './percentile-plots.ts'
import type { PlotAxis, PlotPart, PlotSeries } from '../../render/report-document.ts'

/** Plots response times by second, service times where these differ, and responses and failures per second beside the plan: for HTTP, then for each plugin. */
export function responsePlots({ test, scenario }: ScenarioRun): readonly PlotPart[] {
  const bands = bandsOf(test, scenario)
  const plots = requestsOf(scenario).flatMap((requests) => {
    const { of, seconds } = requests
    const shared = { at: seconds.map(({ at }) => at), end: scenario.duration, bands }
    return [...times(requests), throughput(of, seconds, scenario)].map((plot) => timePlot({ ...shared, ...plot }))
  })
  return plots.filter((plot) => plot !== undefined)
}

interface Requests {
  /** Name of the plugin; empty for HTTP. */
  readonly of: string
  readonly seconds: readonly SecondSummary[]
  readonly isServiceDifferent: boolean
}

type OfSeconds = Pick<Parameters<typeof timePlot>[0], 'title' | 'caption' | 'y' | 'series'>

function requestsOf(scenario: ScenarioSummary): readonly Requests[] {
  const read = (of: string, requests: Pick<ScenarioSummary, 'series' | 'responseTime' | 'serviceTime'>): Requests => ({
    of,
    seconds: requests.series,
    isServiceDifferent: isServiceDifferent(requests.responseTime, requests.serviceTime),
  })
  const ofPlugins = (scenario.users?.pluginRequests ?? []).map((requests) => read(` of ${requests.plugin}`, requests))
  return [...(scenario.counts.started === 0 ? [] : [read('', scenario)]), ...ofPlugins]
}

// Both plots have the same axis, so that they can be compared.
function times({ of, seconds, isServiceDifferent: isSpaced }: Requests): readonly OfSeconds[] {
  const response = figuresOf(seconds)
  const service = isSpaced ? figuresOf(seconds.map(({ serviceTime }) => serviceTime ?? noFigures)) : []
  const all = [...response, ...service].map(({ values }) => values)
  const range = service.length > 0 && { range: extremesOf(all.flat()) }
  const y = (label: string): PlotAxis => ({ ...axisOf(label, 'ms', all), ...range })
  const ofSeveral = isOfOneSecond(seconds) ? '' : ' Of a run of more than ten minutes, the percentiles are those of several seconds.'
  const shaded = response.length < 4 ? '' : ' Its bands reach from the median to p90, and from there to p99.'
  return [
    {
      title: `Response time${of}`,
      caption: `Of the responses that arrived in each second.${shaded}${ofSeveral}`,
      y: y('response time'),
      series: response,
    },
    ...(service.length === 0
      ? []
      : [
          {
            title: `Service time${of}`,
            caption: `Of the same responses, from the send of the request: what the response time has beyond that was spent before the send.${ofSeveral}`,
            y: y('service time'),
            series: service,
          },
        ]),
  ]
}

function extremesOf(values: readonly (number | null)[]): readonly [lowest: number, highest: number] {
  let [lowest, highest] = [Infinity, 0]
  for (const value of values) {
    if (value === null) continue
    lowest = Math.min(lowest, value)
    highest = Math.max(highest, value)
  }
  return [lowest, highest]
}

const noFigures = { p50: null, p90: null, p99: null, max: null }

// Earlier versions kept fewer percentiles.
function figuresOf(seconds: readonly Partial<Record<keyof SecondServiceTime, number | null>>[]): readonly PlotSeries[] {
  const read = (figure: keyof SecondServiceTime): readonly (number | null)[] => seconds.map((second) => second[figure] ?? null)
  return [
    { name: '50%', values: read('p50') },
    { name: '90%', values: read('p90'), isShaded: true },
    { name: '99%', values: read('p99'), isShaded: seconds.some(({ p90 }) => typeof p90 === 'number') },
    { name: 'Max', values: read('max') },
  ].filter(({ values }) => values.some((value) => value !== null))
}

function throughput(of: string, seconds: readonly SecondSummary[], { workload }: ScenarioSummary): OfSeconds {
  const perSecond = (read: (second: SecondSummary) => number): readonly (number | null)[] =>
    seconds.map((second) => (second.length < fullSecond ? null : read(second) / second.length))
  const planned =
    workload.kind === 'rate'
      ? [
          {
            name: 'Iterations planned',
            as: 'plan' as const,
            values: seconds.map(({ at }) => plannedLevel(workload, at + 0.5)),
          },
        ]
      : []
  return {
    title: `Throughput and failures${of}`,
    caption: `Responses, and requests that failed, in each full second.${planned.length === 0 ? '' : ' The plan is of iterations, each of which may send several requests.'}`,
    y: { label: 'per second', unit: 'per second' },
    series: [
      { name: 'Responses', values: perSecond(({ requests }) => requests) },
      { name: 'Failed', values: perSecond(({ failed }) => failed) },
      ...planned,
    ],
  }
}

/** Plots users and requests in flight by second, beside the planned number; `undefined` for results of earlier versions, which lack these figures. */
export function levelPlot({ test, scenario }: ScenarioRun): PlotPart | undefined {
  const { series, users, counts } = scenario
  const ofPlugins = (users?.pluginRequests ?? []).map((requests) => inFlightOf(` of ${requests.plugin}`, requests.series))
  const inFlight = [...(counts.started === 0 ? [] : [inFlightOf('', series)]), ...ofPlugins]
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

function inFlightOf(of: string, seconds: readonly SecondSummary[]): PlotSeries {
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

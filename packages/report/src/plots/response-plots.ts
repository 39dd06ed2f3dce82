import type { ScenarioSummary, SecondSummary, StageSummary } from '@benchpress/core'
import type { ReportPlot } from '@benchpress/core/report'
import type { ScenarioRun } from '../runs.ts'
import { axisOf, bandsOf, timePlot } from './time-plot.ts'

// A second that is a clock tick short is a full one.
const shortestFullSecond = 0.999
// Up to this number of seconds a percentile of a second is that of it alone.
const longestBySecond = 600

/** Response times second by second, and responses and failures per second beside the plan: of HTTP, then of each plugin. */
export function responsePlots({ test, scenario }: ScenarioRun): readonly ReportPlot[] {
  const bands = bandsOf(test, scenario)
  const plots = requestsOf(scenario).flatMap(({ of, seconds }) => {
    const shared = { at: seconds.map(({ at }) => at), end: scenario.duration, bands }
    return [timePlot({ ...shared, ...responseTimes(of, seconds) }), timePlot({ ...shared, ...throughput(of, seconds, scenario) })]
  })
  return plots.filter((plot) => plot !== undefined)
}

interface Requests {
  /** Empty for those over HTTP. */
  readonly of: string
  readonly seconds: readonly SecondSummary[]
}

function requestsOf({ counts, series, users }: ScenarioSummary): readonly Requests[] {
  const ofPlugins = (users?.pluginRequests ?? []).map((requests) => ({ of: ` of ${requests.plugin}`, seconds: requests.series }))
  return [...(counts.started === 0 ? [] : [{ of: '', seconds: series }]), ...ofPlugins]
}

function responseTimes(
  of: string,
  seconds: readonly SecondSummary[],
): Pick<Parameters<typeof timePlot>[0], 'title' | 'caption' | 'y' | 'series'> {
  const [p50, p99, max] = [seconds.map((second) => second.p50), seconds.map((second) => second.p99), seconds.map((second) => second.max)]
  return {
    title: `Response time${of}`,
    caption: `Of the responses that arrived in each second.${
      seconds.length > longestBySecond ? ' Of a run of more than ten minutes, the percentiles are those of several seconds.' : ''
    }`,
    y: axisOf('response time', 'ms', [p50, p99, max]),
    series: [
      { name: '50%', values: p50 },
      { name: '99%', values: p99 },
      { name: 'Max', values: max },
    ],
  }
}

function throughput(
  of: string,
  seconds: readonly SecondSummary[],
  { workload }: ScenarioSummary,
): Pick<Parameters<typeof timePlot>[0], 'title' | 'caption' | 'y' | 'series'> {
  const perSecond = (read: (second: SecondSummary) => number): readonly (number | null)[] =>
    seconds.map((second) => (second.length < shortestFullSecond ? null : read(second) / second.length))
  const planned =
    workload.kind === 'rate'
      ? [
          {
            name: 'Iterations planned',
            as: 'plan' as const,
            values: seconds.map(({ at }) => plannedLevel(workload.from, workload.stages, at + 0.5)),
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

/** The level that stages plan for a moment of the run phase, in seconds; `null` after their end. */
export function plannedLevel(from: number, stages: readonly StageSummary[], at: number): number | null {
  let [level, start] = [from, 0]
  for (const { duration, to } of stages) {
    if (duration === null) return to
    if (at < start + duration) return level + ((to - level) * (at - start)) / duration
    level = to
    start += duration
  }
  return null
}

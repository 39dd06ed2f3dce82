import type { ScenarioSummary, SecondSummary, TestResult } from '@benchpress/core'
import { delayOf, isDisturbed, type ReportBand, type ReportSeries, type ReportTimeline } from '@benchpress/core/report'

// Samples and seconds do not align exactly: a smaller overlap says nothing about a second.
const leastOverlap = 0.1

/**
 * The p99 over a run phase, with the seconds in which the machine was disturbed; `undefined` where there are none, or where nothing was timed.
 *
 * @param run name of the run, where there are several
 */
export function disturbedSeconds(test: TestResult, scenario: ScenarioSummary, run?: string): ReportTimeline | undefined {
  const series = timedSeries(scenario)
  const bands = disturbedBands(test, scenario)
  if (bands.length === 0 || !series.some(({ values }) => values.some((value) => value !== null && value > 0))) return undefined
  return {
    timeline: {
      title: 'p99',
      ...(run !== undefined && { run }),
      unit: 'ms',
      duration: scenario.duration,
      isOfOneSecond: isOfOneSecond(scenario.series),
      series,
      bandsTitle: 'machine disturbed',
      bands,
    },
  }
}

const longestBySecond = 600

/** Whether a percentile of a second is that of it alone: those of a long run phase are kept for several seconds at once. */
export function isOfOneSecond(seconds: readonly SecondSummary[]): boolean {
  return seconds.length <= longestBySecond
}

/** The p99 of HTTP and of each plugin, as far as their requests were timed. */
function timedSeries({ series, users }: ScenarioSummary): readonly ReportSeries[] {
  const ofPlugins = (users?.pluginRequests ?? []).map(({ plugin, series: seconds }) => ({ name: plugin, seconds }))
  return [{ name: 'HTTP', seconds: series }, ...ofPlugins]
    .map(({ name, seconds }) => ({ name, values: series.map((_, at) => seconds[at]?.p99 ?? null) }))
    .filter(({ values }) => values.some((value) => value !== null))
}

/** The seconds of a run phase in which the machine was disturbed. */
export function disturbedBands(test: TestResult, scenario: ScenarioSummary): readonly ReportBand[] {
  const shift = delayOf(scenario, test)
  const disturbed = test.resources.filter(({ disturbance }) => isDisturbed(disturbance))
  const isDisturbedIn = (second: number): boolean =>
    disturbed.some(({ at, length }) => Math.min(second + 1, at - shift) - Math.max(second, at - length - shift) > leastOverlap)
  const seconds = new Set([...scenario.series.keys()].filter(isDisturbedIn))
  const ends = [...seconds].filter((second) => !seconds.has(second + 1))
  return [...seconds].filter((second) => !seconds.has(second - 1)).map((from, index) => ({ from, to: (ends[index] ?? from) + 1 }))
}

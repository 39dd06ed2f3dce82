import { isDisturbed } from '@benchpress/core'
import type { ScenarioSummary, TestResult } from '@benchpress/core'
import { formatSeconds, formatTime } from './format/time.ts'

const widest = 60
const bars = Array.from('▁▂▃▄▅▆▇█')
const mark = '▲'
// Seconds of a run phase up to which a p99 is that of one second; behind them it is that of several.
const longestBySecond = 600
// A sample begins and ends a little before or behind a second, which says nothing of that one.
const leastOverlap = 0.1

/** Draws the p99 over a run phase, and marks below it when the machine was disturbed; nothing where it never was. */
export function disturbedSeconds(test: TestResult, scenario: ScenarioSummary): readonly string[] {
  const sources = timedSources(scenario)
  const times = scenario.series.map((_, at) => Math.max(0, ...sources.map(({ series }) => series[at]?.p99 ?? 0)))
  const size = Math.ceil(times.length / widest)
  const places = Array.from({ length: size === 0 ? 0 : Math.ceil(times.length / size) }, (_, index) => index * size)
  const highest = Math.max(0, ...times)
  const isMarked = isDisturbedIn(test, scenario)
  const marks = places.map((from) => (isMarked(from, from + size) ? mark : ' ')).join('')
  if (marks.trim() === '' || highest === 0) return []
  const line = places.map((from) => drawBar(Math.max(...times.slice(from, from + size)) / highest)).join('')
  const end = formatSeconds(scenario.duration)
  return [
    `${nameTimes(
      sources.map(({ name }) => name),
      times.length,
      size,
    )}, up to ${formatTime(highest)}; ${mark} machine disturbed`,
    line,
    marks.trimEnd(),
    `0s${end.padStart(Math.max(end.length + 1, line.length - 2))}`,
  ]
}

interface TimedSource {
  readonly name: string
  readonly series: ScenarioSummary['series']
}

/** HTTP and the plugins, as far as their requests were timed. */
function timedSources({ series, users }: ScenarioSummary): readonly TimedSource[] {
  const ofPlugins = (users?.pluginRequests ?? []).map(({ plugin, series: seconds }) => ({ name: plugin, series: seconds }))
  return [{ name: 'HTTP', series }, ...ofPlugins].filter((source) => source.series.some(({ p99 }) => p99 !== null))
}

// Percentiles of several sources, or seconds, are not put together: the highest is drawn.
function nameTimes(sources: readonly string[], seconds: number, size: number): string {
  const of = sources.length > 1 ? ` (${sources.join(', ')})` : ''
  if (size === 1) return of === '' ? 'p99 of each second' : `highest p99${of} of each second`
  // The times of a long run are no longer kept by the second.
  return `highest p99${of}${seconds > longestBySecond ? '' : ' of a second'} in each ${size} s`
}

function drawBar(share: number): string {
  return share === 0 ? ' ' : (bars[Math.min(bars.length - 1, Math.floor(share * bars.length))] ?? '')
}

// Samples count from the start of the first run phase, and seconds from that of their scenario.
function isDisturbedIn({ resources, scenarios }: TestResult, scenario: ScenarioSummary): (from: number, to: number) => boolean {
  const shift = startOf(scenario) - Math.min(...scenarios.map(startOf))
  const disturbed = resources.filter(({ disturbance }) => isDisturbed(disturbance))
  return (from, to) => disturbed.some(({ at, length }) => Math.min(to, at - shift) - Math.max(from, at - length - shift) > leastOverlap)
}

function startOf({ workload: { startAfter, warmup } }: ScenarioSummary): number {
  return startAfter + warmup
}

import { isDisturbed } from '@benchpress/core'
import type { ScenarioSummary, TestResult } from '@benchpress/core'
import { formatSeconds } from '../format/format-seconds.ts'
import { formatTime } from '../format/format-time.ts'

const widest = 60
const bars = Array.from('▁▂▃▄▅▆▇█')
const mark = '▲'
// A sample begins and ends a little before or behind a second, which says nothing of that one.
const leastOverlap = 0.1

/** Draws the p99 of each second of a run phase, and marks below it when the machine was disturbed; nothing where it never was. */
export function disturbedSeconds(test: TestResult, scenario: ScenarioSummary): readonly string[] {
  const times = timesBySecond(scenario)
  const size = Math.ceil(times.length / widest)
  const places = Array.from({ length: size === 0 ? 0 : Math.ceil(times.length / size) }, (_, index) => index * size)
  const highest = Math.max(0, ...times)
  const isMarked = isDisturbedIn(test, scenario)
  const marks = places.map((from) => (isMarked(from, from + size) ? mark : ' ')).join('')
  if (marks.trim() === '' || highest === 0) return []
  const line = places.map((from) => drawBar(Math.max(...times.slice(from, from + size)) / highest)).join('')
  const end = formatSeconds(scenario.duration)
  return [
    `p99 of each ${size === 1 ? 'second' : `${size} s`}, up to ${formatTime(highest)}, and when the machine was disturbed (${mark})`,
    line,
    marks.trimEnd(),
    `0s${end.padStart(Math.max(end.length + 1, line.length - 2))}`,
  ]
}

/** The highest p99 of each second, whatever sent the requests; 0 without any. */
function timesBySecond({ series, users }: ScenarioSummary): readonly number[] {
  const all = [series, ...(users?.pluginRequests ?? []).map((requests) => requests.series)]
  return series.map((_, at) => Math.max(...all.map((seconds) => seconds[at]?.p99 ?? 0)))
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

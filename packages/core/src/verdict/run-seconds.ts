import type { ResourceSample } from '../summary/machine-second.ts'
import type { TestSummary } from '../summary/summary.ts'
import { sustainedSeconds, sustainedShare } from './cut-offs.ts'
import { formatCount } from './figures.ts'

// The first and the last sample are taken just after an end of the run phase.
const slack = 0.05

/** A figure that holds for about a second. */
export interface HeldSecond {
  /** Its end, in seconds from the start of the run phase. */
  readonly at: number
  readonly length: number
}

/** Part of a run phase, in seconds from its start. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

/** How long the run phase of a test was, from the start of its first scenario's to the end of its last one's, in seconds. */
export function lengthOfRun({ scenarios }: TestSummary): number {
  const starts = scenarios.map(({ workload }) => workload.startAfter + workload.warmup)
  const first = Math.min(...starts)
  return Math.max(0, ...scenarios.map(({ duration }, index) => (starts[index] ?? first) - first + duration))
}

/** What was sampled of the run phase, without the warm-up and the drain. */
export function secondsOfRun<Second extends HeldSecond>(seconds: readonly Second[], summary: TestSummary): readonly Second[] {
  const end = lengthOfRun(summary)
  return seconds.filter(({ at, length }) => at > slack && at - length < end - slack)
}

/** What was sampled of CPU, memory and machine within a stretch. */
export function samplesWithin({ resources }: TestSummary, { from, to }: Stretch): readonly ResourceSample[] {
  return resources.filter(({ at, length }) => at - length >= from - slack && at <= to + slack)
}

/** The mean of a figure over the time that seconds speak for; `null` when none of them knows it. */
export function meanOf<Second extends HeldSecond>(seconds: readonly Second[], read: (second: Second) => number | null): number | null {
  let [sum, time] = [0, 0]
  for (const second of seconds) {
    const value = read(second)
    if (value === null) continue
    sum += value * second.length
    time += second.length
  }
  return time > 0 ? sum / time : null
}

/**
 * The longest stretch of a run phase in which the mean of a figure was above a cut-off for as long as it takes to matter; `null` without one.
 *
 * Of a run that is no longer than that, the mean over all of it has said the same.
 */
export function findSustained<Second extends HeldSecond>(
  all: readonly Second[],
  summary: TestSummary,
  read: (second: Second) => number | null,
  cutOff: number,
): Stretch | null {
  const seconds = secondsOfRun(all, summary)
  const needed = Math.max(sustainedSeconds, lengthOfRun(summary) * sustainedShare)
  const values = seconds.map((second) => read(second) ?? Number.NEGATIVE_INFINITY)
  const isIn = markWindows(seconds, values, needed, cutOff)
  let longest: Stretch | null = null
  for (let first = 0; first < seconds.length; first++) {
    if (!isIn[first]) continue
    let last = first
    while (isIn[last + 1]) last++
    const stretch = trim(seconds, values, { first, last }, cutOff)
    if (longest === null || stretch.to - stretch.from > longest.to - longest.from) longest = stretch
    first = last
  }
  return longest
}

/** Says when a stretch was: ` from 510 s to 600 s`. */
export function describeStretch({ from, to }: Stretch): string {
  return ` from ${formatCount(from)} s to ${formatCount(to)} s`
}

// Which seconds lie in a window of the needed length whose mean is above the cut-off.
function markWindows(seconds: readonly HeldSecond[], values: readonly number[], needed: number, cutOff: number): readonly boolean[] {
  const isIn = seconds.map(() => false)
  let [first, sum, time, marked] = [0, 0, 0, 0]
  for (const [last, { length }] of seconds.entries()) {
    const value = values[last] ?? 0
    if (value === Number.NEGATIVE_INFINITY) {
      ;[first, sum, time] = [last + 1, 0, 0]
      continue
    }
    sum += value * length
    time += length
    for (
      let shortest = seconds[first]?.length ?? 0;
      first < last && time - shortest >= needed - slack;
      shortest = seconds[first]?.length ?? 0
    ) {
      sum -= (values[first] ?? 0) * shortest
      time -= shortest
      first++
    }
    if (time < needed - slack || sum <= cutOff * time) continue
    for (marked = Math.max(marked, first); marked <= last; marked++) isIn[marked] = true
  }
  return isIn
}

function trim(seconds: readonly HeldSecond[], values: readonly number[], ends: { first: number; last: number }, cutOff: number): Stretch {
  let { first, last } = ends
  while (first < last && (values[first] ?? 0) <= cutOff) first++
  while (last > first && (values[last] ?? 0) <= cutOff) last--
  const start = seconds[first]
  return { from: Math.max(0, (start?.at ?? 0) - (start?.length ?? 0)), to: seconds[last]?.at ?? 0 }
}

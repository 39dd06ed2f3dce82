import type { ResourceSample } from '../summary/machine-second.ts'
import type { TestSummary } from '../summary/summary.ts'
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

/** Says when a stretch was: ` from 510 s to 600 s`. */
export function describeStretch({ from, to }: Stretch): string {
  return ` from ${formatCount(from)} s to ${formatCount(to)} s`
}

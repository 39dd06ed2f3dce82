import type { ResourceSample } from '../summary/generator-summary.ts'
import type { ScenarioSummary } from '../summary/scenario-summary.ts'
import type { TestSummary } from '../summary/test-summary.ts'
import { formatNumber, formatSeconds } from '../../base/units/format.ts'

/**
 * Least length in seconds of a part of a run phase that is judged separately from the mean over the whole.
 *
 * CPU is counted in ticks of 10 ms and sampled once a second: three samples are the fewest in which one outlier, such as a garbage collection or a late
 * sample, is not the larger part.
 */
export const sustainedSeconds = 3

/**
 * Least share of a run phase that is judged separately from the mean over the whole.
 *
 * What affects less than a tenth of the requests is beyond p90: it does not matter to a median or a throughput, and `generator-stalled` covers the
 * highest percentiles. A ramp of ten steps that saturates in the last one reaches a tenth.
 */
export const sustainedShare = 0.1

/** Length in seconds from which a second counts as complete, even if it is a tick of the clock short. */
export const fullSecond = 0.999

// The first and the last sample are taken just after the start and the end of the run phase.
const slack = 0.05

/** A sample that covers about a second. */
export interface HeldSecond {
  /** End of the sample, in seconds from the start of the run phase. */
  readonly at: number
  readonly length: number
}

/** Part of a run phase, in seconds from its start. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

/** Seconds from the start of the test's run phase, from which samples count, to that of a scenario, from which its own seconds count. */
export function delayOf(scenario: ScenarioSummary, { scenarios }: Pick<TestSummary, 'scenarios'>): number {
  const startOf = ({ workload: { startAfter, warmup } }: ScenarioSummary): number => startAfter + warmup
  return startOf(scenario) - Math.min(...scenarios.map(startOf))
}

/** Length of the run phase of a test in seconds, from the first start of a scenario's run phase to the last end. */
export function lengthOfRun(test: Pick<TestSummary, 'scenarios'>): number {
  return Math.max(0, ...test.scenarios.map((scenario) => delayOf(scenario, test) + scenario.duration))
}

/** The samples of the run phase, without the warm-up and the drain. */
export function secondsOfRun<Second extends HeldSecond>(seconds: readonly Second[], summary: TestSummary): readonly Second[] {
  const end = lengthOfRun(summary)
  return seconds.filter(({ at, length }) => at > slack && at - length < end - slack)
}

/** The samples of CPU, memory and machine within a stretch. */
export function samplesWithin({ resources }: TestSummary, { from, to }: Stretch): readonly ResourceSample[] {
  return resources.filter(({ at, length }) => at - length >= from - slack && at <= to + slack)
}

/** The mean of a figure, weighted by the length of the samples; `null` when none has it. */
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

/** Describes when a stretch was: ` from 510 s to 600 s`. */
export function describeStretch({ from, to }: Stretch): string {
  return ` from ${formatNumber(from)} s to ${formatNumber(to)} s`
}

/** Describes when something happened, given in seconds from the start of the run phase: `after 3.2 s`, `in the warm-up` or `before the run phase`. */
export function describeMoment(at: number, { scenarios }: TestSummary): string {
  if (at > 0) return `after ${formatSeconds(at)}`
  const warmup = Math.min(...scenarios.map(({ workload }) => workload.warmup))
  return at > -warmup ? 'in the warm-up' : 'before the run phase'
}

// Seconds are sampled by timers, and their lengths add up to a little less or more.
const windowSlack = 0.05

// Sums of fractions are not exact: a mean at the cut-off must not count as above it.
const rounding = 1 + 1e-9

interface ValuedSecond extends Stretch {
  readonly length: number
  readonly value: number
}

/**
 * Finds the longest stretch of a run phase in which the mean of a figure was above a cut-off for long enough to matter; `null` without one.
 *
 * In a run that is not longer than that, the mean over the whole is the same. Seconds without the figure are skipped.
 */
export function findSustained<Second extends HeldSecond>(
  all: readonly Second[],
  summary: TestSummary,
  read: (second: Second) => number | null,
  cutOff: number,
): Stretch | null {
  const seconds = secondsOfRun(all, summary).flatMap((second): ValuedSecond[] => {
    const { at, length } = second
    const value = read(second)
    return value === null ? [] : [{ from: Math.max(0, at - length), to: at, length, value }]
  })
  const needed = Math.max(sustainedSeconds, lengthOfRun(summary) * sustainedShare) - windowSlack
  const isIn = markWindows(seconds, needed, cutOff)
  const stretches = seconds.flatMap((_, first): Stretch[] => {
    if (isIn[first] !== true || isIn[first - 1] === true) return []
    const end = isIn.indexOf(false, first)
    return [trim(seconds.slice(first, end === -1 ? undefined : end), cutOff)]
  })
  return stretches.toSorted((a, b) => b.to - b.from - (a.to - a.from))[0] ?? null
}

/** Marks the seconds in windows of the needed length whose mean is above the cut-off. */
function markWindows(seconds: readonly ValuedSecond[], needed: number, cutOff: number): readonly boolean[] {
  const isIn = seconds.map(() => false)
  const times = cumulate(seconds, ({ length }) => length)
  const sums = cumulate(seconds, ({ length, value }) => length * value)
  let first = 0
  for (let last = 0; last < seconds.length; last++) {
    while (first < last && between(times, first + 1, last) >= needed) first++
    const time = between(times, first, last)
    if (time >= needed && between(sums, first, last) > cutOff * time * rounding) isIn.fill(true, first, last + 1)
  }
  return isIn
}

// A window may begin or end with seconds that are not above the cut-off.
function trim(seconds: readonly ValuedSecond[], cutOff: number): Stretch {
  const isAbove = ({ value }: ValuedSecond): boolean => value > cutOff
  return { from: seconds.find(isAbove)?.from ?? 0, to: seconds.findLast(isAbove)?.to ?? 0 }
}

function cumulate(seconds: readonly ValuedSecond[], read: (second: ValuedSecond) => number): readonly number[] {
  let sum = 0
  return [0, ...seconds.map((second) => (sum += read(second)))]
}

function between(sums: readonly number[], first: number, last: number): number {
  return (sums[last + 1] ?? 0) - (sums[first] ?? 0)
}

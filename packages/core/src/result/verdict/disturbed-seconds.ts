import { lowerMedian, sumOf } from '../../base/units/count.ts'
import type { Disturbance, ResourceSample } from '../summary/generator-summary.ts'
import type { TestSummary } from '../summary/test-summary.ts'
import { formatNumber, formatSeconds, formatShare, formatTime } from '../../base/units/format.ts'
import { delayOf, lengthOfRun, meanOf, secondsOfRun } from './stretches.ts'
import { gapResolution, requestKinds } from './request-kinds.ts'

/**
 * Share of a second above which it counts as disturbed: of its CPU time that the hypervisor took, of its periods in which a control group was stopped,
 * or of its time in which a task waited for memory.
 *
 * CPU time is counted in ticks of 10 ms, of which two CPUs have 200 a second: a handful can be chance, and a twentieth is ten ticks.
 */
export const disturbedSecond = 0.05

/**
 * Seconds by which the wall clock may differ from the monotonic clock without counting as a jump.
 *
 * A time daemon slews the clock by at most half a millisecond a second, and on a full machine reading both clocks can take some tens of milliseconds.
 */
export const clockResolution = 0.25

// The most stretches that a text lists.
const mostStretches = 3

/** One way in which a machine can disturb a run, measured in a second. */
interface Cause {
  readonly isIn: (disturbance: Disturbance) => boolean
  readonly describe: (seconds: readonly ResourceSample[]) => string
}

const causes: readonly Cause[] = [
  causeByShare(
    ({ stolen }) => stolen ?? 0,
    (share) => `the hypervisor took ${share} of the CPU time`,
  ),
  causeByShare(
    ({ throttled }) => throttled ?? 0,
    (share) => `the control group had used up its CPU quota and stood still in ${share} of its periods`,
  ),
  causeByShare(
    ({ pressure, groupPressure }) => Math.max(pressure.memory ?? 0, groupPressure.memory ?? 0),
    (share) => `something waited for memory ${share} of the time`,
  ),
  {
    isIn: ({ suspended }) => suspended > 0,
    describe: (seconds) => `the machine was suspended for ${formatSeconds(sumOf(seconds, ({ disturbance }) => disturbance.suspended))}`,
  },
]

function causeByShare(read: (disturbance: Disturbance) => number, describe: (share: string) => string): Cause {
  return {
    isIn: (disturbance) => read(disturbance) > disturbedSecond,
    describe: (seconds) => describe(formatShare(meanOf(seconds, ({ disturbance }) => read(disturbance)) ?? 0)),
  }
}

/** Whether a machine withheld CPU or memory from its processes, or was suspended. */
export function isDisturbed(disturbance: Disturbance): boolean {
  return causes.some(({ isIn }) => isIn(disturbance))
}

/** The seconds of a run phase in which the machine withheld CPU or memory, or was suspended. */
export function disturbedSeconds(summary: TestSummary): readonly ResourceSample[] {
  return secondsOfRun(summary.resources, summary).filter(({ disturbance }) => isDisturbed(disturbance))
}

/** The share of a run phase that was disturbed, 0 to 1. */
export function disturbedShare(summary: TestSummary): number {
  const length = lengthOfRun(summary)
  return length > 0 ? sumOf(disturbedSeconds(summary), (second) => second.length) / length : 0
}

/** The seconds of a run phase in which the wall clock jumped. */
export function clockJumps(summary: TestSummary): readonly ResourceSample[] {
  return secondsOfRun(summary.resources, summary).filter(({ disturbance }) => Math.abs(disturbance.clockJump) > clockResolution)
}

/** The share of CPU time that hypervisor and quota withheld in a second. */
export function withheldCpu({ stolen, throttled }: Disturbance): number {
  return Math.max(stolen ?? 0, throttled ?? 0)
}

/** Describes what happened in disturbed seconds, and when: `the hypervisor took 18 % of the CPU time in 12 of 30 s (from 10 s to 22 s)`. */
export function describeDisturbance(seconds: readonly ResourceSample[], summary: TestSummary): string {
  return causes
    .flatMap(({ isIn, describe }) => {
      const own = seconds.filter(({ disturbance }) => isIn(disturbance))
      if (own.length === 0) return []
      // The last sample may be taken after the end of the run phase.
      const length = lengthOfRun(summary)
      const time = Math.min(
        length,
        sumOf(own, (second) => second.length),
      )
      return [`${describe(own)} in ${formatNumber(time)} of ${formatSeconds(length)} (${describeMoments(own, length)})`]
    })
    .join(', and ')
}

/** Describes when seconds were, with adjoining ones joined: `from 10 s to 22 s, from 25 s to 26 s`; nothing ends after `end`, in seconds. */
export function describeMoments(seconds: readonly ResourceSample[], end: number): string {
  const stretches: { from: number; to: number }[] = []
  for (const { at, length } of seconds) {
    const last = stretches.at(-1)
    if (last !== undefined && at - length - last.to < length / 2) last.to = Math.min(end, at)
    else stretches.push({ from: Math.max(0, at - length), to: Math.min(end, at) })
  }
  const texts = stretches.slice(0, mostStretches).map(({ from, to }) => `from ${formatSeconds(from)} to ${formatSeconds(to)}`)
  const more = stretches.length - texts.length
  if (more === 0) return texts.join(', ')
  return `${texts.join(', ')}, and ${more === 1 ? 'once' : `${formatNumber(more)} times`} more`
}

/**
 * Factor between the response times (median of the p99 of each second) of disturbed seconds and of all others, from which the disturbance is reported
 * to have made them longer.
 *
 * On a quiet machine the p99 of single seconds differ by some tenths; at twice the others, half of the response time is not the target's.
 */
export const disturbedTimes = 2

/** The effect of disturbed seconds on response times. */
export interface Effect {
  readonly text: string
  /** Whether the typical response of disturbed seconds was slower than nearly all others. */
  readonly isGross: boolean
}

/**
 * Finds the largest effect of disturbed seconds on response times, over all scenarios and kinds of requests; `null` without an effect, or with too few
 * seconds.
 *
 * @param least the fewest seconds of either kind
 */
export function findEffect(summary: TestSummary, least: number): Effect | null {
  const disturbed = disturbedSeconds(summary)
  const kinds = summary.scenarios.flatMap((scenario) =>
    requestKinds(scenario).map(({ requests }) => ({ delay: delayOf(scenario, summary), series: requests.series })),
  )
  const effects = kinds.flatMap(({ delay, series }) => {
    const [during, otherwise, typical]: [number[], number[], number[]] = [[], [], []]
    for (const { at, length, p50, p99 } of series) {
      const middle = delay + at + length / 2
      const isIn = disturbed.some((sample) => middle > sample.at - sample.length && middle <= sample.at)
      if (p99 !== null) (isIn ? during : otherwise).push(p99)
      if (p50 !== null && isIn) typical.push(p50)
    }
    if (during.length < least || otherwise.length < least) return []
    return [{ during: lowerMedian(during) ?? 0, otherwise: lowerMedian(otherwise) ?? 0, typical: lowerMedian(typical) ?? 0 }]
  })
  const [worst] = effects.toSorted((a, b) => b.during / b.otherwise - a.during / a.otherwise)
  if (worst === undefined || worst.during < worst.otherwise * disturbedTimes || worst.during - worst.otherwise <= gapResolution) return null
  const times = `the p99 of these seconds is ${formatTime(worst.during)}, and of the others ${formatTime(worst.otherwise)} (medians)`
  if (worst.typical < worst.otherwise) return { text: `; ${times}`, isGross: false }
  return { text: `; ${times}: half of the responses were slower then than 99 of 100 at other times`, isGross: true }
}

import type { ResourceSample } from '../../summary/generator-summary.ts'
import type { TestSummary } from '../../summary/test-summary.ts'
import { formatMilliseconds, formatRough } from '../figures.ts'
import { describeCpuContention, describeOtherCpu, findOtherProcesses } from '../machine-cpu.ts'
import { clockJumps, describeDisturbance, describeMoments, disturbedSeconds, withheldCpu } from '../machine-disturbances.ts'
import { gapResolution, requestKinds } from '../request-kinds.ts'
import { lengthOfRun, meanOf, secondsOfRun, sustainedSeconds } from '../run-phase.ts'
import type { Reason } from '../verdict.ts'

/**
 * Share of the run phase that was disturbed, above which the result is suspect.
 *
 * With more than a tenth, no percentile from p90 up is known to be that of an undisturbed machine.
 */
export const notableDisturbance = 0.1

/**
 * Share of the run phase that was disturbed, above which the result is suspect where response times were longer then.
 *
 * As with what is dropped ({@link missedPlan}): beyond one in a hundred, p99 is that of the disturbance.
 */
export const effectiveDisturbance = 0.01

/**
 * Response times (median of the p99 of each second) in disturbed seconds as a multiple of those in all others, from which the disturbance is said to
 * have made them longer.
 *
 * The p99 of single seconds on a quiet machine differ by some tenths; half of what is measured is then not the target's.
 */
export const disturbedTimes = 2

/**
 * Mean share of the CPU time that the machine withheld over the whole run phase, above which the result is invalid.
 *
 * A quarter: of four CPUs one was not there. A rented machine whose hypervisor took 11 to 28 % measured delivery times that were a hundred times
 * longer.
 */
export const dominantDisturbance = 0.25

/**
 * CPU used by other processes as a multiple of that used by target and generator, above which a full machine makes the result suspect.
 *
 * Up to it, the test had the larger part of what was in use, and the figures are too low by less than a half. Beyond it, most of the
 * time somebody else ran: how often the system let the test run decides the figures, and they are not those of the target.
 */
export const dominantOthers = 1

/**
 * The machine took from whoever ran on it what they had use for: CPU that its hypervisor gave to others, or that a quota withheld, memory, or all
 * by being suspended. Neither target nor generator can be seen behind that.
 *
 * How bad it is, is told by the share of the run phase and by what it did: the response times in these seconds beside those in all others. It makes
 * times longer, never shorter, so that limits which they keep are kept: the figures are not worth anything only where they are of another kind.
 */
export function machineDisturbed(summary: TestSummary): readonly Reason[] {
  return [...judgeSeconds(summary), ...judgeClock(summary)]
}

function judgeSeconds(summary: TestSummary): readonly Reason[] {
  const seconds = disturbedSeconds(summary)
  if (seconds.length === 0) return []
  const effect = findEffect(summary, sustainedSeconds)
  const level = levelOf(seconds, effect, summary)
  const advice = level === 'note' ? '' : ': repeat the test on a machine that is not shared, or not limited'
  return [{ rule: 'machine-disturbed', level, text: `${describeDisturbance(seconds, summary)}${effect?.text ?? ''}${advice}` }]
}

function levelOf(seconds: readonly ResourceSample[], effect: Effect | null, summary: TestSummary): Reason['level'] {
  const time = seconds.reduce((sum, { length }) => sum + length, 0)
  const isSuspended = seconds.some(({ disturbance }) => disturbance.suspended > 0)
  const share = time / lengthOfRun(summary)
  const isDominant = withheldOver(summary) > dominantDisturbance
  // What is over in a moment passes, unless the whole run is.
  if (time < sustainedSeconds) return isSuspended || isDominant ? 'suspect' : 'note'
  if (isDominant || (effect?.isGross === true && share > notableDisturbance)) return 'invalid'
  return isSuspended || share > notableDisturbance || (effect !== null && share > effectiveDisturbance) ? 'suspect' : 'note'
}

// The mean share of the CPU time over the whole run phase.
function withheldOver(summary: TestSummary): number {
  return meanOf(secondsOfRun(summary.resources, summary), ({ disturbance }) => withheldCpu(disturbance)) ?? 0
}

// The times that users and the target's other users measure are by the clock of the process, which does not jump.
function judgeClock(summary: TestSummary): readonly Reason[] {
  const seconds = clockJumps(summary)
  if (seconds.length === 0) return []
  const by = seconds.map(({ disturbance: { clockJump } }) => `${clockJump > 0 ? '+' : ''}${formatRough(clockJump)} s`).join(', ')
  const text = `the wall clock jumped by ${by} (${describeMoments(seconds, lengthOfRun(summary))}): no figure of this result is timed by it, but what the target or a journey timed may be`
  return [{ rule: 'machine-disturbed', level: 'note', text }]
}

/** What disturbed seconds did to response times. */
interface Effect {
  readonly text: string
  /** Whether the typical response of disturbed seconds was slower than nearly all others. */
  readonly isGross: boolean
}

/**
 * What disturbed seconds did to the response times, of the scenario and kind of request in which they did most; `null` where there was no such effect, or too few seconds to tell.
 *
 * @param least seconds of either kind
 */
export function findEffect(summary: TestSummary, least: number): Effect | null {
  const disturbed = disturbedSeconds(summary)
  const starts = summary.scenarios.map(({ workload }) => workload.startAfter + workload.warmup)
  const first = Math.min(...starts)
  const kinds = summary.scenarios.flatMap((scenario, index) =>
    requestKinds(scenario).map(({ requests }) => ({ index, series: requests.series })),
  )
  const effects = kinds.flatMap(({ index, series }) => {
    const [during, otherwise, typical]: [number[], number[], number[]] = [[], [], []]
    for (const { at, length, p50, p99 } of series) {
      const middle = (starts[index] ?? first) - first + at + length / 2
      const isDisturbed = disturbed.some((sample) => middle > sample.at - sample.length && middle <= sample.at)
      if (p99 !== null) (isDisturbed ? during : otherwise).push(p99)
      if (p50 !== null && isDisturbed) typical.push(p50)
    }
    if (during.length < least || otherwise.length < least) return []
    return [{ during: median(during), otherwise: median(otherwise), typical: median(typical) }]
  })
  const [worst] = effects.toSorted((a, b) => b.during / b.otherwise - a.during / a.otherwise)
  if (worst === undefined || worst.during < worst.otherwise * disturbedTimes || worst.during - worst.otherwise <= gapResolution) return null
  const times = `the p99 of these seconds is ${formatMilliseconds(worst.during)}, and of the others ${formatMilliseconds(worst.otherwise)} (medians)`
  if (worst.typical < worst.otherwise) return { text: `; ${times}`, isGross: false }
  return { text: `; ${times}: half of the responses were slower then than 99 of 100 at other times`, isGross: true }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0
}

/** A target and a generator that compete for CPUs slow each other down. */
export function sharedCores(summary: TestSummary): readonly Reason[] {
  const contention = describeCpuContention(summary)
  if (contention === null) return []
  return [{ rule: 'shared-cores', level: 'suspect', text: `${contention}: on a machine of its own the target would answer faster` }]
}

/**
 * Other processes left the generator, and a local target, too little CPU to run undisturbed.
 *
 * Where they used more than the test itself, the figures are more theirs than its own.
 */
export function busyMachine(summary: TestSummary): readonly Reason[] {
  const found = findOtherProcesses(summary)
  if (found === null) return []
  const used = `other processes used ${describeOtherCpu(found, summary)}`
  if (found.others <= found.ours * dominantOthers) {
    return [{ rule: 'busy-machine', level: 'note', text: `${used}: on an idle machine the figures would be better` }]
  }
  const tested = summary.target.local ? 'target and generator' : 'the generator'
  return [{ rule: 'busy-machine', level: 'suspect', text: `${used}, more than ${tested}: repeat the test on an idle machine` }]
}

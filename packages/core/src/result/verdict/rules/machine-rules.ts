import { sumOf } from '../../../base/units/count.ts'
import type { ResourceSample, MachineSummary } from '../../summary/generator-summary.ts'
import type { TestSummary } from '../../summary/test-summary.ts'
import { formatRough, formatMilliseconds, formatShare } from '../../../base/units/format.ts'
import { lengthOfRun, meanOf, secondsOfRun, sustainedSeconds, describeMoment } from '../stretches.ts'
import type { Reason } from '../verdict.ts'
import {
  disturbedSeconds,
  clockJumps,
  withheldCpu,
  describeDisturbance,
  describeMoments,
  type Effect,
  findEffect,
} from '../disturbed-seconds.ts'
import { describeCpuContention, findOtherProcesses, describeOtherCpu } from '../cpu-contention.ts'

/**
 * CPU used by other processes as a multiple of that used by target and generator, above which a full machine makes the result suspect.
 *
 * Up to it, the test had the larger part of what was in use, and the figures are too low by less than a half. Beyond it, most of the
 * time something else ran: how often the system let the test run decides the figures, and they are not those of the target.
 */
export const dominantOthers = 1

/** A target and a generator that compete for CPUs slow each other down. */
export function sharedCores(summary: TestSummary): readonly Reason[] {
  const contention = describeCpuContention(summary)
  if (contention === null) return []
  return [{ rule: 'shared-cores', level: 'suspect', text: `${contention}: on a machine of its own the target would respond faster` }]
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

/**
 * Milliseconds between the planned start and that of a machine's last worker, above which a note names it.
 *
 * Machines that hear the order in time start within a few milliseconds of it, which is what waking a thread takes on a machine that is not idle.
 */
export const notableStart = 10

/**
 * The same as a share of the run phase, above which the result is suspect.
 *
 * With more than one in a hundred the load was that much smaller at its beginning, or came later: p99 is that of another schedule.
 */
export const distortingStart = 0.01

/** A machine that was lost took all that it did since its last report with it. */
export function lostAgent(summary: TestSummary): readonly Reason[] {
  return (summary.machines ?? []).flatMap(({ name, lost }) => {
    if (lost === null) return []
    const missing =
      lost.knownUntil === null
        ? 'none of its figures are known'
        : `its figures are missing from ${formatRough(Math.max(0, lost.knownUntil))} s on`
    return [
      { rule: 'lost-agent', level: 'invalid', text: `${name} was lost ${describeMoment(lost.at, summary)} (${lost.reason}): ${missing}` },
    ]
  })
}

/** A machine that started later than the others, by more than its clock may be wrong. */
export function lateMachine(summary: TestSummary): readonly Reason[] {
  return (summary.machines ?? []).flatMap((machine) => {
    const late = latenessOf(machine)
    if (late <= notableStart) return []
    const share = late / 1000 / lengthOfRun(summary)
    const text = `${machine.name} started ${formatMilliseconds(late)} late, ${formatShare(Math.min(1, share))} of the run phase: until then its share of the load was missing`
    return [{ rule: 'late-machine', level: share > distortingStart ? 'suspect' : 'note', text }]
  })
}

/** Milliseconds by which a machine started late, but for what its clock may have been wrong then: what it drifts later makes its start no earlier. */
export function latenessOf({ start, clock }: MachineSummary): number {
  return start === null ? 0 : start.last - clock.startError
}

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
 * Mean share of the CPU time that the machine withheld over the whole run phase, above which the result is invalid.
 *
 * A quarter: of four CPUs one was not there. A rented machine whose hypervisor took 11 to 28 % measured delivery times that were a hundred times
 * longer.
 */
export const dominantDisturbance = 0.25

/**
 * The machine took from what ran on it what that had use for: CPU that its hypervisor gave to others, or that a quota withheld, memory, or all
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
  const time = sumOf(seconds, ({ length }) => length)
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

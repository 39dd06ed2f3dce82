import { sumOf } from '../../../base/units/count.ts'
import type { ResourceSample, MachineSummary } from '../../summary/generator-summary.ts'
import type { TestSummary } from '../../summary/test-summary.ts'
import { formatSeconds, formatShare, formatTime } from '../../../base/units/format.ts'
import { lengthOfRun, meanOf, secondsOfRun, sustainedSeconds, describeMoment } from '../stretches.ts'
import { finding, machineRule, rule, type Finding, type Rule } from '../rule.ts'
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
import { describeContention, describeUnknownUse, describeUsed, findUsedUpCpus } from '../busy-cpus.ts'

/**
 * CPU used by other processes as a multiple of that used by target and generator, above which a full machine makes the result suspect.
 *
 * Up to this factor the test had the larger part of the used CPU, and the figures are too low by less than a half. Beyond it, other processes ran most
 * of the time: how often the system let the test run decides the figures, not the target.
 */
export const dominantOthers = 1

/** Reports a target and a generator that compete for CPUs, and slow each other down. */
export const sharedCores: Rule = machineRule('shared-cores', (view) => {
  const found = findUsedUpCpus(view)
  if (found?.by !== 'ours') return null
  return finding('suspect', `${describeContention(found, view)}: on a machine of its own the target may respond faster`)
})

/**
 * Reports a machine without enough CPU for the generator, and for a local target, to run undisturbed, because of other processes, or of somebody who
 * cannot be seen.
 *
 * When others used more than the test, the figures depend more on them than on the test.
 */
export const busyMachine: Rule = machineRule('busy-machine', (view) => {
  const found = findUsedUpCpus(view)
  if (found === null || found.by === 'ours') return null
  if (found.by === 'unknown') return finding('suspect', `${describeUnknownUse(found, view)}: repeat the test on an idle machine`)
  const used = `other processes used ${describeUsed(found, view)}`
  if (found.used <= found.ours * dominantOthers) return finding('note', `${used}: on an idle machine the figures may be better`)
  const tested = view.target.local ? 'target and generator' : 'the generator'
  return finding('suspect', `${used}, more than ${tested}: repeat the test on an idle machine`)
})

/**
 * Milliseconds between the planned start and the start of a machine's last worker, above which a note reports the machine.
 *
 * Machines that receive the order in time start within a few milliseconds of it, which is the time to wake a thread on a machine that is not idle.
 */
export const notableStart = 10

/**
 * The delay of a machine's last worker as a share of the run phase, above which the result is suspect.
 *
 * With more than one in a hundred the load was smaller at its beginning, or came later: p99 is that of another schedule.
 */
export const distortingStart = 0.01

/** Reports a machine that was lost, whose figures since its last report are missing. */
export const lostAgent: Rule = rule('lost-agent', (summary) =>
  (summary.machines ?? []).flatMap(({ name, lost }) => {
    if (lost === null) return []
    const missing =
      lost.knownUntil === null
        ? 'none of its figures are known'
        : `its figures are missing from ${formatSeconds(Math.max(0, lost.knownUntil))} on`
    return { level: 'invalid', text: `${name} was lost ${describeMoment(lost.at, summary)} (${lost.reason}): ${missing}` }
  }),
)

/** Reports a machine that started later than the others by more than the error of its clock. */
export const lateMachine: Rule = rule('late-machine', (summary) =>
  (summary.machines ?? []).flatMap((machine) => {
    const late = latenessOf(machine)
    if (late <= notableStart) return []
    const share = late / 1000 / lengthOfRun(summary)
    const text = `${machine.name} started ${formatTime(late)} late, ${formatShare(Math.min(1, share))} of the run phase: until then its share of the load was missing`
    return { level: share > distortingStart ? 'suspect' : 'note', text }
  }),
)

/** Milliseconds by which a machine started late, less the error of its clock at the start; later drift does not matter. */
export function latenessOf({ start, clock }: MachineSummary): number {
  return start === null ? 0 : start.last - clock.startError
}

/**
 * Share of the run phase that was disturbed, above which the result is suspect.
 *
 * With more than a tenth, every percentile from p90 up may be that of the disturbance.
 */
export const notableDisturbance = 0.1

/**
 * Share of the run phase that was disturbed, above which the result is suspect where response times were longer then.
 *
 * As with dropped iterations ({@link missedPlan}): beyond one in a hundred, p99 is that of the disturbance.
 */
export const effectiveDisturbance = 0.01

/**
 * Mean share of the CPU time that the machine withheld over the whole run phase, above which the result is invalid.
 *
 * At a quarter, one of four CPUs was missing. On a rented machine whose hypervisor took 11 to 28 %, delivery times were a hundred times longer.
 */
export const dominantDisturbance = 0.25

/**
 * Reports a machine that withheld resources from its processes: CPU that its hypervisor gave to others, or that a quota withheld, memory, or everything
 * by being suspended. The target and the generator cannot be measured through that.
 *
 * The level depends on the share of the run phase, and on the effect: the response times in disturbed seconds compared with all others. A disturbance
 * makes times longer, never shorter, so limits that hold do hold: the result is invalid only when the figures are of another kind.
 */
export const machineDisturbed: Rule = machineRule('machine-disturbed', (view) =>
  [judgeSeconds(view), judgeClock(view)].filter((found) => found !== null),
)

function judgeSeconds(view: TestSummary): Finding | null {
  const seconds = disturbedSeconds(view)
  if (seconds.length === 0) return null
  const effect = findEffect(view, sustainedSeconds)
  const level = levelOf(seconds, effect, view)
  const advice = level === 'note' ? '' : ': repeat the test on a machine that is not shared, or not limited'
  return { level, text: `${describeDisturbance(seconds, view)}${effect?.text ?? ''}${advice}` }
}

function levelOf(seconds: readonly ResourceSample[], effect: Effect | null, summary: TestSummary): Reason['level'] {
  const time = sumOf(seconds, ({ length }) => length)
  const isSuspended = seconds.some(({ disturbance }) => disturbance.suspended > 0)
  const share = time / lengthOfRun(summary)
  const isDominant = withheldOver(summary) > dominantDisturbance
  // A short disturbance is not reported, unless the whole run is short.
  if (time < sustainedSeconds) return isSuspended || isDominant ? 'suspect' : 'note'
  if (isDominant || (effect?.isGross === true && share > notableDisturbance)) return 'invalid'
  return isSuspended || share > notableDisturbance || (effect !== null && share > effectiveDisturbance) ? 'suspect' : 'note'
}

function withheldOver(summary: TestSummary): number {
  return meanOf(secondsOfRun(summary.resources, summary), ({ disturbance }) => withheldCpu(disturbance)) ?? 0
}

// All times are measured by the monotonic clock of the process, which does not jump.
function judgeClock(summary: TestSummary): Finding | null {
  const seconds = clockJumps(summary)
  if (seconds.length === 0) return null
  const by = seconds.map(({ disturbance: { clockJump } }) => `${clockJump > 0 ? '+' : ''}${formatSeconds(clockJump)}`).join(', ')
  const text = `the wall clock jumped by ${by} (${describeMoments(seconds, lengthOfRun(summary))}): no figure of this result is timed by it, but what the target or a journey timed may be`
  return { level: 'note', text }
}

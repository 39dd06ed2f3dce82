import type { ResourceSample } from '../../summary/machine-second.ts'
import type { TestSummary } from '../../summary/summary.ts'
import { dominantDisturbance, effectiveDisturbance, notableDisturbance, sustainedSeconds } from '../cut-offs.ts'
import { findEffect, type Effect } from '../disturbance-effect.ts'
import { formatRough } from '../figures.ts'
import { clockJumps, describeDisturbance, describeMoments, disturbedSeconds, withheldCpu } from '../machine-disturbances.ts'
import { lengthOfRun, meanOf, secondsOfRun } from '../run-seconds.ts'
import type { Reason } from '../verdict.ts'

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

import type { ResourceSample } from '../../summary/machine-second.ts'
import type { TestSummary } from '../../summary/summary.ts'
import {
  disturbedTimes,
  dominantDisturbance,
  effectiveDisturbance,
  gapResolution,
  notableDisturbance,
  sustainedSeconds,
} from '../cut-offs.ts'
import { formatMilliseconds, formatRough } from '../figures.ts'
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
  const effect = findEffect(seconds, summary)
  const level = levelOf(seconds, effect, summary)
  const advice = level === 'note' ? '' : ': repeat the test on a machine that is not shared, or not limited'
  return [{ rule: 'machine-disturbed', level, text: `${describeDisturbance(seconds, summary)}${effect?.text ?? ''}${advice}` }]
}

function levelOf(seconds: readonly ResourceSample[], effect: Effect | null, summary: TestSummary): Reason['level'] {
  const time = seconds.reduce((sum, { length }) => sum + length, 0)
  const isSuspended = seconds.some(({ disturbance }) => disturbance.suspended > 0)
  if (time < sustainedSeconds) return isSuspended ? 'suspect' : 'note'
  const share = time / lengthOfRun(summary)
  const withheld = meanOf(secondsOfRun(summary.resources, summary), ({ disturbance }) => withheldCpu(disturbance)) ?? 0
  if (withheld > dominantDisturbance || (effect?.isGross === true && share > notableDisturbance)) return 'invalid'
  return isSuspended || share > notableDisturbance || (effect !== null && share > effectiveDisturbance) ? 'suspect' : 'note'
}

// The times that users and the target's other users measure are by the clock of the process, which does not jump.
function judgeClock(summary: TestSummary): readonly Reason[] {
  const seconds = clockJumps(summary)
  if (seconds.length === 0) return []
  const by = seconds.map(({ disturbance: { clockJump } }) => `${clockJump > 0 ? '+' : ''}${formatRough(clockJump)} s`).join(', ')
  const text = `the wall clock jumped by ${by} (${describeMoments(seconds, lengthOfRun(summary))}): no figure of this result is timed by it, but what the target or a journey timed may be`
  return [{ rule: 'machine-disturbed', level: 'note', text }]
}

interface Effect {
  readonly text: string
  /** Whether the typical response of disturbed seconds was slower than nearly all others. */
  readonly isGross: boolean
}

/** What disturbed seconds did to the response times, of the scenario in which they did most; `null` where there was no such effect, or too few seconds to tell. */
function findEffect(disturbed: readonly ResourceSample[], summary: TestSummary): Effect | null {
  const starts = summary.scenarios.map(({ workload }) => workload.startAfter + workload.warmup)
  const first = Math.min(...starts)
  const effects = summary.scenarios.flatMap(({ series }, index) => {
    const [during, otherwise, typical]: [number[], number[], number[]] = [[], [], []]
    for (const { at, length, p50, p99 } of series) {
      const middle = (starts[index] ?? first) - first + at + length / 2
      const isDisturbed = disturbed.some((sample) => middle > sample.at - sample.length && middle <= sample.at)
      if (p99 !== null) (isDisturbed ? during : otherwise).push(p99)
      if (p50 !== null && isDisturbed) typical.push(p50)
    }
    if (during.length < sustainedSeconds || otherwise.length < sustainedSeconds) return []
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

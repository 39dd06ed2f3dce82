import type { ResourceSample } from '../summary/machine-second.ts'
import type { TestSummary } from '../summary/summary.ts'
import { describeCpuContention } from './cpu-contention.ts'
import { sharedCpu } from './cut-offs.ts'
import { findSustained } from './find-sustained.ts'
import { formatRough } from './figures.ts'
import { isMachineFull } from './machine-full.ts'
import { describeStretch, meanOf, samplesWithin, secondsOfRun, type Stretch } from './run-seconds.ts'

/** CPU in cores on a machine that was full. */
export interface OtherProcesses {
  /** Used by neither generator nor target. */
  readonly others: number
  /** Used by the generator, and the target if it is local. */
  readonly ours: number
  /** When the machine was full; `null` where it was over the whole run phase. */
  readonly stretch: Stretch | null
}

/** Mean CPU in cores over the run phase or a part of it; `null` where it cannot be seen. */
interface CpuUse {
  readonly hostCpu: number | null
  readonly hostInterruptCpu: number | null
  readonly stolenCpu: number | null
  readonly generatorCpu: number | null
  readonly targetCpu: number | null
}

/**
 * What other processes took of a machine that was full, over the whole run phase or for as long as it matters; `null` when they left enough, or
 * cannot be told apart.
 *
 * Their share must be more than what the rule `shared-cores` leaves to the system; where that rule speaks, target and generator are enough
 * of an explanation. What the hypervisor took is no process': the rule `machine-disturbed` names it.
 */
export function findOtherProcesses(summary: TestSummary): OtherProcesses | null {
  if (describeCpuContention(summary) !== null) return null
  const { hostCpu, hostInterruptCpu, generator, target } = summary
  const stolenCpu = meanOf(secondsOfRun(summary.resources, summary), ({ disturbance }) => disturbance.stolenCpu)
  const whole = judgeUse({ hostCpu, hostInterruptCpu, stolenCpu, generatorCpu: generator.cpu, targetCpu: target.cpu }, summary)
  if (whole !== null) return { ...whole, stretch: null }
  const stretch = findSustained(summary.resources, summary, (sample) => sample.hostCpu, sharedCpu * summary.cpus)
  if (stretch === null) return null
  const within = samplesWithin(summary, stretch)
  const mean = (read: (sample: ResourceSample) => number | null): number | null => meanOf(within, read)
  const part = judgeUse(
    {
      hostCpu: mean((sample) => sample.hostCpu),
      hostInterruptCpu: mean((sample) => sample.hostInterruptCpu),
      stolenCpu: mean(({ disturbance }) => disturbance.stolenCpu),
      generatorCpu: mean((sample) => sample.generatorCpu),
      targetCpu: mean((sample) => sample.targetCpu),
    },
    summary,
  )
  return part === null ? null : { ...part, stretch }
}

/** Says how much other processes used, and when: `1.3 of 2 CPUs`. */
export function describeOtherCpu({ others, stretch }: OtherProcesses, { cpus }: TestSummary): string {
  return `${formatRough(others)} of ${formatRough(cpus)} CPUs${stretch === null ? '' : describeStretch(stretch)}`
}

function judgeUse(use: CpuUse, { target, cpus }: TestSummary): Omit<OtherProcesses, 'stretch'> | null {
  const { hostCpu, hostInterruptCpu, stolenCpu, generatorCpu, targetCpu } = use
  if (hostCpu === null || generatorCpu === null || !isMachineFull({ hostCpu, cpus })) return null
  const isApart = target.local && target.kind !== 'server'
  const ours = generatorCpu + (isApart ? (targetCpu ?? 0) : 0)
  // What packets cost is charged to no process, and may well be this test's. What was stolen counts as busy.
  const others = hostCpu - (hostInterruptCpu ?? 0) - (stolenCpu ?? 0) - ours
  return others > (1 - sharedCpu) * cpus ? { others, ours } : null
}

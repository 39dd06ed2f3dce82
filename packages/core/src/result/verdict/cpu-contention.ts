import { formatRough } from '../../base/units/format.ts'
import type { ResourceSample } from '../summary/generator-summary.ts'
import type { TestSummary } from '../summary/test-summary.ts'
import { describeStretch, findSustained, meanOf, samplesWithin, secondsOfRun, type Stretch } from './stretches.ts'

/**
 * Share of the usable CPUs above which a target and a generator on one machine are reported to take time from each other.
 *
 * In the simplest queue (M/M/1, and M/M/2 for two CPUs) about six tasks are running or waiting at this load: each takes several times as long as alone.
 */
export const sharedCpu = 0.85

/**
 * Relative error of a CPU figure up to which a machine that seems to use more than all CPUs is still believed.
 *
 * The operating system counts CPU time in ticks of 10 ms: 1 % of a sample, for each of two readings.
 */
export const cpuSamplingError = 0.02

/**
 * Whether all processes together used nearly all CPUs.
 *
 * False on a machine that used more CPUs than this process may use: then it has other CPUs, and how busy ours were is unknown.
 */
export function isMachineFull({ hostCpu, cpus }: Pick<TestSummary, 'hostCpu' | 'cpus'>): boolean {
  return hostCpu !== null && hostCpu > sharedCpu * cpus && hostCpu <= cpus * (1 + cpuSamplingError)
}

/**
 * Describes how much of the CPUs a local target and the generator used, when that is too much for both to run undisturbed, over the whole run phase or
 * a part that is long enough to matter; otherwise `null`.
 *
 * When the target's CPU cannot be measured, the CPU of the whole machine stands for both.
 */
export function describeCpuContention(summary: TestSummary): string | null {
  const { target, generator, hostCpu, cpus } = summary
  if (!target.local) return null
  const shared = `target and generator share ${cpus === 1 ? 'the one CPU' : `${formatRough(cpus)} CPUs`}`
  const used = usedByBoth(target, generator.cpu, target.cpu)
  if (used !== null && used > sharedCpu * cpus) return `${shared} and used ${formatRough(used)}`
  const wanted = wantedByBoth(summary)
  if (wanted !== null && wanted > sharedCpu * cpus)
    return `${shared}, and wanted ${formatRough(wanted)} to run on: load threads waited for a core`
  if (used === null && hostCpu !== null && isMachineFull(summary)) return `${shared}, and the machine used ${formatRough(hostCpu)} in all`
  const stretch = findContention(summary)
  if (stretch === null) return null
  const mean = meanOf(samplesWithin(summary, stretch), (sample) => usedIn(target, sample)) ?? 0
  return `${shared} and used ${formatRough(mean)}${describeStretch(stretch)}`
}

// A thread that waits for a CPU counts as busy, but uses no CPU.
function wantedByBoth({ target, generator }: TestSummary): number | null {
  if (target.kind === 'server' || target.cpu === null) return null
  return generator.threads.reduce((sum, { utilization }) => sum + utilization, target.cpu)
}

// When the target's CPU cannot be measured, the machine's CPU is judged by its mean only.
function findContention(summary: TestSummary): Stretch | null {
  const { resources, target, cpus } = summary
  return findSustained(resources, summary, (sample) => usedIn(target, sample), sharedCpu * cpus)
}

function usedIn(target: TestSummary['target'], { generatorCpu, targetCpu }: ResourceSample): number | null {
  return usedByBoth(target, generatorCpu, targetCpu)
}

function usedByBoth({ kind }: TestSummary['target'], generatorCpu: number | null, targetCpu: number | null): number | null {
  // The target runs in the generator's process, whose CPU is that of both.
  if (kind === 'server') return generatorCpu
  return targetCpu === null || generatorCpu === null ? null : targetCpu + generatorCpu
}

/** CPU in cores on a machine that was full. */
interface OtherProcesses {
  /** CPU of processes other than the generator and the target. */
  readonly others: number
  /** CPU of the generator, and of the target if it is local. */
  readonly ours: number
  /** When the machine was full; `null` for the whole run phase. */
  readonly stretch: Stretch | null
}

/** Mean CPU in cores over the run phase or a part of it; `null` where it cannot be measured. */
type CpuUse = Readonly<Record<'hostCpu' | 'hostInterruptCpu' | 'stolenCpu' | 'generatorCpu' | 'targetCpu', number | null>>

/**
 * Measures what other processes used on a machine that was full, over the whole run phase or a part that is long enough to matter; `null` when they
 * left enough, or cannot be separated.
 *
 * Their share must exceed what the rule `shared-cores` leaves to the system; where `shared-cores` applies, target and generator explain enough. CPU
 * that the hypervisor took belongs to no process: the rule `machine-disturbed` reports it.
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

/** Describes how much CPU other processes used, and when: `1.3 of 2 CPUs`. */
export function describeOtherCpu({ others, stretch }: OtherProcesses, { cpus }: TestSummary): string {
  return `${formatRough(others)} of ${formatRough(cpus)} CPUs${stretch === null ? '' : describeStretch(stretch)}`
}

function judgeUse(use: CpuUse, { target, cpus }: TestSummary): Omit<OtherProcesses, 'stretch'> | null {
  const { hostCpu, hostInterruptCpu, stolenCpu, generatorCpu, targetCpu } = use
  if (hostCpu === null || generatorCpu === null || !isMachineFull({ hostCpu, cpus })) return null
  const isApart = target.local && target.kind !== 'server'
  const ours = generatorCpu + (isApart ? (targetCpu ?? 0) : 0)
  // Interrupts for packets are charged to no process, and may be caused by this test. Stolen CPU counts as busy.
  const others = hostCpu - (hostInterruptCpu ?? 0) - (stolenCpu ?? 0) - ours
  return others > (1 - sharedCpu) * cpus ? { others, ours } : null
}

import { formatRough, formatShare } from '../../base/units/format.ts'
import type { ResourceSample, GeneratorSummary, ThreadSummary } from '../summary/generator-summary.ts'
import type { TestSummary } from '../summary/test-summary.ts'
import { describeStretch, findSustained, meanOf, samplesWithin, secondsOfRun, type Stretch, type HeldSecond } from './stretches.ts'

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
  // When the target's CPU cannot be measured, the machine's CPU is judged by its mean only.
  const stretch = findSustained(summary.resources, summary, (sample) => usedIn(target, sample), sharedCpu * cpus)
  if (stretch === null) return null
  const mean = meanOf(samplesWithin(summary, stretch), (sample) => usedIn(target, sample)) ?? 0
  return `${shared} and used ${formatRough(mean)}${describeStretch(stretch)}`
}

// A thread that waits for a CPU counts as busy, but uses no CPU.
function wantedByBoth({ target, generator }: TestSummary): number | null {
  if (target.kind === 'server' || target.cpu === null) return null
  return generator.threads.reduce((sum, { utilization }) => sum + utilization, target.cpu)
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

/**
 * Share of the run phase in which a load thread's event loop was busy, above which the thread counts as saturated.
 *
 * Above it, nine of ten responses arrive while the loop is busy and wait for it, and the tenth of the time that is left is too little to send much
 * more. Below it, the loop waits for the target.
 */
export const saturatedUtilization = 0.9

/**
 * Share of one CPU used by a load thread, above which it counts as saturated.
 *
 * CPU includes the kernel's work inside the waiting call, which the event loop counts as waiting. Higher than {@link saturatedUtilization}, because
 * none of it is waiting: at most a twentieth of a CPU is left, however idle the loop seems.
 */
export const saturatedCpu = 0.95

/**
 * Length of a run phase in seconds below which a busy load thread is no more than a note.
 *
 * The first milliseconds of a run phase go into its start: code that is not compiled yet, the first response of each connection. Ten connections to a
 * server that takes 5 ms kept a load thread busy for 39 to 70 % of 10 ms, for 8 to 18 % of 100 ms, and for 5 to 12 % of half a second; of a whole
 * second, for 5 %.
 */
export const saturationSeconds = 0.5

/**
 * Lateness of a saturated load thread's event loop (p99) as a share of the median response time, above which the result is invalid.
 *
 * A response may be read late by this much. Up to a tenth, the first digit of the printed times is that of the target; beyond it they mix target and
 * generator.
 */
export const distortingDelay = 0.1

/**
 * Lateness of an event loop in milliseconds that counts as none.
 *
 * The timers that measure lateness fire on whole milliseconds.
 */
export const delayResolution = 1

/** A load thread that could not have sent more, with the time in which it could not. */
export interface SaturatedThread {
  readonly worker: number
  readonly utilization: number
  readonly cpu: number | null
  /** How late its event loop ran timers (p99), in milliseconds. */
  readonly lateness: number
  /** When the thread was saturated; `null` for the whole run phase. */
  readonly stretch: Stretch | null
}

/** Finds the load threads that could not have sent more, over the whole run phase or a part that is long enough to matter; threads that died are left out. */
export function saturatedThreads(summary: TestSummary): readonly SaturatedThread[] {
  return summary.generator.threads.flatMap((thread) => (thread.lost === null ? (judgeThread(thread, summary) ?? []) : []))
}

/** Whether the run phase was so short that its threads were busy with their start. */
export function isTooShortToSaturate({ scenarios }: TestSummary): boolean {
  return scenarios.every(({ duration }) => duration < saturationSeconds)
}

/** Describes how busy saturated threads were and when, such as `worker 0 was busy 97 % of the time from 510 s to 600 s`. */
export function describeBusyThreads({ generator }: TestSummary, threads: readonly SaturatedThread[]): string {
  const parts = threads.map(({ worker, utilization, cpu, stretch }) => {
    const used = cpu !== null && cpu > saturatedCpu ? ` and used ${formatShare(cpu)} of a CPU` : ''
    return `${nameThread(generator, worker)} was busy ${formatShare(utilization)} of the time${used}${stretch === null ? '' : describeStretch(stretch)}`
  })
  return parts.join(', ')
}

/** The name of a load thread in a text: `worker 0`. */
export function nameThread({ inCallingThread }: GeneratorSummary, worker: number): string {
  return inCallingThread ? 'the calling thread' : `worker ${worker}`
}

/** Advises what to do about a generator that does not keep up. More threads than CPUs, or threads on a full machine, would only take turns. */
export function adviseWorkers(summary: TestSummary): string {
  if (summary.machines !== undefined) return 'use more workers or machines'
  const hasCore = summary.generator.threads.length < summary.cpus && !isMachineFull(summary) && describeCpuContention(summary) === null
  return hasCore ? 'use more workers' : 'there is no core for another worker: give it a machine with more of them'
}

function judgeThread(thread: ThreadSummary, summary: TestSummary): SaturatedThread | undefined {
  const { worker, utilization, cpu, loopDelay, seconds } = thread
  if (utilization > saturatedUtilization || (cpu !== null && cpu > saturatedCpu))
    return { worker, utilization, cpu, lateness: loopDelay.p99, stretch: null }
  const stretch =
    findSustained(seconds, summary, (second) => second.utilization, saturatedUtilization) ??
    findSustained(seconds, summary, (second) => second.cpu, saturatedCpu)
  if (stretch === null) return undefined
  const within = seconds.filter(({ at, length }) => at - length / 2 > stretch.from && at - length / 2 < stretch.to)
  const mean = (read: (second: HeldSecond & ThreadSummary['seconds'][number]) => number | null): number | null => meanOf(within, read)
  return {
    worker,
    utilization: mean((second) => second.utilization) ?? 0,
    cpu: mean((second) => second.cpu),
    // The median over the seconds, because a single late second is a stall.
    lateness: within.map((second) => second.loopDelay.p99).toSorted((a, b) => a - b)[Math.floor(within.length / 2)] ?? 0,
    stretch,
  }
}

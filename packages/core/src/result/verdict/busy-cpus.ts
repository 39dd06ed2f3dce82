import { formatNumber, formatShare } from '../../base/units/format.ts'
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

/** CPUs of a machine that were used up. */
export interface UsedUpCpus {
  /**
   * Whose work it was: that of target and generator, that of other processes, or `unknown`, where it may have been that of others or of a local target
   * that cannot be seen.
   */
  readonly by: 'ours' | 'others' | 'unknown'
  /** CPU in cores of those in `by`; for `unknown`, of all processes of the machine. */
  readonly used: number
  /** CPU in cores of the generator, and of a local target that can be seen. */
  readonly ours: number
  /** CPU in cores of a local target; 0 for any other, `null` where it cannot be seen, or is in the process of the generator. */
  readonly target: number | null
  /** Whether target and generator needed this CPU and did not get all of it: load threads waited for a core. */
  readonly isWanted: boolean
  /** When the CPUs were used up; `null` for the whole run phase. */
  readonly stretch: Stretch | null
}

/** Mean CPU in cores over the run phase or a part of it; `null` where it cannot be measured. */
interface CpuUse extends Readonly<Record<'hostCpu' | 'generatorCpu' | 'targetCpu', number | null>> {
  /** 0 where they cannot be measured. */
  readonly interrupts: number
  readonly stolen: number
}

/**
 * Finds out who used up the CPUs of a machine, over the whole run phase or a part that is long enough to matter; `null` when some were left.
 *
 * Only what was measured is named, and the ticks of a system measure nothing in a very short run phase. Target and generator come first: where they use
 * up the CPUs, others took hardly any. Threads that want more CPU than there is come after the others, because that is how they look when others take it.
 */
export function findUsedUpCpus(summary: TestSummary): UsedUpCpus | null {
  if (isTooShortToMeasure(summary)) return null
  const { hostCpu, hostInterruptCpu, generator, target, resources, cpus } = summary
  const stolen = meanOf(secondsOfRun(resources, summary), ({ disturbance }) => disturbance.stolenCpu) ?? 0
  const measured = { hostCpu, generatorCpu: generator.cpu, targetCpu: target.cpu }
  const whole = judgeUse({ ...measured, interrupts: hostInterruptCpu ?? 0, stolen }, summary)
  if (whole !== null) return whole
  const wanted = wantedByBoth(summary)
  if (wanted !== null && wanted > sharedCpu * cpus)
    return { by: 'ours', used: wanted, ours: wanted, target: target.cpu, isWanted: true, stretch: null }
  const oursIn = ({ generatorCpu, targetCpu }: ResourceSample): number | null =>
    target.local ? sumOurs(target, generatorCpu, targetCpu) : null
  for (const read of [oursIn, (sample: ResourceSample) => sample.hostCpu]) {
    const stretch = findSustained(resources, summary, read, sharedCpu * cpus)
    const found = stretch === null ? null : judgeUse(useWithin(stretch, summary), summary)
    if (found !== null) return { ...found, stretch }
  }
  return null
}

/** Describes CPUs that target and generator used up: `target and generator share 2 CPUs and used 1.9`. */
export function describeContention({ used, isWanted, stretch }: UsedUpCpus, { cpus }: TestSummary): string {
  const shared = `target and generator share ${cpus === 1 ? 'the one CPU' : `${formatNumber(cpus)} CPUs`}`
  if (isWanted) return `${shared}, and wanted ${formatNumber(used)} to run on: load threads waited for a core`
  return `${shared} and used ${formatNumber(used)}${stretch === null ? '' : describeStretch(stretch)}`
}

/** Describes how much CPU was used, and when: `1.3 of 2 CPUs`. */
export function describeUsed({ used, stretch }: UsedUpCpus, { cpus }: TestSummary): string {
  return `${formatNumber(used)} of ${formatNumber(cpus)} CPUs${stretch === null ? '' : describeStretch(stretch)}`
}

/** Describes a full machine whose user cannot be seen: `the machine was full (1.9 of 2 CPUs), by whom is unknown; the generator used 0.3`. */
export function describeUnknownUse(found: UsedUpCpus, summary: TestSummary): string {
  return `the machine was full (${describeUsed(found, summary)}), by whom is unknown; the generator used ${formatNumber(found.ours)}`
}

/** Describes who used up the CPUs, each by its share: `the target 1, the generator 0.3, other processes 0.42`. */
export function describeShares({ by, used, ours, target }: UsedUpCpus): string {
  const both = target === null ? 'target and generator' : 'the generator'
  const own = [...(target ? [`the target ${formatNumber(target)}`] : []), `${both} ${formatNumber(ours - (target ?? 0))}`]
  return [...own, ...(by === 'others' ? [`other processes ${formatNumber(used)}`] : [])].join(', ')
}

function judgeUse(use: CpuUse, { target, cpus }: TestSummary): UsedUpCpus | null {
  const { hostCpu, generatorCpu, targetCpu, interrupts, stolen } = use
  if (generatorCpu === null) return null
  const both = target.local ? sumOurs(target, generatorCpu, targetCpu) : generatorCpu
  const found = { target: cpuOf(target, targetCpu), isWanted: false, stretch: null }
  if (target.local && both !== null && both > sharedCpu * cpus) return { ...found, by: 'ours', used: both, ours: both }
  if (hostCpu === null || !isMachineFull({ hostCpu, cpus })) return null
  // CPU that the hypervisor took counts as used, and belongs to no process: the rule `machine-disturbed` reports it.
  const used = hostCpu - stolen
  if (both === null) return isMachineFull({ hostCpu: used, cpus }) ? { ...found, by: 'unknown', used, ours: generatorCpu } : null
  // Interrupts for packets are charged to no process, and may be caused by this test. Others must exceed what `ours` leaves to the system.
  const others = used - interrupts - both
  return others > (1 - sharedCpu) * cpus ? { ...found, by: 'others', used: others, ours: both } : null
}

function useWithin(stretch: Stretch, summary: TestSummary): CpuUse {
  const within = samplesWithin(summary, stretch)
  const mean = (read: (sample: ResourceSample) => number | null): number | null => meanOf(within, read)
  return {
    hostCpu: mean((sample) => sample.hostCpu),
    interrupts: mean((sample) => sample.hostInterruptCpu) ?? 0,
    stolen: mean(({ disturbance }) => disturbance.stolenCpu) ?? 0,
    generatorCpu: mean((sample) => sample.generatorCpu),
    targetCpu: mean((sample) => sample.targetCpu),
  }
}

// A thread that waits for a CPU counts as busy, but uses no CPU.
function wantedByBoth({ target, generator }: TestSummary): number | null {
  if (!target.local || target.inGenerator === true || target.cpu === null) return null
  return generator.threads.reduce((sum, { utilization }) => sum + utilization, target.cpu)
}

/** CPU of the target on this machine; `null` where it cannot be seen, or is part of that of the generator. */
function cpuOf({ local, inGenerator }: TestSummary['target'], targetCpu: number | null): number | null {
  if (inGenerator === true) return null
  return local ? targetCpu : 0
}

/** CPU of the generator and of a local target; `null` where that of the target cannot be seen. */
function sumOurs({ inGenerator }: TestSummary['target'], generatorCpu: number, targetCpu: number | null): number | null {
  if (inGenerator === true) return generatorCpu
  return targetCpu === null ? null : targetCpu + generatorCpu
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

/** Whether the run phase was so short that its threads were busy with their start, and the CPU of processes was counted in a few ticks. */
export function isTooShortToMeasure({ scenarios }: TestSummary): boolean {
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
  const hasCore = summary.generator.threads.length < summary.cpus && !isMachineFull(summary) && findUsedUpCpus(summary) === null
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

import type { GeneratorSummary, ThreadSummary } from '../summary/generator-summary.ts'
import type { TestSummary } from '../summary/test-summary.ts'
import { formatShare } from '../../base/units/format.ts'
import { describeCpuContention, isMachineFull } from './cpu-contention.ts'
import { describeStretch, findSustained, meanOf, type HeldSecond, type Stretch } from './stretches.ts'

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

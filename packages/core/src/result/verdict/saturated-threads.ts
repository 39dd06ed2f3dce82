import type { GeneratorSummary, ThreadSummary } from '../summary/generator-summary.ts'
import type { TestSummary } from '../summary/test-summary.ts'
import { formatShare } from '../../base/units/format.ts'
import { describeCpuContention, isMachineFull } from './cpu-contention.ts'
import { describeStretch, findSustained, meanOf, type HeldSecond, type Stretch } from './stretches.ts'

/**
 * Share of the run phase in which a load thread's event loop was busy, above which the thread counts as saturated.
 *
 * Nine of ten responses then arrive while the loop is busy and wait for it, and the tenth of the time that is left is too little to send
 * much more. What a loop below it waits for is the target.
 */
export const saturatedUtilization = 0.9

/**
 * Share of one CPU used by a load thread, above which it counts as saturated.
 *
 * It sees what the loop takes for waiting: the kernel's work inside the call that waits. Higher than {@link saturatedUtilization},
 * because none of it is waiting: at most a twentieth of a CPU is left, whatever the loop says.
 */
export const saturatedCpu = 0.95

/**
 * Length of a run phase in seconds below which a busy load thread is no more than a note.
 *
 * Its first milliseconds go into starting it: code that is not compiled yet, the first response of each connection. Ten connections to a
 * server that takes 5 ms kept a load thread busy for 39 to 70 % of 10 ms, for 8 to 18 % of 100 ms, and for 5 to 12 % of half a second; of a
 * whole second, for 5 %.
 */
export const saturationSeconds = 0.5

/**
 * Lateness of a saturated load thread's event loop (p99) as a share of the median response time, above which the result is invalid.
 *
 * A response may be read that much too late. Up to a tenth, the first digit of the printed times is the target's; beyond it they are a
 * mixture of both.
 */
export const distortingDelay = 0.1

/**
 * Lateness of an event loop in milliseconds up to which it is taken for none.
 *
 * The timers it is measured with run on whole milliseconds.
 */
export const delayResolution = 1

/** A load thread that could not have sent more, and for how long. */
export interface SaturatedThread {
  readonly worker: number
  readonly utilization: number
  readonly cpu: number | null
  /** How late its event loop ran timers (p99), in milliseconds. */
  readonly lateness: number
  /** When the thread was saturated; `null` where it was over the whole run phase. */
  readonly stretch: Stretch | null
}

/** The load threads that could not have sent more, over the whole run phase or for as long as it matters; a thread that died is not among them. */
export function saturatedThreads(summary: TestSummary): readonly SaturatedThread[] {
  return summary.generator.threads.flatMap((thread) => (thread.lost === null ? (judgeThread(thread, summary) ?? []) : []))
}

/** Whether the run phase was so short that busy threads are no news: they were starting. */
export function isTooShortToSaturate({ scenarios }: TestSummary): boolean {
  return scenarios.every(({ duration }) => duration < saturationSeconds)
}

/** Says of saturated threads how busy they were and when, such as `worker 0 was busy 97 % of the time from 510 s to 600 s`. */
export function describeBusyThreads({ generator }: TestSummary, threads: readonly SaturatedThread[]): string {
  const parts = threads.map(({ worker, utilization, cpu, stretch }) => {
    const used = cpu !== null && cpu > saturatedCpu ? ` and used ${formatShare(cpu)} of a CPU` : ''
    return `${nameThread(generator, worker)} was busy ${formatShare(utilization)} of the time${used}${stretch === null ? '' : describeStretch(stretch)}`
  })
  return parts.join(', ')
}

/** Names a load thread in a text: `worker 0`. */
export function nameThread({ inCallingThread }: GeneratorSummary, worker: number): string {
  return inCallingThread ? 'the calling thread' : `worker ${worker}`
}

/** What to do about a generator that does not keep up. Threads beyond the CPUs take turns on them, and so they do on a full machine. */
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
    // Half of its seconds were later than this: one odd second is a stall and no lateness.
    lateness: within.map((second) => second.loopDelay.p99).toSorted((a, b) => a - b)[Math.floor(within.length / 2)] ?? 0,
    stretch,
  }
}

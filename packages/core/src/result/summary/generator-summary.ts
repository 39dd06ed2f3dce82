import type { Amount, Count } from '../../base/units/count.ts'
import type { TimingMode, Workload, Part } from '../../model/workload/workload.ts'
import type { ScheduledCounts } from '../../measure/recorder/under-way.ts'
import { plannedCounts } from '../../model/workload/planned-counts.ts'
import type { Counts } from './series-summary.ts'

/** How well one load thread kept up over the run phase. */
export interface ThreadSummary {
  /** Number of the worker. */
  readonly worker: Count
  /** Share of the time in which its event loop was busy, 0 to 1. */
  readonly utilization: Amount
  /** Share of one CPU that the thread used, 0 to 1; `null` on a Node.js version that cannot measure it. */
  readonly cpu: Amount | null
  /** Delays of timers on the event loop of the thread. */
  readonly loopDelay: LoopDelay
  /** How the thread's share of the requests ended. */
  readonly counts: Counts
  /** What the thread scheduled, compared with its plan; empty when the thread died, or the plan depends on how fast the target responds. */
  readonly scheduled: readonly ScheduledCount[]
  /** How well the thread kept up, second by second. */
  readonly seconds: readonly ThreadSecond[]
  /** When and why the thread died; its later figures are unknown. */
  readonly lost: {
    /** When the thread died, in seconds from the start of the run phase; negative in the warm-up. */
    readonly at: number
    /** Why the thread died. */
    readonly reason: string
  } | null
}

/** Delays of timers on an event loop, in milliseconds. */
interface LoopDelay {
  /** Median. */
  readonly p50: Amount
  /** 99th percentile. */
  readonly p99: Amount
  /** Longest. */
  readonly max: Amount
}

/** What generated the load. */
export interface GeneratorSummary {
  /** The load threads. */
  readonly threads: readonly ThreadSummary[]
  /** True when the load ran in the thread that called `run()`. */
  readonly inCallingThread: boolean
  /** How iterations of a rate were to be started: by a waker, by timers, or by the one that was needed. */
  readonly timing: TimingMode
  /**
   * Share of the run phase, over all load threads, in which iterations of a rate were started precisely, by a thread that wakes the load threads; in
   * the rest of the time timers started them. `null` without a rate, and when timers were asked for.
   */
  readonly preciseShare: Amount | null
  /** Mean CPU in cores over the run phase, of the whole process; with several machines, of all generators together. */
  readonly cpu: Amount | null
  /** Largest resident memory of the process, in bytes; with several machines, of all generators together. */
  readonly rss: Count | null
  /** Errors of journeys and plugins that belong to no iteration, such as an error in a timer or in a promise that was not awaited; `null` when there were none. */
  readonly strayErrors: {
    /** The number of errors. */
    readonly count: Count
    /** Message of the first error. */
    readonly first: string
  } | null
}

/** Share of the time in which at least one task waited for a resource, 0 to 1; `null` where the system does not report it. */
export interface Pressure {
  /** Waiting for a CPU. */
  readonly cpu: Amount | null
  /** Waiting for memory. */
  readonly memory: Amount | null
  /** Waiting for a disk. */
  readonly io: Amount | null
}

/** How the machine disturbed the processes on it in about a second; `null` where the system does not report it. */
export interface Disturbance {
  /** CPU in cores that the hypervisor gave to other machines while this machine had work to do. */
  readonly stolenCpu: Amount | null
  /** `stolenCpu` as a share of all CPU time of the machine, 0 to 1. */
  readonly stolen: Amount | null
  /** Share of scheduling periods in which a control group of the generator was stopped because its CPU quota was used up, 0 to 1. */
  readonly throttled: Amount | null
  /** Waiting on the whole machine. */
  readonly pressure: Pressure
  /** Waiting in the generator's own control group. */
  readonly groupPressure: Pressure
  /** The number of times that load threads had to give up their CPU while they had work to do. */
  readonly involuntarySwitches: Count | null
  /** Seconds by which the wall clock ran ahead of the monotonic clock; negative when it fell behind. */
  readonly clockJump: number
  /** Seconds that the machine was suspended. */
  readonly suspended: Amount
}

/** One sample over about a second: CPU in cores (1 = one core busy), memory in bytes, and how the machine disturbed the test. */
export interface ResourceSample {
  /** End of the sample, in seconds from the start of the run phase. */
  readonly at: number
  /** Length of the sample, in seconds. */
  readonly length: Amount
  /** CPU of the generator's whole process. */
  readonly generatorCpu: Amount
  /** Resident memory of the generator's process. */
  readonly generatorRss: Count
  /** CPU of the target's process tree; `null` where it cannot be measured. */
  readonly targetCpu: Amount | null
  /** Resident memory of the target's process tree; `null` where it cannot be measured. */
  readonly targetRss: Count | null
  /** CPU of the whole machine; the wait for a disk is no use of it. */
  readonly hostCpu: Amount
  /** The part of `hostCpu` that interrupts took and no process is charged for, mostly network traffic; `null` where it cannot be measured. */
  readonly hostInterruptCpu: Amount | null
  /** How the machine disturbed the processes on it. */
  readonly disturbance: Disturbance
}

/**
 * How well one load thread kept up in about a second. In a long test on many threads it is several seconds, so that a test has at most 12,000 such samples,
 * and at least 30 for each thread: the means are those over that time, and the percentiles of delays the largest of them.
 */
export interface ThreadSecond {
  /** End of the sample, in seconds from the start of the run phase. */
  readonly at: number
  /** Length of the sample, in seconds. */
  readonly length: Amount
  /** Share of the time in which its event loop was busy, 0 to 1. */
  readonly utilization: Amount
  /** Share of one CPU that the thread used, 0 to 1; `null` on a Node.js version that cannot measure it. */
  readonly cpu: Amount | null
  /** Delays of timers on the event loop of the thread. */
  readonly loopDelay: LoopDelay
}

/** What one thread scheduled of one scenario in one phase, and what was planned, which is computed again from the config and the seed after the test. */
export interface ScheduledCount {
  /** Name of the scenario. */
  readonly scenario: string
  /** The phase. */
  readonly phase: 'warm-up' | 'run'
  /** What is counted: requests of connections, iterations of users. */
  readonly of: 'requests' | 'iterations'
  /** What the config and the seed plan for this thread. */
  readonly planned: Count
  /** Whether fewer are correct, too, because the test was interrupted or users could not continue. */
  readonly isMost: boolean
  /** What the thread started or dropped. */
  readonly scheduled: Count
}

interface PlannedScenario {
  readonly name: string
  readonly workload: Workload
  /** Whether the scenario has users that may leave because they cannot continue. */
  readonly hasJourneys: boolean
  /** Seed of random arrivals. */
  readonly seed: number
  readonly isInterrupted: boolean
}

/** Compares what a thread scheduled with its plan; empty when the plan depends on how fast the target responds. */
export function compareWithPlan(scenario: PlannedScenario, part: Part, found: ScheduledCounts): ScheduledCount[] {
  const { name, workload, hasJourneys, seed, isInterrupted } = scenario
  const planned = plannedCounts(workload, part, seed)
  const of = workload.kind === 'connections' ? 'requests' : 'iterations'
  // Arrivals are scheduled whether or not a user can continue.
  const mayGiveUp = hasJourneys && workload.kind !== 'rate' && found.hasFailedUsers
  const counts = { scenario: name, of, isMost: isInterrupted || mayGiveUp } as const
  return [
    ...(planned.warmup === null ? [] : [{ ...counts, phase: 'warm-up' as const, planned: planned.warmup, scheduled: found.warmup }]),
    ...(planned.run === null ? [] : [{ ...counts, phase: 'run' as const, planned: planned.run, scheduled: found.run }]),
  ]
}

/** The machine that generates load and its tools, which must be alike for two results to be compared. */
export interface Machine {
  /** Version of benchpress. */
  readonly benchpress: string
  /** Version of Node.js. */
  readonly node: string
  /** Operating system and its release. */
  readonly os: string
  /** Processor architecture. */
  readonly arch: string
  /** Processors. */
  readonly cpu: {
    /** Name of the processor. */
    readonly model: string
    /** CPUs of the machine. */
    readonly count: Count
    /** CPUs that the process may use, with the quota taken into account. */
    readonly usable: Amount
  }
}

/** What a machine that generates load reports about itself before a test. */
export interface MachineFacts extends Machine {
  /** Name of the machine, unique in the test. */
  readonly name: string
  /** Memory of the machine, in bytes. */
  readonly memory: Count
  /** Identifier of the boot of the machine: generators with the same one share a machine. `null` where the system does not report it. */
  readonly boot: string | null
}

/** Why a verdict doubts a machine: it was lost, started late, or had no CPU left to generate more load. */
export type MachineFlaw = 'lost' | 'late' | 'saturated'

/** One of the machines that generated the load of a test. */
export interface MachineSummary extends MachineFacts {
  /** Numbers of its workers. */
  readonly workers: readonly Count[]
  /** The machine's share of the started requests of the run phase, 0 to 1; `null` when none was started. */
  readonly share: Amount | null
  /** Address of the target as the machine itself resolved it; `null` when it was never reported. */
  readonly address: string | null
  /** Whether the target ran on this machine. */
  readonly hasTarget: boolean
  /** The clock of the machine compared with that of the machine that started the test. */
  readonly clock: {
    /**
     * Milliseconds by which the clock of the machine that started the test was ahead, as measured before the start; the times that this machine reports
     * are shifted by it.
     */
    readonly offset: number
    /** Round-trip time of this measurement in milliseconds; both machines asked the broker for its time. */
    readonly rtt: Amount
    /** Largest error of `offset` in milliseconds, either way: half of the round trip. */
    readonly startError: Amount
    /** Largest error of the times that the machine reports in milliseconds, either way: the error of each measurement, and the drift since the first. */
    readonly error: Amount
    /** Milliseconds by which the clock went ahead since the first measurement; negative when it fell behind. */
    readonly drift: number
  }
  /** Milliseconds from the planned start to the start of the machine's first and last worker; `null` when none started. */
  readonly start: {
    /** Of the first worker. */
    readonly first: number
    /** Of the last worker. */
    readonly last: number
  } | null
  /** When and why the machine was lost; its later figures are unknown. `null` when it was not lost. */
  readonly lost: {
    /** When the machine was found to be lost, in seconds from the start of the run phase; negative in the warm-up. */
    readonly at: number
    /** Until when its figures are known, in seconds from the start of the run phase; `null` without any. */
    readonly knownUntil: number | null
    /** Why the machine was lost. */
    readonly reason: string
  } | null
  /** Why the verdict doubts the machine, as its reasons explain; empty when it does not. Missing in results of earlier versions. */
  readonly verdict?: readonly MachineFlaw[]
  /** Mean CPU in cores over the run phase, of the whole process that generated the load. */
  readonly generatorCpu: Amount | null
  /** Largest resident memory of the process that generated the load, in bytes. */
  readonly rss: Count | null
  /** CPU in cores of the whole machine, mean over the run phase. */
  readonly hostCpu: Amount | null
  /** The part of `hostCpu` that interrupts took. */
  readonly hostInterruptCpu: Amount | null
  /** CPU and memory, sampled once a second; a sample is of several seconds in a long test on many machines, which keeps at most 12,000. */
  readonly resources: readonly ResourceSample[]
}

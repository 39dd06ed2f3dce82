import type { Amount, Count } from '../../base/units/count.ts'
import type { TimingMode, Workload } from '../../model/workload/workload.ts'
import type { ScheduledCounts } from '../../measure/recorder/under-way.ts'
import type { Part } from '../../model/workload/part.ts'
import { plannedCounts } from '../../model/workload/workload-size.ts'
import type { Counts } from './series-summary.ts'

/** How well one load thread could keep up, over the run phase. */
export interface ThreadSummary {
  /** Number of the worker. */
  readonly worker: Count
  /** Share of the time its event loop was busy, 0 to 1. */
  readonly utilization: Amount
  /** Share of one CPU it used, 0 to 1; `null` on a Node.js that cannot tell. */
  readonly cpu: Amount | null
  /** How late its event loop ran timers. */
  readonly loopDelay: LoopDelay
  /** How its share of the requests ended. */
  readonly counts: Counts
  /** What the thread scheduled, beside its plan; empty where the thread died, or where the plan depends on how fast the target responds. */
  readonly scheduled: readonly ScheduledCount[]
  /** How well the thread kept up, second by second. */
  readonly seconds: readonly ThreadSecond[]
  /** When and why the thread died, so that nothing more is known of it. */
  readonly lost: {
    /** When the thread died, in seconds from the start of the run phase; negative in the warm-up. */
    readonly at: number
    /** Why the thread died. */
    readonly reason: string
  } | null
}

/** How late an event loop ran timers, in milliseconds. */
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
  /** Its load threads. */
  readonly threads: readonly ThreadSummary[]
  /** True when the load ran in the thread that called `run()`. */
  readonly inCallingThread: boolean
  /** How the iterations of a rate were to be started: by a waker, by timers, or by whichever was needed. */
  readonly timing: TimingMode
  /**
   * Share of the run phase, over all load threads, in which iterations of a rate were started precisely, by a thread that wakes the load threads, and by
   * timers in the rest of it. `null` where nothing was started by a rate, and where timers were asked for.
   */
  readonly preciseShare: Amount | null
  /** Mean CPU in cores over the run phase, of the whole process; of those of all machines together. */
  readonly cpu: Amount | null
  /** Largest resident memory of the process, in bytes; of those of all machines together. */
  readonly rss: Count | null
  /** Errors of journeys and plugins that no iteration has failed with, as those of a timer or of a promise that was not awaited; `null` when there were none. */
  readonly strayErrors: {
    /** The number of errors. */
    readonly count: Count
    /** The message of the first one. */
    readonly first: string
  } | null
}

/** Share of the time in which at least one task waited for something, 0 to 1; `null` where it cannot be seen. */
export interface Pressure {
  /** For a CPU. */
  readonly cpu: Amount | null
  /** For memory. */
  readonly memory: Amount | null
  /** For a disk. */
  readonly io: Amount | null
}

/** What the machine did to the processes on it in about a second; `null` where the system does not report it. */
export interface Disturbance {
  /** CPU in cores that the hypervisor gave to other machines while this one had work for it. */
  readonly stolenCpu: Amount | null
  /** The stolen CPU as a share of all CPU time of the machine, 0 to 1. */
  readonly stolen: Amount | null
  /** Share of its scheduling periods in which a control group of the generator had used up its quota of CPU and stood still, 0 to 1. */
  readonly throttled: Amount | null
  /** Waiting on the whole machine. */
  readonly pressure: Pressure
  /** Waiting in the generator's own control group. */
  readonly groupPressure: Pressure
  /** The number of times that load threads had to give up their CPU while they had work to do. */
  readonly involuntarySwitches: Count | null
  /** Seconds by which the wall clock ran ahead of the clock that is measured with, or behind it. */
  readonly clockJump: number
  /** Seconds that the machine was suspended. */
  readonly suspended: Amount
}

/** CPU in cores (1 = one core busy), memory in bytes, and what the machine did, of about a second. */
export interface ResourceSample {
  /** End of the sample, in seconds from the start of the run phase. */
  readonly at: number
  /** Length of the sample, in seconds. */
  readonly length: Amount
  /** CPU of the generator's whole process. */
  readonly generatorCpu: Amount
  /** Resident memory of the generator's process. */
  readonly generatorRss: Count
  /** CPU of the target's process tree; `null` where it cannot be seen. */
  readonly targetCpu: Amount | null
  /** Resident memory of the target's process tree; `null` where it cannot be seen. */
  readonly targetRss: Count | null
  /** CPU of the whole machine. */
  readonly hostCpu: Amount
  /** The part of `hostCpu` that interrupts took and no process is charged for, mostly network traffic; `null` where it cannot be seen. */
  readonly hostInterruptCpu: Amount | null
  /** What the machine did to the processes on it. */
  readonly disturbance: Disturbance
}

/** How well one load thread kept up for about a second. */
export interface ThreadSecond {
  /** End of the sample, in seconds from the start of the run phase. */
  readonly at: number
  /** Length of the sample, in seconds. */
  readonly length: Amount
  /** Share of the time its event loop was busy, 0 to 1. */
  readonly utilization: Amount
  /** Share of one CPU it used, 0 to 1; `null` on a Node.js that cannot tell. */
  readonly cpu: Amount | null
  /** How late its event loop ran timers. */
  readonly loopDelay: LoopDelay
}

/** What one thread scheduled of one scenario in one phase, beside what was planned: counted again from the config and the seed when the test was over. */
export interface ScheduledCount {
  /** Name of the scenario. */
  readonly scenario: string
  /** The phase. */
  readonly phase: 'warm-up' | 'run'
  /** What is counted: requests of connections, iterations of users. */
  readonly of: 'requests' | 'iterations'
  /** What the config and the seed plan for this thread. */
  readonly planned: Count
  /** Whether a smaller number is right, too: the test was interrupted, or users could not continue. */
  readonly isMost: boolean
  /** What the thread started or dropped. */
  readonly scheduled: Count
}

/** A scenario that was divided over threads. */
interface PlannedScenario {
  readonly name: string
  readonly workload: Workload
  /** Whether the scenario has users that may leave because they cannot continue. */
  readonly hasJourneys: boolean
  /** Seed of random arrivals. */
  readonly seed: number
  readonly isInterrupted: boolean
}

/** Puts what a thread scheduled beside its plan; nothing where the plan depends on how fast the target responds. */
export function compareWithPlan(scenario: PlannedScenario, part: Part, found: ScheduledCounts): ScheduledCount[] {
  const { name, workload, hasJourneys, seed, isInterrupted } = scenario
  const planned = plannedCounts(workload, part, seed)
  const of = workload.kind === 'connections' ? 'requests' : 'iterations'
  // Arrivals do not ask whether anybody can go on.
  const mayGiveUp = hasJourneys && workload.kind !== 'rate' && found.hasFailedUsers
  const counts = { scenario: name, of, isMost: isInterrupted || mayGiveUp } as const
  return [
    ...(planned.warmup === null ? [] : [{ ...counts, phase: 'warm-up' as const, planned: planned.warmup, scheduled: found.warmup }]),
    ...(planned.run === null ? [] : [{ ...counts, phase: 'run' as const, planned: planned.run, scheduled: found.run }]),
  ]
}

/** The sum of what several machines measured; `null` where one of them could not. */
export function sumOf(values: readonly (number | null)[]): number | null {
  return values.some((value) => value === null) ? null : values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
}

/** The machine that generates load, and its tools: what has to be alike for two results to be compared. */
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
    /** CPUs that the process may use, quota included. */
    readonly usable: Amount
  }
}

/** What a machine that generates load says of itself before a test. */
export interface MachineFacts extends Machine {
  /** Its name, which no other machine of the test has. */
  readonly name: string
  /** What it was started with, such as `region=eu`. */
  readonly labels: Readonly<Record<string, string>>
  /** Memory of the machine, in bytes. */
  readonly memory: Count
  /** What its system calls this start of the machine: generators that say the same share a machine. `null` where the system does not tell. */
  readonly boot: string | null
}

/** What a verdict can have against a machine: it was lost, started late, or had no CPU left to generate more. */
export type MachineFlaw = 'lost' | 'late' | 'saturated'

/** A machine that generated load, beside others. */
export interface MachineSummary extends MachineFacts {
  /** Numbers of its workers. */
  readonly workers: readonly Count[]
  /** Its share of the started requests of the run phase, 0 to 1; `null` where none was started. */
  readonly share: Amount | null
  /** Address of the target, as the machine itself looked it up; `null` where it never told. */
  readonly address: string | null
  /** Whether the target ran on this machine. */
  readonly hasTarget: boolean
  /** How its clock was found to stand to that of the machine that started the test. */
  readonly clock: {
    /** Milliseconds by which the clock of the machine that started the test was ahead, as measured before the start: what this machine told is shifted by it. */
    readonly offset: number
    /** Milliseconds of that measurement for the way there and back: both machines asked the broker for its time. */
    readonly rtt: Amount
    /** Milliseconds by which that measurement is right at most, either way: half of the way there and back. */
    readonly startError: Amount
    /** Milliseconds by which what the machine told is right at most, either way: the error of each measurement, and the drift since the first. */
    readonly error: Amount
    /** Milliseconds by which its clock went ahead since the first measurement, or fell behind. */
    readonly drift: number
  }
  /** Milliseconds from the planned start to the start of its first and of its last worker; `null` where none started. */
  readonly start: {
    /** Of the first worker. */
    readonly first: number
    /** Of the last worker. */
    readonly last: number
  } | null
  /** When and why the machine was lost, so that nothing more is known of it; `null` where it was not. */
  readonly lost: {
    /** When it was found to be lost, in seconds from the start of the run phase; negative in the warm-up. */
    readonly at: number
    /** Up to when its figures are known, in seconds from the start of the run phase; `null` where there are none. */
    readonly knownUntil: number | null
    /** Why. */
    readonly reason: string
  } | null
  /** What the verdict has against it, of which the reasons say more; empty where that is nothing. Results of before lack it. */
  readonly verdict?: readonly MachineFlaw[]
  /** Mean CPU in cores over the run phase, of the whole process that generated the load. */
  readonly generatorCpu: Amount | null
  /** Largest resident memory of that process, in bytes. */
  readonly rss: Count | null
  /** CPU in cores of the whole machine, mean over the run phase. */
  readonly hostCpu: Amount | null
  /** The part of `hostCpu` that interrupts took. */
  readonly hostInterruptCpu: Amount | null
  /** CPU and memory, sampled once a second. */
  readonly resources: readonly ResourceSample[]
}

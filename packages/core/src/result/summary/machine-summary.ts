import type { Amount, Count } from '../../base/units/count.ts'
import type { ResourceSample } from './generator-summary.ts'

/** What a machine that generates load says of itself before a test. */
export interface MachineFacts {
  /** Its name, which no other machine of the test has. */
  readonly name: string
  /** What it was started with, such as `region=eu`. */
  readonly labels: Readonly<Record<string, string>>
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
    /** CPUs that the generator may use, quota included. */
    readonly usable: Amount
  }
  /** Memory of the machine, in bytes. */
  readonly memory: Count
  /** What its system calls this start of the machine: generators that say the same share a machine. `null` where the system does not tell. */
  readonly boot: string | null
}

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

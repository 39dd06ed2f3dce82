/** Share of the time in which at least one task waited for it, 0 to 1. */
export interface Pressure {
  readonly cpu: number | null
  readonly memory: number | null
  readonly io: number | null
}

/** What the machine did to whoever ran on it, in about a second; `null` where the system does not tell. */
export interface Disturbance {
  /** CPU in cores that the hypervisor gave to other machines while this one had work for it. */
  readonly stolenCpu: number | null
  /** The same as a share of all CPU time of the machine, 0 to 1. */
  readonly stolen: number | null
  /** Share of its scheduling periods in which a control group of the generator had used up its quota of CPU and stood still, 0 to 1. */
  readonly throttled: number | null
  /** Waiting on the whole machine. */
  readonly pressure: Pressure
  /** Waiting in the generator's own control group. */
  readonly groupPressure: Pressure
  /** How often load threads had to give up their CPU while they could have gone on. */
  readonly involuntarySwitches: number | null
  /** Seconds by which the wall clock ran ahead of the clock that is measured with, or behind it. */
  readonly clockJump: number
  /** Seconds that the machine was suspended. */
  readonly suspended: number
}

/** CPU in cores (1 = one core busy), memory in bytes, and what the machine did, of about a second. */
export interface ResourceSample {
  /** Its end, in seconds from the start of the run phase. */
  readonly at: number
  /** Seconds that it speaks for. */
  readonly length: number
  /** The generator's whole process. */
  readonly generatorCpu: number
  readonly generatorRss: number
  /** The target's process tree; `null` where it cannot be seen. */
  readonly targetCpu: number | null
  readonly targetRss: number | null
  /** All CPUs of the machine together. */
  readonly hostCpu: number
  /** The part of `hostCpu` that interrupts took and no process is charged for, mostly network traffic; `null` where it cannot be seen. */
  readonly hostInterruptCpu: number | null
  readonly disturbance: Disturbance
}

/** How well one load thread kept up for about a second. */
export interface ThreadSecond {
  /** Its end, in seconds from the start of the run phase. */
  readonly at: number
  /** Seconds that it speaks for. */
  readonly length: number
  /** Share of the time its event loop was busy, 0 to 1. */
  readonly utilization: number
  /** Share of one CPU it used, 0 to 1; `null` on a Node.js that cannot tell. */
  readonly cpu: number | null
  /** How late its event loop ran timers, in milliseconds. */
  readonly loopDelay: { readonly p50: number; readonly p99: number; readonly max: number }
}

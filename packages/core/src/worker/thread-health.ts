import { monitorEventLoopDelay, performance, type EventLoopUtilization } from 'node:perf_hooks'
import { threadCpu } from '../clock/thread-cpu.ts'

const resolution = 10
const nanosecondsPerMillisecond = 1e6

/** How well a load thread kept up; plain data. */
export interface ThreadHealth {
  /** Share of the time its event loop was busy, 0 to 1. */
  readonly utilization: number
  /** Share of one CPU it used; `null` on a Node.js that cannot tell. */
  readonly cpu: number | null
  /** Milliseconds by which timers ran late. */
  readonly loopDelay: { readonly p50: number; readonly p99: number; readonly max: number }
}

/** Watches the event loop of the thread it is created on, between `start` and `read`. */
export class HealthMonitor {
  readonly #delay = monitorEventLoopDelay({ resolution })
  #utilization: EventLoopUtilization = performance.eventLoopUtilization()
  #cpu = threadCpu()
  #startedAt = performance.now()

  /** Starts anew: what came before is forgotten. */
  start(): void {
    this.#delay.enable()
    this.#delay.reset()
    this.#utilization = performance.eventLoopUtilization()
    this.#cpu = threadCpu()
    this.#startedAt = performance.now()
  }

  /** What was seen since `start`. */
  read(): ThreadHealth {
    const elapsed = performance.now() - this.#startedAt
    const cpu = threadCpu()
    return {
      utilization: performance.eventLoopUtilization(this.#utilization).utilization,
      cpu: cpu === undefined || this.#cpu === undefined || elapsed === 0 ? null : (cpu - this.#cpu) / elapsed,
      loopDelay: { p50: this.#lateness(50), p99: this.#lateness(99), max: this.#lateness(100) },
    }
  }

  stop(): void {
    this.#delay.disable()
  }

  // The monitor measures the time between two runs of a timer, its own period included.
  #lateness(percentile: number): number {
    if (this.#delay.count === 0) return 0
    return Math.max(0, this.#delay.percentile(percentile) / nanosecondsPerMillisecond - resolution)
  }
}

import { readlinkSync } from 'node:fs'
import { basename } from 'node:path'
import { monitorEventLoopDelay, performance, type EventLoopUtilization } from 'node:perf_hooks'
import { threadCpu } from '../../base/clock/clock.ts'

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

/** The same of about a second; plain data. */
export interface SecondHealth extends ThreadHealth {
  /** Milliseconds that it speaks for. */
  readonly length: number
}

/** Watches the event loop of the thread it is created on, between `start` and `read`, and second by second. */
export class HealthMonitor {
  readonly #delay = monitorEventLoopDelay({ resolution })
  // Of this second: percentiles of several cannot be added up.
  readonly #secondDelay = monitorEventLoopDelay({ resolution })
  #utilization: EventLoopUtilization = performance.eventLoopUtilization()
  #cpu = threadCpu()
  #startedAt = performance.now()
  #second = { utilization: this.#utilization, cpu: this.#cpu, startedAt: this.#startedAt }

  /** Starts anew: what came before is forgotten. */
  start(): void {
    this.#delay.enable()
    this.#delay.reset()
    this.#utilization = performance.eventLoopUtilization()
    this.#cpu = threadCpu()
    this.#startedAt = performance.now()
    this.#startSecond()
  }

  /** What was seen since `start`. */
  read(): ThreadHealth {
    const elapsed = performance.now() - this.#startedAt
    return {
      utilization: performance.eventLoopUtilization(this.#utilization).utilization,
      cpu: shareOfCpu(this.#cpu, threadCpu(), elapsed),
      loopDelay: latenessOf(this.#delay),
    }
  }

  /** What was seen since the last call, or since `start`. */
  takeSecond(): SecondHealth {
    const { utilization, cpu, startedAt } = this.#second
    const length = performance.now() - startedAt
    const taken = {
      length,
      utilization: performance.eventLoopUtilization(utilization).utilization,
      cpu: shareOfCpu(cpu, threadCpu(), length),
      loopDelay: latenessOf(this.#secondDelay),
    }
    this.#startSecond()
    return taken
  }

  stop(): void {
    this.#delay.disable()
    this.#secondDelay.disable()
  }

  #startSecond(): void {
    this.#secondDelay.enable()
    this.#secondDelay.reset()
    this.#second = { utilization: performance.eventLoopUtilization(), cpu: threadCpu(), startedAt: performance.now() }
  }
}

function shareOfCpu(before: number | undefined, after: number | undefined, elapsed: number): number | null {
  return before === undefined || after === undefined || elapsed === 0 ? null : (after - before) / elapsed
}

// The monitor measures the time between two runs of a timer, its own period included.
function latenessOf(delay: ReturnType<typeof monitorEventLoopDelay>): ThreadHealth['loopDelay'] {
  const at = (percentile: number): number =>
    delay.count === 0 ? 0 : Math.max(0, delay.percentile(percentile) / nanosecondsPerMillisecond - resolution)
  return { p50: at(50), p99: at(99), max: at(100) }
}

/** The number by which the system knows the thread that calls; `null` where it cannot be told. */
export function threadNumber(): number | null {
  try {
    return Number(basename(readlinkSync('/proc/thread-self')))
  } catch {
    return null
  }
}

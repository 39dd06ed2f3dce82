import { readlinkSync } from 'node:fs'
import { basename } from 'node:path'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { threadCpu } from '../../base/clock/clock.ts'

const resolution = 10
const nanosecondsPerMillisecond = 1e6

/** How well a load thread kept up, as plain data. */
export interface ThreadHealth {
  /** Share of the time in which its event loop was busy, 0 to 1. */
  readonly utilization: number
  /** Share of one CPU that the thread used; `null` on a Node.js version that cannot measure it. */
  readonly cpu: number | null
  /** Delays of timers in milliseconds. */
  readonly loopDelay: { readonly p50: number; readonly p99: number; readonly max: number }
}

/** How well a load thread kept up in about a second, as plain data. */
export interface SecondHealth extends ThreadHealth {
  /** Length of the sample in milliseconds. */
  readonly length: number
}

/** Watches the event loop of the thread it is created on, between `start` and `read`, and second by second. */
export class HealthMonitor {
  readonly #whole = new Sample()
  // Percentiles of several seconds cannot be added up.
  readonly #second = new Sample()

  /** Starts again from zero. */
  start(): void {
    this.#whole.start()
    this.#second.start()
  }

  /** Returns the health since `start`. */
  read(): ThreadHealth {
    const { length: _length, ...health } = this.#whole.read()
    return health
  }

  /** Returns the health since the last call, or since `start`. */
  takeSecond(): SecondHealth {
    const taken = this.#second.read()
    this.#second.start()
    return taken
  }

  stop(): void {
    this.#whole.stop()
    this.#second.stop()
  }
}

class Sample {
  readonly #delay = monitorEventLoopDelay({ resolution })
  #utilization = performance.eventLoopUtilization()
  #cpu = threadCpu()
  #startedAt = performance.now()

  start(): void {
    this.#delay.enable()
    this.#delay.reset()
    this.#utilization = performance.eventLoopUtilization()
    this.#cpu = threadCpu()
    this.#startedAt = performance.now()
  }

  read(): SecondHealth {
    const length = performance.now() - this.#startedAt
    const { utilization } = performance.eventLoopUtilization(this.#utilization)
    const cpu = shareOfCpu(this.#cpu, threadCpu(), length)
    const loopDelay = latenessOf(this.#delay)
    const wasInTime = loopDelay.p50 < inTime.lateness && this.#delay.count * resolution > length * inTime.share
    return { length, utilization: believedUtilization(utilization, cpu, wasInTime), cpu, loopDelay }
  }

  stop(): void {
    this.#delay.disable()
  }
}

/** Lateness of timers (p50, in milliseconds) of a loop that is not held up, and the share of them that it runs at least. */
const inTime = { lateness: 0.5, share: 0.5 }

/**
 * The utilisation of an event loop; its CPU, where that contradicts the utilisation: a loop that used less than half of the time that it was busy, and
 * still ran its timers in time, was idle in between.
 *
 * A profiler (`--cpu-prof`, `--prof`) interrupts a waiting loop by signals, and Node.js counts the wait before each of them as busy: of a loop with nothing
 * to do, 0.6 of the time. A loop that waits for a core, or within a function, is busy without CPU, too, but late.
 */
export function believedUtilization(utilization: number, cpu: number | null, wasInTime: boolean): number {
  return wasInTime && cpu !== null && cpu < utilization / 2 ? cpu : utilization
}

function shareOfCpu(before: number | undefined, after: number | undefined, elapsed: number): number | null {
  return before === undefined || after === undefined || elapsed === 0 ? null : (after - before) / elapsed
}

// The monitor measures the time between two runs of a timer, which includes the period of the timer.
function latenessOf(delay: ReturnType<typeof monitorEventLoopDelay>): ThreadHealth['loopDelay'] {
  const at = (percentile: number): number =>
    delay.count === 0 ? 0 : Math.max(0, delay.percentile(percentile) / nanosecondsPerMillisecond - resolution)
  return { p50: at(50), p99: at(99), max: at(100) }
}

/** The system's number of the calling thread; `null` where it is unknown. */
export function threadNumber(): number | null {
  try {
    return Number(basename(readlinkSync('/proc/thread-self')))
  } catch {
    return null
  }
}

import { sumOf } from '../../base/units/count.ts'
import { Histogram } from '../../model/metrics/histogram.ts'
import type { ScenarioSnapshot } from '../../measure/recorder/snapshot.ts'
import type { TimingMode } from '../../model/workload/workload.ts'
import { WakerSeat } from './waker.ts'

/**
 * Service time in microseconds (p50) from which timers are good enough: they are late by 0.6 ms (p50), and up to a fifth of the service time a waker is
 * not worthwhile.
 */
export const unhurriedService = 3000

/**
 * Utilisation of the load thread above which it has no time to be woken for each iteration, and below which it has again: being woken about doubles the
 * utilisation.
 */
export const busyThread = { above: 0.75, until: 0.3 }

/** The time in which iterations of the run phase were started by a waker, and by timers, in microseconds, as plain data. */
export interface TimingUse {
  readonly precise: number
  readonly coarse: number
}

/** Decides for one scenario on one thread whether its iterations are worth a waker. */
export class Timing {
  readonly seat: WakerSeat
  readonly #mode: TimingMode
  readonly #utilization: () => number
  #isUnhurried = false
  #isBusy = false
  #usedUntil = Infinity
  #precise = 0
  #coarse = 0

  /** @param utilization returns the utilisation of the thread since its last call */
  constructor(seat: WakerSeat, mode: TimingMode, utilization: () => number = meterUtilization()) {
    this.seat = seat
    this.#mode = mode
    this.#utilization = utilization
  }

  /** Whether the next start is worth a waker. */
  get isPrecise(): boolean {
    return this.#mode === 'precise' || (this.#mode === 'auto' && !this.#isUnhurried && !this.#isBusy && !this.seat.isCpuScarce)
  }

  begin(runStart: number): void {
    this.#usedUntil = runStart
  }

  /** Notes that the wait for the last start ended now, by the waker or by a timer. */
  used(isPrecise: boolean, now: number): void {
    const length = now - this.#usedUntil
    if (length <= 0) return
    this.#usedUntil = now
    if (isPrecise) this.#precise += length
    else this.#coarse += length
  }

  takeUse(): TimingUse {
    const use = { precise: this.#precise, coarse: this.#coarse }
    this.#precise = 0
    this.#coarse = 0
    return use
  }

  /** Learns from the records since the last call how busy the thread is, and how long the target takes, which stays unchanged if nothing was timed. */
  learn(snapshot: ScenarioSnapshot): void {
    if (this.#mode !== 'auto') return
    this.#isBusy = this.#utilization() > (this.#isBusy ? busyThread.until : busyThread.above)
    const times = new Histogram()
    for (const { windows, warmupServiceTime } of [snapshot, ...(snapshot.users?.pluginRequests ?? [])]) {
      for (const { serviceTime } of windows) times.add(serviceTime)
      times.add(warmupServiceTime)
    }
    if (times.count > 0) this.#isUnhurried = times.percentile(50) >= unhurriedService
  }
}

/** The waker of a thread for planned starts, as plain data: it has a seat for each scenario from `firstSeat` on. */
export interface WakerShare {
  readonly memory: SharedArrayBuffer
  readonly firstSeat: number
  readonly timing: TimingMode
}

/** The timings of the open workloads of one thread, each of which takes a seat of the waker. */
export class ThreadTimings {
  readonly #waker: WakerShare
  readonly #timings: Timing[] = []

  constructor(waker: WakerShare) {
    this.#waker = waker
  }

  take(): Timing {
    const { memory, firstSeat, timing: mode } = this.#waker
    const timing = new Timing(new WakerSeat(memory, firstSeat + this.#timings.length), mode)
    this.#timings.push(timing)
    return timing
  }

  takeUse(): TimingUse {
    const uses = this.#timings.map((timing) => timing.takeUse())
    return { precise: sumOf(uses, ({ precise }) => precise), coarse: sumOf(uses, ({ coarse }) => coarse) }
  }
}

function meterUtilization(): () => number {
  let last = performance.eventLoopUtilization()
  return () => {
    const before = last
    last = performance.eventLoopUtilization()
    return performance.eventLoopUtilization(last, before).utilization
  }
}

import { Histogram } from '../../model/metrics/histogram.ts'
import type { ScenarioSnapshot } from '../../measure/recorder/snapshot.ts'
import type { TimingMode } from '../../model/workload/workload.ts'
import type { WakerSeat } from './waker.ts'

/** Service time in microseconds (p50) from which on timers are good enough: they are late by 0.6 ms (p50), and up to a fifth of the service time is not worth more. */
export const unhurriedService = 3000

/** Utilisation of the load thread above which it has no time for being woken for each iteration, and below which it has again: being woken doubles it, or a little more. */
export const busyThread = { above: 0.75, until: 0.3 }

/** How long iterations of the run phase were started by a waker, and by timers, in microseconds; plain data. */
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

  /** @param utilization of the thread since it was asked last */
  constructor(seat: WakerSeat, mode: TimingMode, utilization: () => number = meterUtilization()) {
    this.seat = seat
    this.#mode = mode
    this.#utilization = utilization
  }

  /** Whether what is due next is worth the waker. */
  get isPrecise(): boolean {
    return this.#mode === 'precise' || (this.#mode === 'auto' && !this.#isUnhurried && !this.#isBusy && !this.seat.isCpuScarce)
  }

  /** Takes the time from the start of the run phase on into account. */
  begin(runStart: number): void {
    this.#usedUntil = runStart
  }

  /** What was due was waited for until now, by the waker or by a timer. */
  used(isPrecise: boolean, now: number): void {
    const length = now - this.#usedUntil
    if (length <= 0) return
    this.#usedUntil = now
    if (isPrecise) this.#precise += length
    else this.#coarse += length
  }

  /** What was used since the last call. */
  takeUse(): TimingUse {
    const use = { precise: this.#precise, coarse: this.#coarse }
    this.#precise = 0
    this.#coarse = 0
    return use
  }

  /** Learns from what happened since the last time how busy the thread is, and how long the target takes; where nothing was timed, that is as before. */
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

function meterUtilization(): () => number {
  let last = performance.eventLoopUtilization()
  return () => {
    const before = last
    last = performance.eventLoopUtilization()
    return performance.eventLoopUtilization(last, before).utilization
  }
}

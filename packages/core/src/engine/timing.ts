import { Histogram } from '../metrics/histogram.ts'
import type { ScenarioSnapshot } from '../recorder/snapshot.ts'
import type { TimingMode } from '../workload/workload.ts'
import type { WakerSeat } from './waker.ts'

/** Service time in microseconds (p50) from which on timers are good enough: they are late by 0.6 ms (p50), and up to a fifth of the service time is not worth more. */
export const unhurriedService = 3000

/** Decides for one scenario on one thread whether its iterations are worth a waker. */
export class Timing {
  readonly seat: WakerSeat
  readonly #mode: TimingMode
  #isUnhurried = false

  constructor(seat: WakerSeat, mode: TimingMode) {
    this.seat = seat
    this.#mode = mode
  }

  /** Whether what is due next is worth the waker. */
  get isPrecise(): boolean {
    return this.#mode === 'precise' || (this.#mode === 'auto' && !this.#isUnhurried && !this.seat.isCpuScarce)
  }

  /** Learns from what happened since the last time how long the target takes; keeps to what it knows where that says nothing. */
  learn(snapshot: ScenarioSnapshot): void {
    if (this.#mode !== 'auto') return
    const times = new Histogram()
    for (const { serviceTime, warmupServiceTime } of [snapshot, ...(snapshot.users?.pluginRequests ?? [])]) {
      times.add(serviceTime)
      times.add(warmupServiceTime)
    }
    if (times.count > 0) this.#isUnhurried = times.percentile(50) >= unhurriedService
  }
}

import { RequestPlaces, type RequestOrder } from '../../model/workload/request-places.ts'
import { unscheduled, type Schedule } from './schedule.ts'

/**
 * Which of the requests of a scenario is sent next on one thread.
 *
 * The run phase follows the order that was asked for, from its beginning; the warm-up takes all requests in turn, whatever the order.
 */
export class RequestChoice {
  readonly #places: RequestPlaces
  readonly #requests: number
  #schedule = unscheduled
  #warmedUp = 0
  #chosen = 0

  /**
   * @param total requests of the run phase, `undefined` when a duration ends it
   */
  constructor(order: RequestOrder, requests: number, total: number | undefined, seed: number) {
    this.#places = new RequestPlaces(order, requests, total, seed)
    this.#requests = requests
  }

  begin(schedule: Schedule): void {
    this.#schedule = schedule
  }

  /**
   * The place of the next request, which is due at `plannedAt`.
   *
   * @param number of the request in the order; the thread's own count when it is left out
   */
  next(plannedAt: number, number?: number): number {
    const { runStart, runEnd } = this.#schedule
    if (plannedAt < runStart) return this.#warmedUp++ % this.#requests
    return this.#places.placeOf(number ?? this.#chosen++, (plannedAt - runStart) / (runEnd - runStart))
  }
}

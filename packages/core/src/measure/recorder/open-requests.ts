import type { SeriesRecorder } from './series.ts'

/** One request of a plugin, with its times on the thread's clock in microseconds; reused for the next one when it has ended. */
export interface OpenRequest {
  /** When the request was sent, which is later than it was due by the send lag. */
  startedAt: number
  /** When the request was due, which decides its phase. */
  plannedAt: number
  endpoint: SeriesRecorder
}

/**
 * The requests of one user over one client of a plugin that are in flight, oldest first, identified by when they were started.
 *
 * A ring that grows when it is full: nothing else allocates. Ending requests in the order in which they were started is cheap; otherwise the cost is
 * proportional to the number of older ones.
 */
export class OpenRequests {
  #ring: OpenRequest[] = []
  #oldest = 0
  #count = 0
  #last = -Infinity

  get count(): number {
    return this.#count
  }

  /** Adds a request that starts now, or a tiny time later if another request has this time. */
  add(now: number, plannedAt: number, endpoint: SeriesRecorder): OpenRequest {
    if (this.#count === this.#ring.length) this.#grow(endpoint)
    const request = this.at(this.#count)
    request.startedAt = now > this.#last ? now : nextAbove(this.#last)
    request.plannedAt = plannedAt
    request.endpoint = endpoint
    this.#last = request.startedAt
    this.#count += 1
    return request
  }

  /** The place of the request that was started at a time, from 0 for the oldest; -1 if it is not in flight. */
  find(startedAt: number): number {
    for (let place = 0; place < this.#count; place++) if (this.at(place).startedAt === startedAt) return place
    return -1
  }

  at(place: number): OpenRequest {
    return this.#ring[this.#indexOf(place)]!
  }

  /** Removes a request, which must not be read any more. */
  remove(place: number): void {
    const request = this.at(place)
    for (let to = place; to > 0; to--) this.#ring[this.#indexOf(to)] = this.at(to - 1)
    this.#ring[this.#oldest] = request
    this.#oldest = this.#indexOf(1)
    this.#count -= 1
  }

  #indexOf(place: number): number {
    const index = this.#oldest + place
    return index < this.#ring.length ? index : index - this.#ring.length
  }

  // Most users have one or two in flight at a time.
  #grow(endpoint: SeriesRecorder): void {
    const known = Array.from({ length: this.#count }, (_, place) => this.at(place))
    const added = Array.from({ length: Math.max(1, this.#count) }, () => ({ startedAt: 0.5, plannedAt: 0.5, endpoint }))
    this.#ring = [...known, ...added]
    this.#oldest = 0
  }
}

// A clock reading has 52 bits after the first one, of which the last but one is far below a microsecond.
function nextAbove(time: number): number {
  return time + Math.max(Number.EPSILON, Math.abs(time) * 2 ** -51)
}

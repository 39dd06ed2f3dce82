/**
 * The requests in flight on one connection, oldest first: a ring of fixed size, because responses come in the order of requests.
 *
 * Reading the oldest of an empty ring gives a stale value; check `count` first.
 */
export class InFlight {
  // Tag and time are adjacent, so that a request touches one cache line and not two. A list of numbers, which V8 stores as plain doubles: a typed array
  // would take four times the memory for one request in flight, as on each of thousands of streams.
  readonly #entries: number[]
  readonly #capacity: number
  #oldest = 0
  #count = 0

  constructor(capacity: number) {
    this.#entries = Array.from({ length: 2 * capacity }, () => Number.MIN_VALUE)
    this.#capacity = capacity
  }

  get count(): number {
    return this.#count
  }

  /** @throws RangeError when the ring is full */
  push(tag: number, sentAt: number): void {
    const capacity = this.#capacity
    if (this.#count === capacity) throw new RangeError(`more than ${capacity} requests in flight on one connection`)
    const next = this.#oldest + this.#count
    const index = next < capacity ? next : next - capacity
    this.#entries[2 * index] = tag
    this.#entries[2 * index + 1] = sentAt
    this.#count += 1
  }

  shift(): void {
    this.#oldest = this.#oldest + 1 === this.#capacity ? 0 : this.#oldest + 1
    this.#count -= 1
  }

  tag(): number {
    return this.#entries[2 * this.#oldest]!
  }

  sentAt(): number {
    return this.#entries[2 * this.#oldest + 1]!
  }
}

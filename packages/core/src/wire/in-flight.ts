/**
 * The requests in flight on one connection, oldest first: a ring of fixed size, because answers come in the order of requests.
 *
 * Reading the oldest of an empty ring gives a stale value; check `count` first.
 */
export class InFlight {
  readonly #tags: Uint16Array
  readonly #sentAt: Float64Array
  #oldest = 0
  #count = 0

  constructor(capacity: number) {
    this.#tags = new Uint16Array(capacity)
    this.#sentAt = new Float64Array(capacity)
  }

  get count(): number {
    return this.#count
  }

  /** @throws RangeError when the ring is full */
  push(tag: number, sentAt: number): void {
    const capacity = this.#tags.length
    if (this.#count === capacity) throw new RangeError(`more than ${capacity} requests in flight on one connection`)
    const next = this.#oldest + this.#count
    const index = next < capacity ? next : next - capacity
    this.#tags[index] = tag
    this.#sentAt[index] = sentAt
    this.#count += 1
  }

  /** Forgets the oldest. */
  shift(): void {
    this.#oldest = this.#oldest + 1 === this.#tags.length ? 0 : this.#oldest + 1
    this.#count -= 1
  }

  /** What the oldest is known by. */
  tag(): number {
    return this.#tags[this.#oldest]!
  }

  /** When the oldest was sent. */
  sentAt(): number {
    return this.#sentAt[this.#oldest]!
  }
}

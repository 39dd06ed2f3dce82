/** Times in the order in which they were taken, in one block that grows. */
export class SampleList {
  #times = new Float64Array(1024)
  #count = 0

  get count(): number {
    return this.#count
  }

  add(time: number): void {
    if (this.#count === this.#times.length) this.#grow()
    this.#times[this.#count++] = time
  }

  /** A copy of its own, to be sent to another thread. */
  toArray(): Float64Array<ArrayBuffer> {
    return this.#times.slice(0, this.#count)
  }

  #grow(): void {
    const larger = new Float64Array(this.#times.length * 2)
    larger.set(this.#times)
    this.#times = larger
  }
}

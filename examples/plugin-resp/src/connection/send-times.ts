const smallest = 4

/** The send times of the commands in flight, oldest first, as a ring, because replies come in the order of the commands. */
export class SendTimes {
  #times = new Float64Array(smallest)
  #first = 0
  #count = 0

  get count(): number {
    return this.#count
  }

  /** The oldest send time; `Infinity` without commands. */
  get oldest(): number {
    return this.#count === 0 ? Infinity : (this.#times[this.#first] ?? Infinity)
  }

  add(time: number): void {
    if (this.#count === this.#times.length) this.#grow()
    this.#times[(this.#first + this.#count) % this.#times.length] = time
    this.#count += 1
  }

  /** Removes the oldest send time. */
  shift(): void {
    if (this.#count === 0) return
    this.#first = (this.#first + 1) % this.#times.length
    this.#count -= 1
  }

  #grow(): void {
    const grown = new Float64Array(this.#times.length * 2)
    grown.set(this.#times.subarray(this.#first))
    grown.set(this.#times.subarray(0, this.#first), this.#times.length - this.#first)
    this.#times = grown
    this.#first = 0
  }
}

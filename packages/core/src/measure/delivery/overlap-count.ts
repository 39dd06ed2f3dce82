/** Counts how many of many spans of time overlap a given one. */
export class OverlapCount {
  #starts: number[] = []
  #ends: number[] = []
  #isSorted = true

  add(from: number, to: number): void {
    this.#starts.push(from)
    this.#ends.push(to)
    this.#isSorted = false
  }

  /** Spans that have a moment in common with this one, its ends included. */
  count(from: number, to: number): number {
    this.#sort()
    return countBelow(this.#starts, to, true) - countBelow(this.#ends, from, false)
  }

  /** Forgets the spans that ended before a time. */
  forgetBefore(time: number): void {
    this.#sort()
    const over = countBelow(this.#ends, time, false)
    if (over === 0) return
    // As many spans started before it as ended before it, at least; which of them they were does not matter to any later span.
    this.#starts = this.#starts.slice(over)
    this.#ends = this.#ends.slice(over)
  }

  #sort(): void {
    if (this.#isSorted) return
    this.#starts.sort((a, b) => a - b)
    this.#ends.sort((a, b) => a - b)
    this.#isSorted = true
  }
}

// How many of sorted numbers lie below a bound, or on it.
function countBelow(sorted: readonly number[], bound: number, isIncluded: boolean): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const distance = sorted[middle]! - bound
    if (distance < 0 || (isIncluded && distance === 0)) low = middle + 1
    else high = middle
  }
  return low
}

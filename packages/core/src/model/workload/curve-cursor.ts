import { areaOf, timeWithin, type LoadCurve } from './load-curve.ts'

// A level that takes an area of 0.1 and 30 s makes 3.0000000000000004: a whole number that is off by less than this is meant.
const rounding = 1e-6

/**
 * Finds when the area under a curve passes one value after the other, without starting from the beginning each time.
 *
 * Where the level is 0 for a while the area is the same at many times; this finds the last of them, so that nothing is due in a pause.
 */
export class CurveCursor {
  readonly #curve: LoadCurve
  #next = 0
  #step = { duration: 0, to: 0 }
  /** Level, time and area at the start of the step, and the area at its end. */
  #level = 0
  #start = 0
  #before = 0
  #after = 0

  constructor(curve: LoadCurve) {
    this.#curve = curve
    this.#step = { duration: 0, to: curve.from }
  }

  /** Microseconds from the start of the curve, `Infinity` when the area is never passed. An area may not be smaller than the one before. */
  timeOf(area: number): number {
    while (area >= this.#after - rounding) {
      const step = this.#curve.steps[this.#next]
      if (step === undefined) return Infinity
      this.#start += this.#step.duration
      this.#level = this.#step.to
      this.#before = this.#after
      this.#after += areaOf(this.#level, step)
      this.#step = step
      this.#next += 1
    }
    return this.#start + timeWithin(this.#level, this.#step, area - this.#before)
  }
}

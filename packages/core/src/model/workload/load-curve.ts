/** A linear change from the level before; without a duration it is a jump. */
export interface LoadStep {
  /** Duration in microseconds; `Infinity` for a level that is kept. */
  readonly duration: number
  /** The level at the end of the step. */
  readonly to: number
}

/** A level over time, such as users or iterations per second, as plain data that can be sent to other threads. */
export interface LoadCurve {
  readonly from: number
  readonly steps: readonly LoadStep[]
}

/** A curve that stays at one level; `duration` in microseconds, `Infinity` included. */
export function constantCurve(level: number, duration: number): LoadCurve {
  return { from: level, steps: [{ duration, to: level }] }
}

/** How long a curve is, in microseconds; `Infinity` when its last level is kept. */
export function lengthOf(curve: LoadCurve): number {
  return curve.steps.reduce((length, { duration }) => length + duration, 0)
}

/** The highest level that a curve reaches. */
export function highestLevel(curve: LoadCurve): number {
  return curve.steps.reduce((highest, { to }) => Math.max(highest, to), curve.from)
}

/** The level at a time in microseconds from the start: at a jump the level after it, and after the end the last level. */
export function levelAt(curve: LoadCurve, elapsed: number): number {
  let level = curve.from
  let left = Math.max(0, elapsed)
  for (const step of curve.steps) {
    if (left < step.duration) return level + riseOf(level, step) * toSeconds(left)
    left -= step.duration
    level = step.to
  }
  return level
}

/**
 * The area under a curve up to a time in microseconds, in levels times seconds: the number of iterations that a rate has planned until then.
 *
 * Exact except for rounding; constant after the end.
 */
export function cumulated(curve: LoadCurve, elapsed: number): number {
  let area = 0
  let level = curve.from
  let left = Math.max(0, elapsed)
  for (const step of curve.steps) {
    if (left < step.duration) return area + areaWithin(level, step, left)
    area += areaOf(level, step)
    left -= step.duration
    level = step.to
  }
  return area
}

/** The earliest microsecond at which the area under a curve is reached, the inverse of `cumulated`; `Infinity` when it never is. */
export function timeOf(curve: LoadCurve, area: number): number {
  if (area <= 0) return 0
  let before = 0
  let start = 0
  let level = curve.from
  for (const step of curve.steps) {
    const after = before + areaOf(level, step)
    if (area <= after) return start + timeWithin(level, step, area - before)
    before = after
    start += step.duration
    level = step.to
  }
  return Infinity
}

/** The area under one step that starts at `level`, in levels times seconds. */
function areaOf(level: number, step: LoadStep): number {
  // a level of 0 for ever has no area, but 0 x Infinity is NaN
  if (step.duration === Infinity) return level > 0 ? Infinity : 0
  return ((level + step.to) / 2) * toSeconds(step.duration)
}

/** The time at which the area is reached within a step that starts at `level`, in microseconds from the start of the step. */
function timeWithin(level: number, step: LoadStep, area: number): number {
  if (area <= 0) return 0
  // The usual form of the root takes the difference of two numbers that are almost equal when the level hardly changes; this form never does.
  const root = Math.sqrt(Math.max(0, level * level + 2 * riseOf(level, step) * area))
  return Math.min(step.duration, ((2 * area) / (level + root)) * 1e6)
}

function areaWithin(level: number, step: LoadStep, elapsed: number): number {
  const seconds = toSeconds(elapsed)
  // a rounding near the end of the step may not make a part of it larger than the whole
  return Math.min((level + (riseOf(level, step) * seconds) / 2) * seconds, areaOf(level, step))
}

/** Change of the level per second; 0 for a level that is kept for ever. */
function riseOf(level: number, step: LoadStep): number {
  return (step.to - level) / toSeconds(step.duration)
}

function toSeconds(microseconds: number): number {
  return microseconds / 1e6
}

// A level of 0.1 over 30 s has an area of 3.0000000000000004: an area that differs from a whole number by less than this is that number.
const rounding = 1e-6

/**
 * Finds when the area under a curve passes ascending values, without starting from the beginning each time.
 *
 * While the level is 0 the area is the same at many times; the last one is returned, so that nothing is due in a pause.
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

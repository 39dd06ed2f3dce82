/**
 * The part of a workload that one thread does.
 *
 * Users and arrivals are numbered over the whole test; a thread does those whose number leaves the remainder `worker` when it is divided by
 * `workers`. So the schedule is the same for any number of threads.
 */
export interface Part {
  readonly worker: number
  readonly workers: number
}

/**
 * Divides a whole number of units into shares that differ by one at most and add up to exactly `total`.
 *
 * The first shares are the larger ones: `divide(7, 3)` is `[3, 2, 2]`.
 */
export function divide(total: number, shares: number): number[] {
  const smallest = Math.floor(total / shares)
  const larger = total - smallest * shares
  return Array.from({ length: shares }, (_, index) => smallest + (index < larger ? 1 : 0))
}

/** The greatest number that divides two numbers. */
export function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b)
}

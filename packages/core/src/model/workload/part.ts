/**
 * The part of a workload that one thread does.
 *
 * Users and arrivals are numbered over the whole test; a thread does those whose number modulo `workers` is `worker`. So the schedule is the same for
 * any number of threads.
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

/**
 * Deals the shares of a test to its generators, one share for each thread; returns the generator of each share.
 *
 * Among any number of first shares, each generator has its proportional number to within one, so that the remainder that {@link divide} gives to the
 * first shares is spread over the generators in proportion to their threads. Each share of a generator has a window of places, and the open window that
 * ends first gets the next place: Baruah, Cohen, Plaxton and Varvel, "Proportionate progress" (1996).
 */
export function dealShares(threads: readonly number[]): number[] {
  const total = threads.reduce((sum, count) => sum + count, 0)
  const generators = threads.map((count, generator) => ({ generator, count, dealt: 0 }))
  const startOf = ({ dealt, count }: (typeof generators)[number]): number => Math.floor((dealt * total) / count)
  const endOf = ({ dealt, count }: (typeof generators)[number]): number => Math.ceil(((dealt + 1) * total) / count)
  return Array.from({ length: total }, (_, share) => {
    const open = generators.filter((each) => startOf(each) <= share)
    const next = open.reduce((first, other) => (endOf(other) < endOf(first) ? other : first))
    next.dealt += 1
    return next.generator
  })
}

/** The greatest number that divides two numbers. */
export function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b)
}

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

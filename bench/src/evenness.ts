/**
 * The unevenness of arrivals: the root mean square deviation of the counts of 10 ms from the expected count, as a share of it.
 *
 * The first and the last bin are left out, because they are not full.
 */
export function unevenness(bins: readonly number[], perSecond: number): number {
  const ideal = perSecond / 100
  const full = bins.slice(1, -1)
  const squares = full.reduce((sum, count) => sum + (count - ideal) ** 2, 0)
  return full.length === 0 ? NaN : Math.sqrt(squares / full.length) / ideal
}

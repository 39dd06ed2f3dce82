/** The most positions of a plot: a screen has no room for more. */
const mostPositions = 1000

type Values = readonly (number | null)[]

/**
 * Chooses which of many positions of a plot are kept: in each of equal parts those at which one of the series is lowest, highest or interrupted, so that no
 * peak is lost. Up to 1,000 positions are all kept.
 *
 * @returns their indexes, in ascending order
 */
export function thin(positions: readonly number[], series: readonly Values[]): readonly number[] {
  if (positions.length <= mostPositions) return [...positions.keys()]
  const parts = Math.floor(mostPositions / (3 * series.length))
  const size = Math.ceil(positions.length / parts)
  const kept = new Set([0, positions.length - 1])
  for (let from = 0; from < positions.length; from += size) {
    const to = Math.min(positions.length, from + size)
    for (const values of series) for (const index of telling(values, from, to)) kept.add(index)
  }
  return [...kept].toSorted((a, b) => a - b).slice(0, mostPositions)
}

// Of the positions from `from` to `to`: the lowest, the highest, and the first without a value.
function telling(values: Values, from: number, to: number): readonly number[] {
  let [lowest, highest, gap] = [-1, -1, -1]
  for (let index = from; index < to; index += 1) {
    const value = values[index] ?? null
    if (value === null) {
      if (gap === -1) gap = index
      continue
    }
    if (lowest === -1 || value < (values[lowest] ?? 0)) lowest = index
    if (highest === -1 || value > (values[highest] ?? 0)) highest = index
  }
  return [lowest, highest, gap].filter((index) => index !== -1)
}

/** The value of a list at a percentile, by nearest rank, like the figures of benchpress. */
export function percentileOf(values: readonly number[], percentile: number): number {
  return values.toSorted((a, b) => a - b)[Math.max(1, Math.ceil((percentile / 100) * values.length)) - 1] ?? Number.NaN
}

/** The figures of times that are compared, for quick, typical and slow ones. */
export function figuresOf(name: string, values: readonly number[]): Readonly<Record<string, number>> {
  return Object.fromEntries([2.5, 50, 75].map((percentile) => [`${name} p${percentile}`, percentileOf(values, percentile)]))
}

/** The same figures from a summary of benchpress. */
export function figuresOfOurs(
  name: string,
  { p2_5, p50, p75 }: { readonly p2_5: number | null; readonly p50: number | null; readonly p75: number | null },
): Readonly<Record<string, number>> {
  return { [`${name} p2.5`]: p2_5 ?? Number.NaN, [`${name} p50`]: p50 ?? Number.NaN, [`${name} p75`]: p75 ?? Number.NaN }
}

/** The names of these figures. */
export function namesOf(name: string): readonly string[] {
  return [2.5, 50, 75].map((percentile) => `${name} p${percentile}`)
}

/** The value of a list at a percentile, by nearest rank, as our own figures are. */
export function percentileOf(values: readonly number[], percentile: number): number {
  return values.toSorted((a, b) => a - b)[Math.max(1, Math.ceil((percentile / 100) * values.length)) - 1] ?? Number.NaN
}

/** The figures of times that are compared: of the quickest, of the typical ones and of those above. */
export function figuresOf(name: string, values: readonly number[]): Readonly<Record<string, number>> {
  return Object.fromEntries([2.5, 50, 75].map((percentile) => [`${name} p${percentile}`, percentileOf(values, percentile)]))
}

/** The same figures of a summary of ours. */
export function figuresOfOurs(
  name: string,
  { p2_5, p50, p75 }: { readonly p2_5: number | null; readonly p50: number | null; readonly p75: number | null },
): Readonly<Record<string, number>> {
  return { [`${name} p2.5`]: p2_5 ?? Number.NaN, [`${name} p50`]: p50 ?? Number.NaN, [`${name} p75`]: p75 ?? Number.NaN }
}

/** Their names. */
export function namesOf(name: string): readonly string[] {
  return [2.5, 50, 75].map((percentile) => `${name} p${percentile}`)
}

const format = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })

/** Writes a number with thousands separated and at most two decimals: `199,249.07`; `null` is `n/a`. */
export function formatNumber(value: number | null): string {
  return value === null ? 'n/a' : format.format(value)
}

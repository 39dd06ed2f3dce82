import { formatNumber } from './format-number.ts'

const abbreviatedFrom = 100_000

/** Writes a count whole below 100,000 and in thousands from there: `12,345`, `5983k`. */
export function formatCount(count: number): string {
  return count < abbreviatedFrom ? formatNumber(Math.round(count)) : `${Math.round(count / 1000)}k`
}

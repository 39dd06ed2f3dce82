import type { Quantity } from './quantity.ts'

const fewestDigits = 3
const mostDigits = 15

/**
 * Writes a figure in the unit of its quantity: `231 ms`, `0.31 %`, `98.3/s`, `4,812`.
 *
 * @param limit what it is compared with: so many digits are written that they tell on which side of it the figure is
 */
export function formatFigure(value: number, { kind, unit }: Quantity, limit?: number): string {
  const factor = kind === 'share' ? 100 : 1
  // What is not all of it is not written as all of it either.
  const limits = [...(limit === undefined ? [] : [limit * factor]), ...(kind === 'share' ? [100] : [])]
  const digits = Math.max(...limits.map((one) => digitsFor(value * factor, one)), digitsFor(value * factor))
  const number = (value * factor).toLocaleString('en-US', { maximumSignificantDigits: digits })
  if (kind === 'share') return `${number} %`
  const amount = unit === undefined ? number : `${number} ${unit}`
  return kind === 'perSecond' ? `${amount}/s` : amount
}

function digitsFor(value: number, limit?: number): number {
  // Whole numbers are counts more often than not, and written in full.
  const fewest = Number.isInteger(value) ? mostDigits : fewestDigits
  if (limit === undefined) return fewest
  for (let digits = fewest; digits < mostDigits; digits++) {
    if (Math.sign(Number(value.toPrecision(digits)) - limit) === Math.sign(value - limit)) return digits
  }
  return mostDigits
}

import { roundSignificant } from './round-significant.ts'

const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** Writes bytes with three significant digits in decimal units: `846 kB`, `30.3 MB`; `null` is `n/a`. */
export function formatBytes(bytes: number | null): string {
  if (bytes === null) return 'n/a'
  for (const [power, unit] of units.entries()) {
    const value = roundSignificant(bytes / 1000 ** power)
    if (Math.abs(value) < 1000 || power === units.length - 1) return `${value} ${unit}`
  }
  return `${bytes} B`
}

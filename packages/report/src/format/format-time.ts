import { roundSignificant } from './round-significant.ts'

const units = [
  { name: 'µs', milliseconds: 1e-3 },
  { name: 'ms', milliseconds: 1 },
] as const

/**
 * Writes a time given in milliseconds with three significant digits, in the unit that suits it: `842 µs`, `24.8 ms`, `1.24 s`.
 *
 * A time below a millisecond is never rounded to `0 ms`; `null` is `n/a`.
 */
export function formatTime(milliseconds: number | null): string {
  if (milliseconds === null) return 'n/a'
  for (const unit of units) {
    const value = roundSignificant(milliseconds / unit.milliseconds)
    if (Math.abs(value) < 1000) return `${value} ${unit.name}`
  }
  return `${roundSignificant(milliseconds / 1000)} s`
}

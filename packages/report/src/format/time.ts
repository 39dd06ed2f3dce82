import { roundSignificant } from './number.ts'

const units = [
  { name: 'µs', milliseconds: 1e-3 },
  { name: 'ms', milliseconds: 1 },
] as const
const unitsOfNanoseconds = ['ns', 'µs', 'ms', 's'] as const

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

/** Writes nanoseconds with three significant digits, in the unit that suits them: `0.52 ns`, `842 ns`, `24.8 µs`, `1.24 s`. */
export function formatNanoseconds(nanoseconds: number): string {
  const unit = unitsOfNanoseconds.findIndex((_, index) => roundSignificant(nanoseconds / 1000 ** index) < 1000)
  const index = unit === -1 ? unitsOfNanoseconds.length - 1 : unit
  return `${roundSignificant(nanoseconds / 1000 ** index)} ${unitsOfNanoseconds[index]}`
}

/** Writes seconds with at most two decimals, without a space, as in `30.23s`. */
export function formatSeconds(seconds: number): string {
  return `${Math.round(seconds * 100) / 100}s`
}

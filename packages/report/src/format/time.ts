import { inUnit } from './number.ts'

/**
 * Writes a time given in milliseconds with three significant digits, in the unit that suits it: `842 µs`, `24.8 ms`, `1.24 s`.
 *
 * A time below a millisecond is never rounded to `0 ms`; `null` is `n/a`.
 */
export function formatTime(milliseconds: number | null): string {
  return milliseconds === null ? 'n/a' : inUnit(milliseconds, ['µs', 'ms', 's'], 1e-3)
}

/** Writes nanoseconds with three significant digits, in the unit that suits them: `0.52 ns`, `842 ns`, `24.8 µs`, `1.24 s`. */
export function formatNanoseconds(nanoseconds: number): string {
  return inUnit(nanoseconds, ['ns', 'µs', 'ms', 's'])
}

/** Writes seconds with at most two decimals, without a space, as in `30.23s`. */
export function formatSeconds(seconds: number): string {
  return `${Math.round(seconds * 100) / 100}s`
}

import { inUnit } from './number.ts'

export { formatNanoseconds } from '@benchpress/core/report'

/**
 * Writes a time given in milliseconds with three significant digits, in the unit that suits it: `842 µs`, `24.8 ms`, `1.24 s`.
 *
 * A time below a millisecond is never rounded to `0 ms`; `null` is `n/a`.
 */
export function formatTime(milliseconds: number | null): string {
  return milliseconds === null ? 'n/a' : inUnit(milliseconds, ['µs', 'ms', 's'], 1e-3)
}

/** Writes seconds with at most two decimals, without a space, as in `30.23s`. */
export function formatSeconds(seconds: number): string {
  return `${Math.round(seconds * 100) / 100}s`
}

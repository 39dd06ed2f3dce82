const twoDecimals = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })
const abbreviatedFrom = 100_000

/** Writes a number with thousands separated and at most two decimals: `199,249.07`; `null` is `n/a`. */
export function formatNumber(value: number | null): string {
  return value === null ? 'n/a' : twoDecimals.format(value)
}

/** Writes a count whole below 100,000 and in thousands from there: `12,345`, `5983k`. */
export function formatCount(count: number): string {
  return count < abbreviatedFrom ? formatNumber(Math.round(count)) : `${Math.round(count / 1000)}k`
}

/** Writes the number of events in a second: whole from 100 on, with two decimals below; `null` is `n/a`. */
export function formatThroughput(perSecond: number | null): string {
  return formatNumber(perSecond !== null && perSecond >= 100 ? Math.round(perSecond) : perSecond)
}

/** Writes calls per second: whole from 100 on, with three significant digits below, so that one call in minutes is not written as 0. */
export function formatCallRate(perSecond: number): string {
  return perSecond >= 100 ? formatNumber(Math.round(perSecond)) : String(Number(perSecond.toPrecision(3)))
}

/** Writes bytes with three significant digits in decimal units: `846 kB`, `30.3 MB`; `null` is `n/a`. */
export function formatBytes(bytes: number | null): string {
  return bytes === null ? 'n/a' : inUnit(bytes, ['B', 'kB', 'MB', 'GB', 'TB'])
}

/**
 * Writes a value with three significant digits, in the first unit in which it is below a thousand, or else in the last.
 *
 * @param units each a thousand times the one before
 * @param first how much of what the value is in the first unit is
 */
function inUnit(value: number, units: readonly string[], first: number = 1): string {
  const values = units.map((_, power) => roundSignificant(value / (first * 1000 ** power)))
  const small = values.findIndex((each) => Math.abs(each) < 1000)
  const at = small === -1 ? units.length - 1 : small
  return `${values[at]} ${units[at]}`
}

/** Writes a change with its sign: `+12.5 %`. */
export function formatChange(change: number, isOfShares = false): string {
  const percent = change * 100
  const digits = Math.abs(percent) < 10 ? 1 : 0
  return `${percent > 0 ? '+' : ''}${percent.toFixed(digits).replace(/^-(0(?:\.0)?)$/, '$1')} ${isOfShares ? 'points' : '%'}`
}

/** Writes a count with its noun: `1 run`, `3 runs`; `several` is for nouns that take more than an s. */
export function plural(count: number, one: string, several: string = `${one}s`): string {
  const said = formatNumber(count)
  return `${said} ${said === '1' ? one : several}`
}

/** Rounds to three significant digits, but never away digits before the decimal point: `24.77` is `24.8`, `1234.5` is `1235`. */
export function roundSignificant(value: number): number {
  return Math.abs(value) >= 100 ? Math.round(value) : Number(threeDigits.format(value))
}

// Rounds a number as it is written, as messages of matchers do: 1.315 is 1.32, although its binary value is a little less.
const threeDigits = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3, useGrouping: false })

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

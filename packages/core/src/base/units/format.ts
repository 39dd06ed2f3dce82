/** The unit of a figure: of times, milliseconds or seconds; of shares, 1 for all. */
export type Unit = 'ms' | 's' | 'per second' | 'bytes' | 'CPUs' | 'share' | 'number'

const fewestDigits = 3
const mostDigits = 15

type Write = (value: number, digits: number) => string

const writers: Readonly<Record<Unit, Write>> = {
  ms: (value, digits) => writeInUnits(value * 1000, ['µs', 'ms', 's'], digits),
  s: (value, digits) => `${writePlain(value, digits)} s`,
  'per second': writePlain,
  bytes: (value, digits) => writeInUnits(value, ['B', 'kB', 'MB', 'GB', 'TB'], digits),
  CPUs: writePlain,
  share: writeShare,
  number: writePlain,
}

/**
 * Writes a figure with three significant digits, or with all of its whole part; below 1 with two, so that the mean of one user is no 0.999 users.
 *
 * The unit is written after times, bytes and shares; of other figures it is in a heading.
 */
export function formatValue(value: number, unit: Unit): string {
  return writers[unit](value, fewestDigits)
}

/** Writes a figure as {@link formatValue}, with more digits where three do not tell it from its limit: `200.3 ms` beside a limit of 200 ms. */
export function formatBeside(limit: number, value: number, unit: Unit): string {
  const write = writers[unit]
  let digits = fewestDigits
  while (digits < mostDigits && write(value, digits) === write(limit, digits)) digits += 1
  return write(value, value === limit ? fewestDigits : digits)
}

/** Writes a number: `0.012`, `24.8`, `199,249`. */
export function formatNumber(value: number): string {
  return formatValue(value, 'number')
}

/** Writes a time given in milliseconds, in the unit that suits it: `842 µs`, `24.8 ms`, `1.24 s`. */
export function formatTime(milliseconds: number): string {
  return formatValue(milliseconds, 'ms')
}

/** Writes seconds: `0.25 s`, `30.2 s`, `1,800 s`. */
export function formatSeconds(seconds: number): string {
  return formatValue(seconds, 's')
}

/** Writes bytes in decimal units: `846 kB`, `30.3 MB`. */
export function formatBytes(bytes: number): string {
  return formatValue(bytes, 'bytes')
}

/**
 * Writes a share in percent, with four digits close to 100 %: `97.3 %`, `99.96 %`.
 *
 * Only a share of exactly 0 or 1 is written as `0 %` or `100 %`: a share that is nearer to these than four digits can show is `<0.01 %`, `>99.99 %` or
 * `>100 %`.
 *
 * @param share from 0 to 1, or more for a multiple
 */
export function formatShare(share: number): string {
  return formatValue(share, 'share')
}

/**
 * Writes a change with its sign: `+12 %`, `-3.4 %`.
 *
 * @param change from -1, where nothing is left
 * @param isOfShares whether it is a difference of shares, in points
 */
export function formatChange(change: number, isOfShares = false): string {
  const percent = change * 100
  const digits = Math.abs(percent) < 10 ? 1 : 0
  return `${percent > 0 ? '+' : ''}${percent.toFixed(digits).replace(/^-(0(?:\.0)?)$/, '$1')} ${isOfShares ? 'points' : '%'}`
}

/** Writes a number of things with their name: `1 user`, `0.98 users`, `5,000 users`; `several` is for nouns that take more than an s. */
export function plural(count: number, one: string, several: string = `${one}s`): string {
  const number = formatNumber(count)
  return `${number} ${number === '1' ? one : several}`
}

/** Writes a percentile from 0 to 100 with at most two decimals: `p97.5`. */
export function formatPercentile(percentile: number): string {
  return `p${Math.floor(percentile * 100 + 1e-6) / 100}`
}

function writePlain(value: number, digits: number): string {
  return writeNumber(value, Math.abs(value) < 1 ? digits - 1 : digits)
}

// By their number of significant digits.
const rounded: Intl.NumberFormat[] = []

function writeNumber(value: number, digits: number): string {
  rounded[digits] ??= new Intl.NumberFormat('en-US', {
    maximumSignificantDigits: digits,
    maximumFractionDigits: 0,
    roundingPriority: 'morePrecision',
    signDisplay: 'negative',
  })
  return rounded[digits].format(value)
}

// Each unit is a thousand times the one before; the first that needs no thousands is taken, or else the last.
function writeInUnits(value: number, units: readonly string[], digits: number): string {
  const last = units.length - 1
  const power = units.findIndex((_, at) => at === last || !writeNumber(value / 1000 ** at, fewestDigits).includes(','))
  return `${writeNumber(value / 1000 ** power, digits)} ${units[power]}`
}

const smallest = 0.01
const aroundAll = 0.1

function writeShare(share: number, digits: number): string {
  const percent = share * 100
  if (digits === fewestDigits && percent > 0 && percent < smallest) return `<${smallest} %`
  if (digits === fewestDigits && Math.abs(percent - 100) < aroundAll) return writeNearAll(percent)
  return `${writeNumber(percent, digits)} %`
}

function writeNearAll(percent: number): string {
  if (percent < 100 && percent > 100 - smallest) return `>${100 - smallest} %`
  const number = writeNumber(percent, fewestDigits + 1)
  return number === '100' && percent > 100 ? '>100 %' : `${number} %`
}

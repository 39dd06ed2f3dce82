const smallest = 0.01
const aroundAll = 0.1

/**
 * Writes a share in percent with three significant digits, or four close to 100 %: `97.3 %`, `99.96 %`.
 *
 * Only a share of exactly 0 or 1 is written as `0 %` or `100 %`: a share that is nearer to these than four digits can show is `<0.01 %`, `>99.99 %` or
 * `>100 %`.
 *
 * @param share from 0 to 1, or more for a multiple
 */
export function formatShare(share: number): string {
  const percent = share * 100
  if (percent > 0 && percent < smallest) return `<${smallest} %`
  if (percent < 100 && percent > 100 - smallest) return `>${100 - smallest} %`
  const text = percent.toLocaleString('en-US', { maximumSignificantDigits: Math.abs(percent - 100) < aroundAll ? 4 : 3 })
  return text === '100' && percent > 100 ? '>100 %' : `${text} %`
}

/** Writes a number of things with thousands separators: `5,000`. */
export function formatCount(value: number): string {
  return formatSignificant(Math.round(value), 15)
}

/** Writes milliseconds with a number of significant digits: `25.1 ms`. */
export function formatMilliseconds(value: number, digits = 3): string {
  return `${formatSignificant(value, digits)} ms`
}

/** Writes milliseconds with two significant digits in the unit that suits them: `250 µs`, `12 ms`, `4.0 s`. */
export function formatTime(milliseconds: number): string {
  const [value, unit] =
    milliseconds < 1 ? [milliseconds * 1000, 'µs'] : milliseconds < 1000 ? [milliseconds, 'ms'] : [milliseconds / 1000, 's']
  return `${value < 10 ? value.toFixed(1) : formatSignificant(Math.round(value), 15)} ${unit}`
}

/** Writes seconds with four significant digits: `1.003 s`. */
export function formatSeconds(value: number): string {
  return `${formatSignificant(value, 4)} s`
}

/** Writes a number, such as seconds or CPUs, with two significant digits and no needless zeros: `1.9`. */
export function formatRough(value: number): string {
  return formatSignificant(value, Math.abs(value) >= 100 ? 15 : 2)
}

/** Writes a mean number of things: `4.2` for a few, `5,000` for many. */
export function formatMean(value: number): string {
  return value < 10 ? formatRough(value) : formatCount(value)
}

/** Writes a mean number of things with their name: `1 user`, `0.98 users`. */
export function formatMeanOf(value: number, one: string): string {
  const mean = formatMean(value)
  return `${mean} ${mean === '1' ? one : `${one}s`}`
}

/** Writes iterations per second: `200/s`, `0.5/s`. */
export function formatPerSecond(perSecond: number): string {
  return `${formatSignificant(perSecond, 4)}/s`
}

/** Writes a number of things with their name: `1 user`, `2 users`. */
export function formatNumberOf(count: number, one: string, several: string = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : several}`
}

/** Writes a percentile from 0 to 100 with at most two decimals: `p97.5`. */
export function formatPercentile(percentile: number): string {
  return `p${Math.floor(percentile * 100 + 1e-6) / 100}`
}

function formatSignificant(value: number, digits: number): string {
  return value.toLocaleString('en-US', { maximumSignificantDigits: digits })
}

const units: Readonly<Record<string, number>> = { us: 1, µs: 1, ms: 1e3, s: 1e6, m: 60e6, h: 3600e6, d: 86400e6 }
const part = /(\d+(?:\.\d+)?)\s*(us|µs|ms|s|m|h|d)\s*/gy

/**
 * Parses a duration such as `30s`, `1m30s`, `250ms` or `1.5 h` into microseconds; a bare number is seconds.
 *
 * Units are `us`, `ms`, `s`, `m`, `h` and `d`; several parts are added up. Returns `undefined` for anything else, negative and infinite numbers
 * included.
 */
export function parseDuration(input: string | number): number | undefined {
  const microseconds = typeof input === 'number' ? input * 1e6 : parseText(input.trim())
  return Number.isFinite(microseconds) && microseconds >= 0 ? microseconds : undefined
}

const words: readonly (readonly [word: RegExp, unit: string])[] = [
  [/milli(?:s|seconds?)?|msecs?/g, 'ms'],
  [/sec(?:onds?|s)?/g, 's'],
  [/min(?:utes?|s)?/g, 'm'],
  [/h(?:ou)?rs?/g, 'h'],
  [/days?/g, 'd'],
]

/** A hint on the duration that a text with words for its units was meant to be, as with `10 sec`; `undefined` for any other value. */
export function hintForDuration(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const meant = words.reduce((made, [word, unit]) => made.replaceAll(word, unit), value.toLowerCase()).replaceAll(/\s/g, '')
  return parseDuration(meant) === undefined ? undefined : `did you mean "${meant}"?`
}

/**
 * Writes microseconds as a duration in a config: `30s`, `1m30s`, `250ms`, `1h`.
 *
 * Rounds to two decimals of the smallest unit that is written.
 */
export function formatDuration(microseconds: number): string {
  if (round(microseconds) === 0) return '0s'
  if (microseconds < 0) return `-${formatDuration(-microseconds)}`
  // the rounded figure decides the unit, so that nothing is written as 1000ms or 60s
  if (round(microseconds) < 1e3) return `${round(microseconds)}us`
  if (round(microseconds / 1e3) < 1e3) return `${round(microseconds / 1e3)}ms`
  const seconds = round(microseconds / 1e6)
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor((seconds % 3600) / 60)
  const rest = round(seconds % 60)
  return `${hours > 0 ? `${hours}h` : ''}${minutes > 0 ? `${minutes}m` : ''}${rest > 0 ? `${rest}s` : ''}`
}

/** Writes seconds as {@link formatDuration} writes microseconds. */
export function formatLength(seconds: number): string {
  return formatDuration(seconds * 1e6)
}

function parseText(text: string): number {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1e6
  if (text === '') return Number.NaN
  let total = 0
  part.lastIndex = 0
  while (part.lastIndex < text.length) {
    const match = part.exec(text)
    if (match === null) return Number.NaN
    total += Number(match[1]) * (units[match[2] ?? ''] ?? Number.NaN)
  }
  return total
}

/** Rounds to two decimals, like durations and rates in a config. */
function round(value: number): number {
  return Math.round(value * 100) / 100
}

const ratePattern = /^(\d+(?:\.\d+)?)\s*(k?)\s*(?:\/\s*([smh]))?$/

/**
 * Parses a rate such as `500/s`, `0.5/s`, `30/m`, `10/h` or `2k/s` as a number per second; a bare number is per second.
 *
 * Returns `undefined` for anything else, negative and infinite numbers included.
 */
export function parseRate(input: string | number): number | undefined {
  const rate = typeof input === 'number' ? input : parsePerSecond(input.trim())
  return Number.isFinite(rate) && rate >= 0 ? rate : undefined
}

/**
 * Writes a number per second as a rate in a config: `500/s`, `0.5/s`, `5/m`, `10/h`.
 *
 * Rounds to two decimals. A rate below once a second is written per second if two decimals suffice, otherwise per minute or hour.
 */
export function formatRate(rate: number): string {
  const perSecond = round(rate)
  if (perSecond >= 1 || Math.abs(perSecond - rate) <= rate * 1e-9) return `${perSecond}/s`
  return round(rate * 60) >= 1 ? `${round(rate * 60)}/m` : `${round(rate * 3600)}/h`
}

function parsePerSecond(text: string): number {
  const [, figure, thousands, unit = 's'] = ratePattern.exec(text) ?? []
  return (Number(figure) * (thousands === 'k' ? 1000 : 1)) / ((units[unit] ?? Number.NaN) / 1e6)
}

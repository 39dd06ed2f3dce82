import { round } from './duration.ts'

const seconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 }
const pattern = /^(\d+(?:\.\d+)?)\s*(k?)\s*(?:\/\s*([smh]))?$/

/**
 * Parses a rate such as `500/s`, `0.5/s`, `30/m`, `10/h` or `2k/s` as a number per second; a bare number is per second.
 *
 * Returns `undefined` for anything else, negative and infinite numbers included.
 */
export function parseRate(input: string | number): number | undefined {
  const rate = typeof input === 'number' ? input : parseText(input.trim())
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

function parseText(text: string): number {
  const [, figure, thousands, unit = 's'] = pattern.exec(text) ?? []
  return (Number(figure) * (thousands === 'k' ? 1000 : 1)) / (seconds[unit] ?? Number.NaN)
}

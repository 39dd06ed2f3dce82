import { InvalidFlagError } from './flag.ts'

const multipliers: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6 }

/**
 * Reads a whole number of at least `least`, with `k` for thousands and `m` for millions: `500`, `10k`, `2.5m`.
 *
 * @throws InvalidFlagError for anything else
 */
export function parseCount(text: string, least: number = 1): number {
  const match = /^(\d+(?:\.\d+)?)([km]?)$/i.exec(text.trim())
  if (match === null && Number(text) >= least) throw new InvalidFlagError('must be written with digits, k or m, such as 500, 10k or 2.5m')
  const count = Math.round(Number(match?.[1]) * (multipliers[(match?.[2] ?? '').toLowerCase()] ?? 1) * 1e6) / 1e6
  if (count > Number.MAX_SAFE_INTEGER) throw new InvalidFlagError(`must be at most ${Number.MAX_SAFE_INTEGER}`)
  if (!Number.isInteger(count) || count < least) throw new InvalidFlagError(`must be a whole number of at least ${least}`)
  return count
}

import { InvalidFlagError } from './flag.ts'

const multipliers: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6 }

/**
 * Reads a whole number of at least `least`, with `k` for thousands and `m` for millions: `500`, `10k`, `2.5m`.
 *
 * @throws InvalidFlagError for anything else
 */
export function parseCount(text: string, least: number = 1): number {
  const match = /^(\d+(?:\.\d+)?)([km]?)$/i.exec(text.trim())
  const count = Math.round(Number(match?.[1]) * (multipliers[(match?.[2] ?? '').toLowerCase()] ?? 1) * 1e6) / 1e6
  if (!Number.isSafeInteger(count) || count < least) throw new InvalidFlagError(`must be a whole number of at least ${least}`)
  return count
}

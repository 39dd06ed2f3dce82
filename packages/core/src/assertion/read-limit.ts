import { parseLimit } from '../result/threshold/parse-limit.ts'
import type { Quantity } from '../result/threshold/quantity.ts'

/**
 * Reads what a figure is compared with, as it is written in a threshold; a number only where it needs no unit.
 *
 * @throws TypeError when it is not such a limit
 */
export function readLimit(limit: string | number, quantity: Quantity): number {
  const lacksUnit = quantity.kind === 'time' || (quantity.kind === 'share' && Number(limit) > 1)
  if (typeof limit === 'number' && Number.isFinite(limit) && !lacksUnit) return limit
  const parsed = parseLimit(String(limit).trim(), quantity)
  if ('limit' in parsed) return parsed.limit
  const hint = parsed.meant === undefined ? parsed.hint : `did you mean "${parsed.meant}"?`
  throw new TypeError(hint === undefined ? parsed.problem : `${parsed.problem}; ${hint}`)
}

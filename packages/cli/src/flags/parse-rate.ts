import { parseRate as readRate } from '@benchpress/core/report'
import { InvalidFlagError } from '@benchpress/core/preset'

/**
 * Checks that a text is a rate above 0 such as `500` (per second), `500/s`, `0.5/s`, `30/m` or `10k/s`, and returns it.
 *
 * @throws InvalidFlagError for anything else
 */
export function parseRate(text: string): string {
  const perSecond = readRate(text)
  if (perSecond === undefined) throw new InvalidFlagError('must be a rate such as 500 (per second), 500/s, 0.5/s or 30/m')
  if (perSecond === 0) throw new InvalidFlagError('must be greater than 0')
  return text
}

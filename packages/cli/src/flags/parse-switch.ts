import { InvalidFlagError } from '@benchpress/core/preset'

/**
 * Reads the text of an environment variable that switches something: `1`, `true` or `yes` is on, `0`, `false`, `no` or nothing is off.
 *
 * @throws InvalidFlagError for anything else
 */
export function parseSwitch(text: string): boolean {
  const word = text.trim().toLowerCase()
  if (['1', 'true', 'yes'].includes(word)) return true
  if (['', '0', 'false', 'no'].includes(word)) return false
  throw new InvalidFlagError('must be 1, true or yes for on, or 0, false or no for off')
}

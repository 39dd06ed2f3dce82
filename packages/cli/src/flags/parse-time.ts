import { parseDuration } from '@benchpress/core/report'
import { InvalidFlagError } from './flag.ts'

// The longest that a timer of Node.js can wait.
const longest = (2 ** 31 - 1) * 1000

/**
 * Checks that a text is a duration such as `30` (seconds), `30s`, `1m30s` or `250ms`, and returns it.
 *
 * @throws InvalidFlagError for anything else, for 24 days or more, and for zero where `zero` is not allowed
 */
export function parseTime(text: string, zero: 'allow-zero' | 'refuse-zero'): string {
  const microseconds = parseDuration(text)
  if (microseconds === undefined) throw new InvalidFlagError('must be a duration such as 30 (seconds), 30s, 1m30s or 250ms')
  if (microseconds === 0 && zero === 'refuse-zero') throw new InvalidFlagError('must be longer than 0')
  if (microseconds > longest) throw new InvalidFlagError('must be shorter than 24 days')
  return text
}

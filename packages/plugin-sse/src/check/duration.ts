import { parseDuration } from '@benchpress/core'
import type { Check } from './check.ts'

const longest = 2 ** 31 - 1
const kind = 'must be a time such as "500ms" or "2s", or a number of seconds'

/** A time as `500ms` or in seconds, up to 24 days; in milliseconds. */
export const milliseconds: Check<number> = (value, problems, path) => {
  const isKind = typeof value === 'string' || typeof value === 'number'
  const time = isKind ? parseDuration(value) : undefined
  if (time !== undefined && time / 1000 <= longest) return time / 1000
  problems.add(path, isKind ? `${kind} (was ${JSON.stringify(value)})` : kind)
  return 0
}

import { parseDuration } from '../../base/units/duration.ts'

// Journeys name a few durations, again and again; one that computes them does not fill the memory.
const mostKept = 1000
const known = new Map<string | number, number>()

/**
 * Reads a duration that a journey gives, into microseconds.
 *
 * @param caller function that was given it, for the error
 * @throws TypeError for what is no duration
 */
export function readDuration(input: string | number, caller: string): number {
  const found = known.get(input)
  if (found !== undefined) return found
  const duration = typeof input === 'string' || typeof input === 'number' ? parseDuration(input) : undefined
  if (duration === undefined) throw new TypeError(`${caller}: ${String(input)} is no duration; write it as '500ms', '2s' or '1m30s'`)
  if (known.size < mostKept) known.set(input, duration)
  return duration
}

import { parseDuration } from '@benchpress/core/plugin'
import { z } from 'zod'

const kind = 'must be a time such as "500ms" or "2s", or a number of seconds'
// The longest time of a timer of Node.js.
const longest = 2 ** 31 - 1

/** A time as `500ms` or in seconds, longer than 0 and up to 24 days, converted to milliseconds. */
export const milliseconds: z.ZodType<number, string | number> = z
  .union([z.string(), z.number()], { error: kind })
  .transform((input, context) => {
    const time = toMilliseconds(input)
    if (time !== undefined) return time
    context.addIssue({ code: 'custom', message: `${kind} (was ${JSON.stringify(input)})` })
    return z.NEVER
  })

/** Reads a time as `500ms` or in seconds; `undefined` for any other value, or for a time that cannot be waited. */
export function toMilliseconds(input: string | number): number | undefined {
  const time = (parseDuration(input) ?? 0) / 1000
  return time > 0 && time <= longest ? time : undefined
}

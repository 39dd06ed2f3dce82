import { parseDuration } from '@benchpress/core'
import { z } from 'zod'

const longest = 2 ** 31 - 1
const kind = 'must be a time such as "500ms" or "2s", or a number of seconds'

/** A time as `500ms` or in seconds, up to 24 days; in milliseconds. */
export const milliseconds: z.ZodType<number, string | number> = z
  .union([z.string(), z.number()], { error: kind })
  .transform((input, context) => {
    const time = parseDuration(input)
    if (time !== undefined && time / 1000 <= longest) return time / 1000
    context.addIssue({ code: 'custom', message: `${kind} (was ${JSON.stringify(input)})` })
    return z.NEVER
  })

import { z } from 'zod'
import { parseDuration } from '../../duration/duration.ts'
import { showValue } from '../show-value.ts'

// setTimeout fires at once beyond 2^31 - 1 ms
const longest = (2 ** 31 - 1) * 1000

const kind = 'must be a time such as "30s", "1m30s" or "250ms", or a number of seconds'

/** A time of any length down to none, in microseconds. */
export const durationSchema: z.ZodType<number, string | number> = z
  .union([z.string(), z.number()], { error: kind })
  .transform((input, context) => {
    const microseconds = parseDuration(input)
    if (microseconds !== undefined && microseconds <= longest) return microseconds
    const message = microseconds === undefined ? kind : 'must be shorter than 24 days'
    context.addIssue({ code: 'custom', message: `${message} (was ${showValue(input)})` })
    return z.NEVER
  })

/** A time longer than none, in microseconds. */
export const positiveDurationSchema: z.ZodType<number, string | number> = durationSchema.superRefine((microseconds, context) => {
  if (microseconds === 0) context.addIssue({ code: 'custom', message: 'must be longer than 0 (was 0)' })
})

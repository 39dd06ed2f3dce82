import { z } from 'zod'
import { parseDuration } from '../../base/units/duration.ts'
import { showValue } from '../show-value.ts'

/** The longest time there is, in microseconds: `setTimeout` fires at once beyond 2^31 - 1 ms. */
export const longestTime: number = (2 ** 31 - 1) * 1000

// timers run on whole milliseconds
const shortest = 1000

const kind = 'must be a time such as "30s", "1m30s" or "250ms", or a number of seconds'

/** A time from 1 ms up, or none, in microseconds. */
export const durationSchema: z.ZodType<number, string | number> = z
  .union([z.string(), z.number()], { error: kind })
  .transform((input, context) => {
    const microseconds = parseDuration(input)
    const problem = findProblem(microseconds)
    if (microseconds !== undefined && problem === undefined) return microseconds
    context.addIssue({ code: 'custom', message: `${problem} (was ${showValue(input)})` })
    return z.NEVER
  })

/** A time from 1 ms up, in microseconds. */
export const positiveDurationSchema: z.ZodType<number, string | number> = durationSchema.superRefine((microseconds, context) => {
  if (microseconds === 0) context.addIssue({ code: 'custom', message: 'must be longer than 0 (was 0)' })
})

function findProblem(microseconds: number | undefined): string | undefined {
  if (microseconds === undefined) return kind
  if (microseconds > longestTime) return 'must be shorter than 24 days'
  return microseconds > 0 && microseconds < shortest ? 'must be at least 1ms' : undefined
}

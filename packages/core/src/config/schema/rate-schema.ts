import { z } from 'zod'
import { formatRate, parseRate } from '../../base/units/rate.ts'
import { showValue } from '../show-value.ts'

/** More than a machine can send. */
const highest = 1e6

const kind = 'must be a rate such as "500/s", "0.5/s" or "30/m", or a number per second'

/** How often per second, from 0. */
export const rateSchema: z.ZodType<number, string | number> = z
  .union([z.string(), z.number()], { error: kind })
  .transform((input, context) => {
    const rate = parseRate(input)
    if (rate !== undefined && rate <= highest) return rate
    context.addIssue({
      code: 'custom',
      message: `${rate === undefined ? kind : `must be at most ${formatRate(highest)}`} (was ${showValue(input)})`,
    })
    return z.NEVER
  })

/** How often per second, above 0. */
export const positiveRateSchema: z.ZodType<number, string | number> = rateSchema.superRefine((rate, context) => {
  if (rate === 0) context.addIssue({ code: 'custom', message: 'must be above 0 (was 0)' })
})

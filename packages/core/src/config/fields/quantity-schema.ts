import { z } from 'zod'
import { hintForDuration, parseDuration, formatRate, parseRate } from '../../base/units/duration.ts'
import { addProblem, refuse } from './object-schema.ts'
import { showValue } from '../../base/redact/cut-text.ts'

/** A time such as `30s`, `1m30s` or `250ms`; a number is seconds. */
export type Duration = string | number

/** The longest time, in microseconds: `setTimeout` fires at once beyond 2^31 - 1 ms. */
export const longestTime: number = (2 ** 31 - 1) * 1000

// timers run on whole milliseconds
const shortestTime = 1000

const durationKind = 'must be a time such as "30s", "1m30s" or "250ms", or a number of seconds'

/** A time of 0, or from 1 ms up, in microseconds. */
export const durationSchema: z.ZodType<number, string | number> = z
  .union([z.string(), z.number()], { error: durationKind })
  .transform((input, context) => {
    const microseconds = parseDuration(input)
    const problem = findDurationProblem(microseconds)
    if (microseconds !== undefined && problem === undefined) return microseconds
    return refuse(context, `${problem} (was ${showValue(input)})`, microseconds === undefined ? hintForDuration(input) : undefined)
  })

/** A time from 1 ms up, in microseconds. */
export const positiveDurationSchema: z.ZodType<number, string | number> = durationSchema.superRefine((microseconds, context) => {
  if (microseconds === 0) addProblem(context, 'must be longer than 0 (was 0)')
})

function findDurationProblem(microseconds: number | undefined): string | undefined {
  if (microseconds === undefined) return durationKind
  if (microseconds > longestTime) return 'must be shorter than 24 days'
  return microseconds > 0 && microseconds < shortestTime ? 'must be at least 1ms' : undefined
}

/** Iterations per second, minute or hour, such as `500/s`, `0.5/s` or `30/m`; a number is per second. */
export type Rate = string | number

/** The highest rate per second, which is more than any machine can send. */
const highestRate = 1e6

const rateKind = 'must be a rate such as "500/s", "0.5/s" or "30/m", or a number per second'

/** A rate from 0, per second. */
export const rateSchema: z.ZodType<number, string | number> = z
  .union([z.string(), z.number()], { error: rateKind })
  .transform((input, context) => {
    const rate = parseRate(input)
    if (rate !== undefined && rate <= highestRate) return rate
    return refuse(context, `${rate === undefined ? rateKind : `must be at most ${formatRate(highestRate)}`} (was ${showValue(input)})`)
  })

/** A rate above 0, per second. */
export const positiveRateSchema: z.ZodType<number, string | number> = rateSchema.superRefine((rate, context) => {
  if (rate === 0) addProblem(context, 'must be above 0 (was 0)')
})

/** A whole number from `min` to `max`. */
export function wholeNumberSchema(min: number, max: number = Number.MAX_SAFE_INTEGER): z.ZodNumber {
  return z.number().superRefine((value, context) => {
    const problem = findNumberProblem(value, min, max)
    if (problem !== undefined) addProblem(context, `${problem} (was ${showValue(value)})`)
  })
}

function findNumberProblem(value: number, min: number, max: number): string | undefined {
  if (!Number.isInteger(value)) return 'must be a whole number'
  if (value < min) return `must be at least ${min}`
  return value > max ? `must be at most ${max}` : undefined
}

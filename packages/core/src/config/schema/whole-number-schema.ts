import { z } from 'zod'
import { showValue } from '../show-value.ts'

/** A whole number from `min` to `max`. */
export function wholeNumberSchema(min: number, max: number = Number.MAX_SAFE_INTEGER): z.ZodNumber {
  return z.number().superRefine((value, context) => {
    const problem = findProblem(value, min, max)
    if (problem !== undefined) context.addIssue({ code: 'custom', message: `${problem} (was ${showValue(value)})` })
  })
}

function findProblem(value: number, min: number, max: number): string | undefined {
  if (!Number.isInteger(value)) return 'must be a whole number'
  if (value < min) return `must be at least ${min}`
  return value > max ? `must be at most ${max}` : undefined
}

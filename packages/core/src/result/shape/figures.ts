import { z } from 'zod'

/** A whole number of things, from 0. */
export function count(description: string): z.ZodNumber {
  return z.number().int().min(0).describe(description)
}

/** A whole number that is `null` when it is not known. */
export function countOrNull(description: string): z.ZodNullable<z.ZodNumber> {
  return z.number().int().min(0).nullable().describe(description)
}

/** A number from 0. */
export function amount(description: string): z.ZodNumber {
  return z.number().min(0).describe(description)
}

/** A number from 0 that is `null` when it is not known. */
export function amountOrNull(description: string): z.ZodNullable<z.ZodNumber> {
  return z.number().min(0).nullable().describe(description)
}

/** A number of either sign: seconds from the start of the run phase, negative in the warm-up. */
export function instant(description: string): z.ZodNumber {
  return z.number().describe(`${description}, in seconds from the start of the run phase; negative in the warm-up`)
}

import type { z } from 'zod'
import { wholeNumberSchema } from '../whole-number-schema.ts'

/** Iterations are numbered over all threads; more than so many have no number. */
export const mostIterations: number = 2 ** 31

/** So many users, of which each is some kilobytes. */
export const usersSchema: z.ZodNumber = wholeNumberSchema(1, 1e6)

/** So many iterations. */
export const iterationsSchema: z.ZodNumber = wholeNumberSchema(1, mostIterations)

import { z } from 'zod'
import type { Found, FoundStep } from './result.ts'
import type { SweepPoint } from '../summary/test-summary.ts'
import { amount, amountOrNull, count, mirror } from './schema-parts.ts'

/** Which point of a sweep a test is. */
export const sweepPointSchema: z.ZodType<SweepPoint> = mirror<SweepPoint>('SweepPoint')(
  z.strictObject({
    of: z.string().describe('Name of the test whose parameter is swept'),
    parameter: z.string().describe('The parameter as it was written'),
    value: z.union([z.number(), z.string()]).describe('Its value in this test'),
  }),
)

const foundStepSchema = mirror<FoundStep>('FoundStep')(
  z.strictObject({
    value: amount('The level that was tried, in iterations per second'),
    repeat: count('The number of the run at this level').min(1),
    passed: z.boolean().describe('Whether it passed'),
    failed: z
      .enum(['slo', 'rate', 'generator', 'target', 'invalid', 'samples'])
      .nullable()
      .describe('What was in the way; null when it passed'),
    reason: z.string().describe('Why it passed or failed'),
  }),
)

/** What a search found. */
export const foundSchema: z.ZodType<Found> = mirror<Found>('Found')(
  z.strictObject({
    parameter: z.literal('rate').describe('What was searched'),
    value: amountOrNull('The highest level that passed, in iterations per second'),
    failedAt: amountOrNull('The lowest level above it that failed'),
    slo: z.array(z.string()).describe('The conditions'),
    steps: z.array(foundStepSchema).describe('Every run, in the order in which they were made'),
    limitedBy: z.string().describe('What ended the search, as a plain sentence'),
    confidence: z.string().describe('How sure it is, as a plain sentence'),
    complete: z.boolean().describe('Whether the search came to its end'),
  }),
)

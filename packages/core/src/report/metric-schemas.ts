import { z } from 'zod'
import type { MetricSummary } from '../summary/summary.ts'
import type { ThresholdResult } from '../threshold/threshold.ts'
import { timeSchema } from './figure-schemas.ts'
import { count } from './figures.ts'
import { mirror } from './mirror.ts'

const unit = z.string().nullable().describe('Its unit; null when it has none')
const level = (description: string): z.ZodNullable<z.ZodNumber> =>
  z.number().nullable().describe(`${description}; null when nothing was measured`)

/** What was measured of one metric. */
export const metricSchema: z.ZodType<MetricSummary> = mirror<MetricSummary>('Metric')(
  z.discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('counter').describe('A sum'),
      unit,
      count: z.number().describe('The sum'),
      rate: z.number().describe('Per second of the run phase'),
    }),
    z.strictObject({
      type: z.literal('gauge').describe('A level'),
      unit,
      value: level('The last one'),
      min: level('The lowest'),
      max: level('The highest'),
    }),
    z.strictObject({
      type: z.literal('rate').describe('A share'),
      unit,
      rate: level('From 0 to 1'),
      hits: count('What was true'),
      total: count('All'),
    }),
    z.strictObject({
      type: z.literal('trend').describe('A distribution'),
      unit,
      values: timeSchema.describe('In the unit of the metric'),
    }),
  ]),
)

/** What became of a threshold. */
export const thresholdSchema: z.ZodType<ThresholdResult> = mirror<ThresholdResult>('Threshold')(
  z.strictObject({
    selector: z.string().describe('The metric it looks at, as it was written'),
    condition: z.string().describe('The condition, as it was written'),
    passed: z.boolean().describe('Whether it holds'),
    actual: z.number().nullable().describe('The figure; null when nothing was measured'),
    text: z.string().describe('How it reads'),
    aborted: z.boolean().describe('Whether it ended the test'),
  }),
)

import { z } from 'zod'
import type { CounterFigures, GaugeFigures, MetricSummary, RateFigures, TrendFigures } from '../summary/metric-summary.ts'
import type { Inconclusive, ThresholdResult } from '../threshold/threshold.ts'
import { intervalSchema, timeSchema } from './figure-schemas.ts'
import { count, mirror } from './schema-parts.ts'

const unit = z.string().nullable().describe('Its unit; null when it has none')
const level = (description: string): z.ZodNullable<z.ZodNumber> =>
  z.number().nullable().describe(`${description}; null when nothing was measured`)

type FieldsOf<Figures> = { readonly [Field in keyof Figures]: z.ZodType<Figures[Field]> }

const counterFigures = {
  count: z.number().describe('The sum'),
  rate: z.number().describe('Per second of the run phase'),
} satisfies FieldsOf<CounterFigures>

const gaugeFigures = {
  value: level('The last one'),
  min: level('The lowest'),
  max: level('The highest'),
} satisfies FieldsOf<GaugeFigures>

const rateFigures = {
  rate: level('From 0 to 1'),
  hits: count('What was true'),
  total: count('All'),
} satisfies FieldsOf<RateFigures>

const trendFigures = {
  values: timeSchema.describe('In the unit of the metric'),
} satisfies FieldsOf<TrendFigures>

/** What was measured of one metric. */
export const metricSchema: z.ZodType<MetricSummary> = mirror<MetricSummary>('Metric')(
  z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('counter').describe('A sum'), unit, ...counterFigures, by: byTag(counterFigures) }),
    z.strictObject({ type: z.literal('gauge').describe('A level'), unit, ...gaugeFigures, by: byTag(gaugeFigures) }),
    z.strictObject({ type: z.literal('rate').describe('A share'), unit, ...rateFigures, by: byTag(rateFigures) }),
    z.strictObject({ type: z.literal('trend').describe('A distribution'), unit, ...trendFigures, by: byTag(trendFigures) }),
  ]),
)

const inconclusiveSchema = mirror<Inconclusive>('Inconclusive')(
  z.strictObject({
    cause: z
      .enum(['few-samples', 'unfinished', 'interrupted', 'generator'])
      .describe(
        'Too few samples for its percentile, requests that were cut off, a test that ended early, or times that are the generator’s own',
      ),
    times: z.number().nullable().describe('How many times as many samples it takes; null where more of them do not help'),
  }),
)

/** What became of a threshold. */
export const thresholdSchema: z.ZodType<ThresholdResult> = mirror<ThresholdResult>('Threshold')(
  z.strictObject({
    selector: z.string().describe('The metric it looks at, as it was written'),
    condition: z.string().describe('The condition, as it was written'),
    passed: z.boolean().describe('Whether it holds; not where that cannot be said'),
    inconclusive: inconclusiveSchema.nullable().describe('Why it can neither pass nor fail; null where it did one of them'),
    actual: z.number().nullable().describe('The figure; null when nothing was measured'),
    interval: intervalSchema.describe('Where the true percentile lies with a confidence of 95 %; null for any other figure'),
    text: z.string().describe('How it reads'),
    aborted: z.boolean().describe('Whether it ended the test'),
  }),
)

// The same figures of each value of the tag that a metric is kept by.
function byTag<Fields extends z.ZodRawShape>(figures: Fields) {
  const series = z.array(
    z.strictObject({ name: z.string().describe('The value of the tag; other for all beyond the first 200'), ...figures }),
  )
  return z
    .strictObject({ tag: z.string().describe('Name of the tag'), series: series.describe('Its values, the one with the most first') })
    .nullable()
    .describe('By the values of its tag; null when it is kept by none')
}

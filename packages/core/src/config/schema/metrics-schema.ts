import { z } from 'zod'
import { builtInMetrics } from '../../metrics/built-in-metrics.ts'
import type { MetricDefinition, MetricDefinitions } from '../../metrics/metric-definition.ts'
import { showValue } from '../show-value.ts'
import { checkTogether, type FieldsProblem } from './check-together.ts'
import { strictObject } from './strict-object.ts'

const text = z
  .string()
  .min(1)
  .superRefine((value, context) => {
    if (/[\n\r]/.test(value)) context.addIssue({ code: 'custom', message: `must be one line (was ${showValue(value)})` })
  })

/** What one metric is made of. */
export const metricSchema: z.ZodType<MetricDefinition> = strictObject({
  type: z.enum(['counter', 'gauge', 'rate', 'trend'], { error: 'must be "counter", "gauge", "rate" or "trend"' }),
  unit: text.optional(),
  description: text.optional(),
} satisfies Record<keyof MetricDefinition, z.ZodType>).transform(({ type, unit, description }) => ({
  type,
  ...(unit === undefined ? {} : { unit }),
  ...(description === undefined ? {} : { description }),
}))

/** The metrics that a test declares, by name. */
export const metricsSchema: z.ZodType<MetricDefinitions> = z
  .record(z.string(), metricSchema)
  .check(checkTogether((metrics) => Object.keys(metrics).flatMap(findProblems)))

function findProblems(name: string): readonly FieldsProblem[] {
  if (!/^[a-z]\w*$/i.test(name)) {
    return [{ message: `${showValue(name)} is not the name of a metric`, hint: 'a letter, then letters, digits and "_", are allowed' }]
  }
  return Object.hasOwn(builtInMetrics, name)
    ? [{ path: [name], message: 'is a metric that every test has', hint: 'choose another name' }]
    : []
}

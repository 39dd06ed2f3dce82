import { z } from 'zod'
import { builtInMetrics, type MetricDefinition, type MetricDefinitions } from '../../model/metrics/metric-definition.ts'
import { showValue } from '../show-value.ts'
import { checkTogether, type FieldsProblem } from './check-together.ts'
import { strictObject } from './strict-object.ts'

const metricName = /^[a-z]\w*$/i

const text = z
  .string()
  .min(1)
  .superRefine((value, context) => {
    if (/[\n\r]/.test(value)) context.addIssue({ code: 'custom', message: `must be one line (was ${showValue(value)})` })
  })

const tag = z.string().superRefine((name, context) => {
  if (!metricName.test(name))
    context.addIssue({ code: 'custom', message: `must be a letter, then letters, digits and "_" (was ${showValue(name)})` })
  else if (name === 'scenario') context.addIssue({ code: 'custom', message: 'must be another tag: every metric is kept by scenario' })
})

/** What one metric is made of. */
export const metricSchema: z.ZodType<MetricDefinition> = strictObject({
  type: z.enum(['counter', 'gauge', 'rate', 'trend'], { error: 'must be "counter", "gauge", "rate" or "trend"' }),
  unit: text.optional(),
  description: text.optional(),
  by: tag.optional(),
} satisfies Record<keyof MetricDefinition, z.ZodType>).transform(({ type, unit, description, by }) => ({
  type,
  ...(unit === undefined ? {} : { unit }),
  ...(description === undefined ? {} : { description }),
  ...(by === undefined ? {} : { by }),
}))

/** The metrics that a test declares, by name. */
export const metricsSchema: z.ZodType<MetricDefinitions> = z
  .record(z.string(), metricSchema)
  .check(checkTogether((metrics) => Object.keys(metrics).flatMap(findProblems)))

function findProblems(name: string): readonly FieldsProblem[] {
  if (!metricName.test(name)) {
    return [{ message: `${showValue(name)} is not the name of a metric`, hint: 'a letter, then letters, digits and "_", are allowed' }]
  }
  return Object.hasOwn(builtInMetrics, name)
    ? [{ path: [name], message: 'is a metric that every test has', hint: 'choose another name' }]
    : []
}

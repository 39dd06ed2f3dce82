import { z } from 'zod'
import { given } from './unchecked.ts'
import type { MetricDefinition, MetricDefinitions } from '../measure/recorder/own-metric.ts'
import { builtInMetrics } from '../result/threshold/built-in-metrics.ts'
import { showValue } from '../base/redact/cut-text.ts'
import { addProblem, checkTogether, strictObject, type FieldsProblem } from './fields/object-schema.ts'
import type { PluginProblem } from '../load/plugin/load-plugin.ts'
import type { LoadedPlugin } from '../load/plugin/config-plugins.ts'

const metricName = /^[a-z]\w*$/i

const text = z
  .string()
  .min(1)
  .superRefine((value, context) => {
    if (/[\n\r]/.test(value)) addProblem(context, `must be one line (was ${showValue(value)})`)
  })

const tag = z.string().superRefine((name, context) => {
  if (!metricName.test(name)) addProblem(context, `must be a letter, then letters, digits and "_" (was ${showValue(name)})`)
  else if (name === 'scenario') addProblem(context, 'must be another tag: every metric is kept by scenario')
})

/** The definition of one metric. */
export const metricSchema: z.ZodType<MetricDefinition> = strictObject({
  type: z.enum(['counter', 'gauge', 'rate', 'trend']),
  unit: text.optional(),
  description: text.optional(),
  by: tag.optional(),
} satisfies Record<keyof MetricDefinition, z.ZodType>).transform(({ type, ...others }) => ({ type, ...given(others) }))

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

/** The valid metrics of a plugin. */
export function metricsOf({ plugin }: LoadedPlugin): MetricDefinitions {
  const parsed = Object.entries(plugin.metrics).map(([name, definition]) => [name, metricSchema.safeParse(definition).data] as const)
  return Object.fromEntries(parsed.filter((entry): entry is [string, NonNullable<(typeof entry)[1]>] => entry[1] !== undefined))
}

/**
 * Finds problems in the metrics of a plugin. Metrics of two plugins never have the same name, because it starts with the name of the plugin.
 *
 * @param own names of the metrics that the config declares
 */
export function findMetricProblems({ plugin }: LoadedPlugin, own: readonly string[]): readonly PluginProblem[] {
  return Object.entries(plugin.metrics).flatMap(([name, definition]) => {
    const what = `plugin ${plugin.name} declares the metric ${JSON.stringify(name)}`
    const problems = findNameProblems(name, plugin.name, own).map(({ message, hint }) => ({ message: `${what}, ${message}`, hint }))
    const { error } = metricSchema.safeParse(definition)
    return error === undefined ? problems : [...problems, { message: `${what}, whose definition is none`, hint: asDefinition }]
  })
}

const asDefinition = 'a definition is { type, unit, description, by }, and its type is "counter", "gauge", "rate" or "trend"'

function findNameProblems(name: string, plugin: string, own: readonly string[]): readonly PluginProblem[] {
  if (!name.startsWith(`${plugin}_`) || !/^\w+$/.test(name) || name === `${plugin}_`) {
    return [{ message: `which is not named after it`, hint: `its name must be "${plugin}_" and letters, digits or "_"` }]
  }
  if (Object.hasOwn(builtInMetrics, name)) return [{ message: 'which every test has', hint: 'the plugin must choose another name' }]
  if (own.includes(name)) return [{ message: 'and so does the config', hint: 'choose another name in "metrics"' }]
  return []
}

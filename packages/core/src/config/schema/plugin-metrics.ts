import { builtInMetrics, type MetricDefinitions } from '../../model/metrics/metric-definition.ts'
import type { PluginProblem } from '../../load/plugin/check-plugin.ts'
import type { LoadedPlugin } from '../../load/plugin/resolve-plugins.ts'
import { metricSchema } from './metrics-schema.ts'

/** The metrics of a plugin that have no mistake. */
export function metricsOf({ plugin }: LoadedPlugin): MetricDefinitions {
  const parsed = Object.entries(plugin.metrics).map(([name, definition]) => [name, metricSchema.safeParse(definition).data] as const)
  return Object.fromEntries(parsed.filter((entry): entry is [string, NonNullable<(typeof entry)[1]>] => entry[1] !== undefined))
}

/**
 * Finds what is wrong with the metrics of a plugin. Those of another plugin have another name, because each starts with that of its plugin.
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

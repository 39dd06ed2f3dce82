import type { MetricDefinition, PlannedPlugin } from '@benchpress/core'
import { drawTable } from '@benchpress/report'
import { showModule, type Style } from '@benchpress/report/format'
import { printable, toJson } from '@benchpress/report/texts'

/** How to add a plugin, as a sentence. */
export const howToAdd = "A plugin is named in a config: import { sse } from '@benchpress/plugin-sse', then plugins: [sse()]."

/** Lists plugins for a terminal: the name, the options and the metrics of each. */
export function pluginsReport(plugins: readonly PlannedPlugin[], cwd: string, style: Style): string {
  if (plugins.length === 0) return `No plugins.\n  ${howToAdd}\n`
  return `${plugins.map((plugin) => describePlugin(plugin, cwd, style).join('\n')).join('\n\n')}\n`
}

/** Lists plugins as JSON. */
export function pluginsJson(plugins: readonly PlannedPlugin[]): string {
  return `${toJson({ plugins }, 2)}\n`
}

function describePlugin({ name, version, module, options, metrics }: PlannedPlugin, cwd: string, style: Style): readonly string[] {
  const definitions = Object.entries(metrics)
  const lines = [
    `user.${name}, from ${showModule(module, cwd)}`,
    options === null ? 'takes no options' : `options: ${JSON.stringify(options)}`,
    ...(definitions.length === 0 ? ['records no metrics'] : []),
  ]
  return [
    style.strong(printable(version === null ? name : `${name} ${version}`)),
    ...lines.map((line) => `  ${printable(line)}`),
    ...(definitions.length === 0 ? [] : [drawMetrics(definitions, style)]),
  ]
}

function drawMetrics(definitions: readonly (readonly [name: string, definition: MetricDefinition])[], style: Style): string {
  return drawTable(
    {
      head: ['Metric', 'Type', 'Unit', 'By', 'Description'],
      texts: ['Type', 'Unit', 'By', 'Description'],
      rows: definitions.map(([name, { type, unit = '', by = '', description = '' }]) => [name, type, unit, by, description]),
    },
    style,
  )
}

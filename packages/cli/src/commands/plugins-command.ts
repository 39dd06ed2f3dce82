import { planSuite, type MetricDefinition, type PlannedPlugin } from '@benchpress/core'
import { usageError, UsageError, type Problem } from '@benchpress/core/preset'
import { drawTable } from '@benchpress/report'
import { showModule, type Style } from '@benchpress/report/format'
import { printable, toJson } from '@benchpress/report/texts'
import type { CommandOptions } from '../add-command.ts'
import { chooseStyle } from '../print-lines.ts'
import { exitCodes, type CommandContext } from '../command-io.ts'
import { findConfigFile } from '../config-file/find-config-file.ts'
import { checkEnvironment } from '../flags/check-environment.ts'
import { listFlags } from '../flags/output-flags.ts'
import { readFlags } from '../flags/read-flags.ts'
import { findSuite, noConfigIn, type FoundSuite } from './find-suite.ts'
import { collectProblems } from './read-settings.ts'

/** Lists the plugins that a config loads, for `benchpress plugins [config]`. */
export async function pluginsCommand(source: string | undefined, options: CommandOptions, context: CommandContext): Promise<number> {
  const { stdout, env, cwd } = context.io
  const problems: Problem[] = []
  checkEnvironment(env, problems)
  const { json, noColor } = readFlags(listFlags, { options, env, cwd }, problems)
  const found = await collectProblems(() => findConfig(source, context), problems)
  if (found === undefined || problems.length > 0) throw new UsageError(problems)
  const { plugins } = await planSuite(found.suite, { cwd: found.folder })
  stdout.write(json === true ? `${toJson({ plugins }, 2)}\n` : pluginsReport(plugins, cwd, chooseStyle(stdout, env, noColor === true)))
  return exitCodes.ok
}

async function findConfig(source: string | undefined, context: CommandContext): Promise<FoundSuite> {
  const { io, targetCommand } = context
  if (targetCommand.length > 0) throw usageError('benchpress plugins starts no command', 'Leave -- and the command out.')
  const location = source ?? findConfigFile(io.cwd)
  if (location === undefined) throw usageError(noConfigIn(io.cwd), `Write one with benchpress init. ${howToAdd}`)
  const found = await findSuite({ source: location, settings: { url: undefined, unix: undefined }, isUrlGiven: false }, context)
  if (!found.isFromConfig) throw usageError('a URL has no plugins', `Name a config. ${howToAdd}`)
  return found
}

/** How to add a plugin, as a sentence. */
const howToAdd = "A plugin is named in a config: import { sse } from '@benchpress/plugin-sse', then plugins: [sse()]."

/** Lists plugins for a terminal: the name, the options and the metrics of each. */
function pluginsReport(plugins: readonly PlannedPlugin[], cwd: string, style: Style): string {
  if (plugins.length === 0) return `No plugins.\n  ${howToAdd}\n`
  return `${plugins.map((plugin) => describePlugin(plugin, cwd, style).join('\n')).join('\n\n')}\n`
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

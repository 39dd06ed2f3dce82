import type { Command } from 'commander'
import type { FlagsOf, Problem } from '@benchpress/core/preset'
import { addFlags } from '../flags/add-flags.ts'
import { outputFlags, type OutputSettings } from '../flags/output-flags.ts'
import { exitCodes, type CommandContext } from '../command-io.ts'
import type { FoundSuite } from './find-suite.ts'

const flags: FlagsOf<Pick<OutputSettings, 'json' | 'noColor'>> = {
  json: { ...outputFlags.json, description: 'print the list as JSON' },
  noColor: outputFlags.noColor,
}

/** Adds `benchpress plugins [config]`, which lists the plugins that a config loads. */
export function addPluginsCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('plugins [config]')
    .usage('[options] [config file]')
    .description('list the plugins of a config, with their versions, options and metrics (default: the nearest benchpress.config.*)')
  addFlags(command, 'Output:', flags)
  command.action(async (source: string | undefined, options: Readonly<Record<string, unknown>>) => {
    await listPlugins(source, options, context)
    context.finish(exitCodes.ok)
  })
}

async function listPlugins(source: string | undefined, options: Readonly<Record<string, unknown>>, context: CommandContext): Promise<void> {
  const { stdout, env, cwd } = context.io
  const { collectProblems } = await import('./read-settings.ts')
  const { readFlags } = await import('../flags/read-flags.ts')
  const { checkEnvironment } = await import('../flags/check-environment.ts')
  const { UsageError } = await import('@benchpress/core/preset')
  const problems: Problem[] = []
  checkEnvironment(env, problems)
  const { json, noColor } = readFlags(flags, { options, env, cwd }, problems)
  const found = await collectProblems(() => findConfig(source, context), problems)
  if (found === undefined || problems.length > 0) throw new UsageError(problems)
  const { planSuite } = await import('@benchpress/core')
  const { plugins } = await planSuite(found.suite, { cwd: found.folder })
  const { pluginsReport, pluginsJson } = await import('../plugins/plugins-report.ts')
  const { chooseStyle } = await import('../choose-style.ts')
  stdout.write(json === true ? pluginsJson(plugins) : pluginsReport(plugins, cwd, chooseStyle(stdout, env, noColor === true)))
}

async function findConfig(source: string | undefined, context: CommandContext): Promise<FoundSuite> {
  const { io, targetCommand } = context
  const { configExtensions, findConfigFile } = await import('../config-file/find-config-file.ts')
  const { findSuite } = await import('./find-suite.ts')
  const { howToAdd } = await import('../plugins/plugins-report.ts')
  const { usageError } = await import('@benchpress/core/preset')
  if (targetCommand.length > 0) throw usageError('benchpress plugins starts no command', 'Leave -- and the command out.')
  const location = source ?? findConfigFile(io.cwd)
  if (location === undefined)
    throw usageError(
      `no benchpress.config{${configExtensions.join(',')}} in ${io.cwd} or above`,
      `Write one with benchpress init. ${howToAdd}`,
    )
  const found = await findSuite({ source: location, settings: { url: undefined, unix: undefined }, isUrlGiven: false }, context)
  if (!found.isFromConfig) throw usageError('a URL has no plugins', `Name a config. ${howToAdd}`)
  return found
}

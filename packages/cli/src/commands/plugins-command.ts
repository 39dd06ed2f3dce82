import { planSuite } from '@benchpress/core'
import { usageError, UsageError, type Problem } from '@benchpress/core/preset'
import type { CommandOptions } from '../add-command.ts'
import { chooseStyle } from '../choose-style.ts'
import { exitCodes, type CommandContext } from '../command-io.ts'
import { configExtensions, findConfigFile } from '../config-file/find-config-file.ts'
import { checkEnvironment } from '../flags/check-environment.ts'
import { listFlags } from '../flags/output-flags.ts'
import { readFlags } from '../flags/read-flags.ts'
import { howToAdd, pluginsJson, pluginsReport } from '../plugins/plugins-report.ts'
import { findSuite, type FoundSuite } from './find-suite.ts'
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
  stdout.write(json === true ? pluginsJson(plugins) : pluginsReport(plugins, cwd, chooseStyle(stdout, env, noColor === true)))
  return exitCodes.ok
}

async function findConfig(source: string | undefined, context: CommandContext): Promise<FoundSuite> {
  const { io, targetCommand } = context
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

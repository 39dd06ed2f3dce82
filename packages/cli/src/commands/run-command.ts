import type { Command } from 'commander'
import { addFlags, addRefusedFlags } from '../flags/add-flags.ts'
import { connectionFlags } from '../flags/connection-flags.ts'
import { loadFlags } from '../flags/load-flags.ts'
import { outputFlags } from '../flags/output-flags.ts'
import { requestFlags } from '../flags/request-flags.ts'
import { suiteFlags } from '../flags/suite-flags.ts'
import { UsageError } from '../usage-error.ts'
import type { Problem } from '../usage-error.ts'
import type { CommandContext } from './command-context.ts'

/** Adds `benchpress run [URL or config]`, which is also what `benchpress URL` means. */
export function addRunCommand(program: Command, context: CommandContext, isDefault: boolean): void {
  const command = program
    .command('run [source]', { isDefault })
    .usage('[options] [URL | config file] [-- COMMAND...]')
    .description('test a URL, or what a config file describes (default: the nearest benchpress.config.*)')
  addFlags(command, 'Load:', loadFlags)
  addFlags(command, 'Request:', requestFlags)
  addFlags(command, 'Connection:', connectionFlags)
  addFlags(command, 'Test:', suiteFlags)
  addFlags(command, 'Output:', outputFlags)
  addRefusedFlags(command)
  command.action(async (source: string | undefined, options: Readonly<Record<string, unknown>>) => {
    context.finish(await runSource(source, options, context))
  })
}

async function runSource(source: string | undefined, options: Readonly<Record<string, unknown>>, context: CommandContext): Promise<number> {
  const { collectProblems, readSettings } = await import('./read-settings.ts')
  const problems: Problem[] = []
  const { settings, output, files } = await readSettings(options, context.io, problems)
  const { findSuite } = await import('./find-suite.ts')
  const { adHocLoad } = await import('./ad-hoc-suite.ts')
  const found = await collectProblems(() => findSuite({ source, settings, isUrlGiven: options['url'] !== undefined }, context), problems)
  const { refuseIdleLoad, refuseStartTimeout } = await import('../flags/check-conflicts.ts')
  refuseIdleLoad(settings, found?.isFromConfig === true ? undefined : adHocLoad, problems)
  if (found !== undefined) refuseStartTimeout(settings, found.suite, problems)
  if (found === undefined || problems.length > 0) throw new UsageError(problems)
  const { suite, isFromConfig } = found
  const { applySettings } = await import('../flags/apply-settings.ts')
  const { measure } = await import('./measure.ts')
  const changed = applySettings(suite, isFromConfig ? settings : { ...settings, url: undefined })
  return measure({ suite: changed, isFromConfig, output, files, presetRun: undefined }, context.io)
}

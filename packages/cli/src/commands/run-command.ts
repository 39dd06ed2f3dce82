import type { Command } from 'commander'
import type { CommandContext } from '../command-io.ts'
import { addFlags, addRefusedFlags } from '../flags/add-flags.ts'
import { baselineFlags } from '../flags/baseline-flags.ts'
import { connectionFlags } from '../flags/connection-flags.ts'
import { findFlags } from '../flags/find-flags.ts'
import { loadFlags } from '../flags/load-flags.ts'
import { outputFlags } from '../flags/output-flags.ts'
import { requestFlags } from '../flags/request-flags.ts'
import { suiteFlags } from '../flags/suite-flags.ts'

/** Adds `benchpress run [URL or config]`, which is also what `benchpress URL` means. */
export function addRunCommand(program: Command, context: CommandContext, isDefault: boolean): void {
  const command = program
    .command('run [source]', { isDefault })
    .usage('[options] [URL | config file] [-- COMMAND...]')
    .description('test a URL, or what a config file describes (default: the nearest benchpress.config.*)')
  addSuiteFlags(command)
  addFlags(command, 'Baseline:', baselineFlags)
  addFlags(command, 'Output:', outputFlags)
  addRefusedFlags(command)
  command.addHelpText('after', closing)
  command.action(async (source: string | undefined, options: Readonly<Record<string, unknown>>) => {
    context.finish(await runSource(source, options, context))
  })
}

/** Adds the flags that say what is run. */
export function addSuiteFlags(command: Command): void {
  addRequestFlags(command)
  addFlags(command, 'Test:', suiteFlags)
  addFlags(command, 'Search:', findFlags)
}

/** Adds the flags that say what is sent, and how. */
export function addRequestFlags(command: Command): void {
  addFlags(command, 'Load:', loadFlags)
  addFlags(command, 'Request:', requestFlags)
  addFlags(command, 'Connection:', connectionFlags)
}

const closing = `
Flags of load, connection and test can stand in the environment, too, such as BENCHPRESS_DURATION=30.
Exit codes: 0 done, 2 a wrong flag or config, 96 the target failed, 97 the result is invalid (--strict: or suspect) or a baseline decides nothing, 98 worse than the baseline, 99 a threshold failed, 130 interrupted.
`

async function runSource(source: string | undefined, options: Readonly<Record<string, unknown>>, context: CommandContext): Promise<number> {
  const { readSuite } = await import('./read-suite.ts')
  const read = await readSuite(source, options, context)
  const { measure } = await import('./measure.ts')
  return measure({ ...read, args: context.args, presetRun: undefined }, context.io)
}

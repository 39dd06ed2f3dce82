import type { Command } from 'commander'
import { addFlags, addRefusedFlags } from '../flags/add-flags.ts'
import { outputFlags } from '../flags/output-flags.ts'
import { exitCodes, type CommandContext } from '../command-io.ts'
import { addSuiteFlags } from './run-command.ts'

/** Adds `benchpress plan [URL or config]`, which says what `run` would do. */
export function addPlanCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('plan [source]')
    .usage('[options] [URL | config file] [-- COMMAND...]')
    .description('say what a run would do, with its load drawn over time, without starting or sending anything')
  addSuiteFlags(command)
  addFlags(command, 'Output:', { noColor: outputFlags.noColor })
  addRefusedFlags(command)
  command.action(async (source: string | undefined, options: Readonly<Record<string, unknown>>) => {
    await plan(source, options, context)
    context.finish(exitCodes.ok)
  })
}

async function plan(source: string | undefined, options: Readonly<Record<string, unknown>>, context: CommandContext): Promise<void> {
  const { stdout, env, cwd } = context.io
  const { readSuite } = await import('./read-suite.ts')
  const { suite, isFromConfig, folder, search, output } = await readSuite(source, options, context)
  const { planSearch, planSuite } = await import('@benchpress/core')
  const { rethrowInFlagWords } = await import('../flags/in-flag-words.ts')
  const { searchedTest } = await import('./search-settings.ts')
  const inWords = rethrowInFlagWords(isFromConfig ? undefined : suite)
  const searched = search === undefined ? undefined : await planSearch(searchedTest(suite), { cwd: folder, ...search }).catch(inWords)
  const planned = await planSuite(suite, { cwd: folder }).catch(inWords)
  const { text } = await import('@benchpress/report')
  const { planDocument } = await import('@benchpress/report/plan')
  const { chooseStyle } = await import('../choose-style.ts')
  const style = chooseStyle(stdout, env, output.noColor === true)
  stdout.write(text(planDocument({ ...planned, search: searched }, { cwd, columns: style.columns }), style))
}

import type { TestResult } from '@benchpress/core'
import type { Command } from 'commander'
import { addFlags, addRefusedFlags } from '../flags/add-flags.ts'
import { flag, type FlagsOf, type Problem } from '@benchpress/core/preset'
import { outputFlags } from '../flags/output-flags.ts'
import { exitCodes, type CommandContext } from '../command-io.ts'
import { addSuiteFlags } from './run-command.ts'

const measuredFlags: FlagsOf<{ readonly measured: string | undefined }> = {
  measured: flag(
    '--machines <result>',
    'say how many machines the load needs, by the cost of a request in this result of a smaller one',
    (text) => text,
  ),
}

/** Adds `benchpress plan [URL or config]`, which says what `run` would do. */
export function addPlanCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('plan [source]')
    .usage('[options] [URL | config file] [-- COMMAND...]')
    .description('say what a run would do, with its load drawn over time, without starting or sending anything')
  addSuiteFlags(command)
  addFlags(command, 'Machines:', measuredFlags)
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
  const measured = await readMeasured(options, context)
  const planned = await planSuite(suite, { cwd: folder, isSpread: measured !== undefined }).catch(inWords)
  const { text } = await import('@benchpress/report')
  const { planDocument } = await import('@benchpress/report/plan')
  const { chooseStyle } = await import('../choose-style.ts')
  const style = chooseStyle(stdout, env, output.noColor === true)
  stdout.write(text(planDocument({ ...planned, search: searched, measured }, { cwd, columns: style.columns }), style))
}

async function readMeasured(
  options: Readonly<Record<string, unknown>>,
  { io: { env, cwd } }: CommandContext,
): Promise<readonly TestResult[] | undefined> {
  const { readFlags } = await import('../flags/read-flags.ts')
  const problems: Problem[] = []
  const { measured } = readFlags(measuredFlags, { options, env, cwd }, problems)
  const { readResults } = await import('@benchpress/report/results')
  const results = measured === undefined ? undefined : await readResults([measured], cwd, problems)
  const { UsageError } = await import('@benchpress/core/preset')
  if (problems.length > 0) throw new UsageError(problems)
  return results?.flatMap(({ suite }) => suite.tests)
}

import { planSearch, planSuite, type TestResult } from '@benchpress/core'
import { UsageError, type Problem } from '@benchpress/core/preset'
import { text } from '@benchpress/report'
import { planDocument } from '@benchpress/report/plan'
import { readResults } from '@benchpress/report/results'
import type { CommandOptions } from '../add-command.ts'
import { chooseStyle } from '../print-lines.ts'
import { exitCodes, type CommandContext } from '../command-io.ts'
import { rethrowInFlagWords } from '../flags/in-flag-words.ts'
import { measuredFlags } from '../flags/machine-flags.ts'
import { readFlags } from '../flags/read-flags.ts'
import { readSuite } from './read-suite.ts'
import { searchedTest } from './search-settings.ts'

/** Prints what a run would do, for `benchpress plan [URL or config]`. */
export async function planCommand(source: string | undefined, options: CommandOptions, context: CommandContext): Promise<number> {
  const { stdout, env, cwd } = context.io
  const { suite, isFromConfig, folder, search, output } = await readSuite(source, options, context)
  const inWords = rethrowInFlagWords(isFromConfig ? undefined : suite)
  const searched = search === undefined ? undefined : await planSearch(searchedTest(suite), { cwd: folder, ...search }).catch(inWords)
  const measured = await readMeasured(options, context)
  const planned = await planSuite(suite, { cwd: folder, isSpread: measured !== undefined }).catch(inWords)
  const style = chooseStyle(stdout, env, output.noColor === true)
  stdout.write(text(planDocument({ ...planned, search: searched, measured }, { cwd, columns: style.columns }), style))
  return exitCodes.ok
}

async function readMeasured(options: CommandOptions, { io: { env, cwd } }: CommandContext): Promise<readonly TestResult[] | undefined> {
  const problems: Problem[] = []
  const { measured } = readFlags(measuredFlags, { options, env, cwd }, problems)
  const results = measured === undefined ? undefined : await readResults([measured], cwd, problems)
  if (problems.length > 0) throw new UsageError(problems)
  return results?.flatMap(({ suite }) => suite.tests)
}

import { planSearch, planSuite } from '@benchpress/core'
import { text } from '@benchpress/report'
import { planDocument } from '@benchpress/report/plan'
import type { CommandOptions } from '../add-command.ts'
import { chooseStyle } from '../print-lines.ts'
import { exitCodes, type CommandContext } from '../command-io.ts'
import { rethrowInFlagWords } from '../flags/in-flag-words.ts'
import { readSuite } from './read-suite.ts'
import { searchedTest } from './search-settings.ts'

/** Prints what a run would do, for `benchpress plan [URL or config]`. */
export async function planCommand(source: string | undefined, options: CommandOptions, context: CommandContext): Promise<number> {
  const { stdout, env, cwd } = context.io
  const { suite, isFromConfig, folder, search, output } = await readSuite(source, options, context)
  const inWords = rethrowInFlagWords(isFromConfig ? undefined : suite)
  const searched = search === undefined ? undefined : await planSearch(searchedTest(suite), { cwd: folder, ...search }).catch(inWords)
  const planned = await planSuite(suite, { cwd: folder }).catch(inWords)
  const style = chooseStyle(stdout, env, output.noColor === true)
  stdout.write(text(planDocument({ ...planned, search: searched }, { cwd, columns: style.columns }), style))
  return exitCodes.ok
}

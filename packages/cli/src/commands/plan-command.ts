import { text } from '@benchpress/report'
import { planDocument } from '@benchpress/report/plan'
import type { CommandOptions } from '../add-command.ts'
import { chooseStyle } from '../print-lines.ts'
import { exitCodes, type CommandContext } from '../command-io.ts'
import { readSuite } from './read-suite.ts'

/** Prints what a run would do, for `benchpress plan [URL or config]`. */
export async function planCommand(source: string | undefined, options: CommandOptions, context: CommandContext): Promise<number> {
  const { stdout, env, cwd } = context.io
  const { output, plans } = await readSuite(source, options, context)
  const { plan, searched: search } = plans
  const style = chooseStyle(stdout, env, output.noColor === true)
  stdout.write(text(planDocument({ ...plan, search }, { cwd, columns: style.columns }), style))
  return exitCodes.ok
}

import type { Command } from 'commander'
import { addFlags } from '../flags/add-flags.ts'
import type { CommandContext } from '../command-io.ts'
import { finishReport, readResultsAndFlags, reportFlags } from './report-command.ts'

/** Adds `benchpress merge A.json B.json`, which joins results of the same plan. */
export function addMergeCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('merge <results...>')
    .usage('[options] A.json B.json...')
    .description(
      'join results of the same plan: those of several machines at the same time are added up, those of different times become repeats',
    )
  addFlags(command, 'Output:', reportFlags)
  command.action(async (sources: readonly string[], options: Readonly<Record<string, unknown>>) => {
    const { io } = context
    const { mergeResults } = await import('@benchpress/core')
    const { nearPath } = await import('@benchpress/report/outputs')
    const { results, output } = await readResultsAndFlags(sources, options, io)
    const [first] = results
    const paths = results.map(({ path }) => path)
    const suite = mergeResults(
      results.map((result) => result.suite),
      paths.map((path) => nearPath(path, io.cwd)),
    )
    context.finish(await finishReport(first === undefined ? [] : [{ path: first.path, suite }], output, io, paths))
  })
}

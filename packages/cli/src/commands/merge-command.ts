import type { Command } from 'commander'
import type { Problem } from '@benchpress/core/preset'
import { addFlags } from '../flags/add-flags.ts'
import type { CommandContext } from '../command-io.ts'
import { finishReport, reportFlags, readReportFlags } from './report-command.ts'

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
    const { readResult } = await import('../report/read-result.ts')
    const { UsageError } = await import('@benchpress/core/preset')
    const { mergeResults } = await import('@benchpress/core')
    const problems: Problem[] = []
    const output = await readReportFlags(options, io, problems)
    const results = sources.flatMap((source) => readResult(source, io.cwd, problems) ?? [])
    if (problems.length > 0) throw new UsageError(problems)
    const [first] = results
    const suite = mergeResults(results.map((result) => result.suite))
    context.finish(await finishReport(first === undefined ? [] : [{ path: first.path, suite }], output, io))
  })
}

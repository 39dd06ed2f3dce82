import { relative } from 'node:path'
import type { Command } from 'commander'
import type { ResultsHistory } from '@benchpress/core'
import type { Problem } from '@benchpress/core/preset'
import { addFlags } from '../flags/add-flags.ts'
import { historyFlags } from '../flags/history-flags.ts'
import { exitCodes, type CommandContext, type CommandIo } from '../command-io.ts'

/** Adds `benchpress history RESULTS`, which shows figures over commits, and from which on they are others. */
export function addHistoryCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('history <results...>')
    .usage('[options] FOLDER | FILE.json...')
    .description('show the figures of many results over their commits, and where they changed')
  addFlags(command, 'History:', historyFlags)
  command.addHelpText('after', '\nThe exit code is 0 whatever changed, and 2 where results cannot be read.\n')
  command.action(async (sources: readonly string[], options: Readonly<Record<string, unknown>>) => {
    context.finish(await showHistory(sources, options, context.io))
  })
}

async function showHistory(sources: readonly string[], options: Readonly<Record<string, unknown>>, io: CommandIo): Promise<number> {
  const { readFlags } = await import('../flags/read-flags.ts')
  const { checkEnvironment } = await import('../flags/check-environment.ts')
  const { prepareDocuments, writeDocuments } = await import('@benchpress/report/outputs')
  const { UsageError } = await import('@benchpress/core/preset')
  const { historyDocument, historyJson, html, markdown, text } = await import('@benchpress/report')
  const { historyOf } = await import('@benchpress/core')
  const { readHistory } = await import('@benchpress/report/results')
  const problems: Problem[] = []
  checkEnvironment(io.env, problems)
  const settings = readFlags(historyFlags, { options, env: io.env, cwd: io.cwd }, problems)
  const { results, unreadable } = await readHistory(sources, io.cwd, problems)
  const renderers: Readonly<Record<string, (history: ResultsHistory) => string>> = {
    '.json': historyJson,
    '.md': (history) => markdown(historyDocument(history)),
    '.html': (history) => html(historyDocument(history)),
    '.txt': (history) => text(historyDocument(history)),
  }
  const inputs = results.map(({ path }) => path)
  const files = await prepareDocuments(renderers, settings.outputs ?? [], { cwd: io.cwd, inputs }, problems)
  if (problems.length > 0) throw new UsageError(problems)
  const { margin, seed } = settings
  const made = historyOf(
    results.map(({ path, suite }) => ({ source: relative(io.cwd, path), suite })),
    { ...(margin !== undefined && { margin }), ...(seed !== undefined && { seed }) },
  )
  const history = { ...made, leftOut: [...unreadable, ...made.leftOut] }
  const failures = await writeDocuments(files.map(({ path, render }) => ({ path, text: render(history) })))
  const { showDocument } = await import('../report/show-document.ts')
  showDocument({ json: () => historyJson(history), document: (reader) => historyDocument(history, reader) }, settings, failures, io)
  return failures.length > 0 ? exitCodes.internal : exitCodes.ok
}

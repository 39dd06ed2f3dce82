import { relative } from 'node:path'
import { historyOf, type ResultsHistory } from '@benchpress/core'
import { UsageError, type Problem } from '@benchpress/core/preset'
import { historyDocument, historyJson, html, markdown, text } from '@benchpress/report'
import { prepareDocuments, writeDocuments } from '@benchpress/report/outputs'
import { readHistory } from '@benchpress/report/results'
import type { CommandOptions } from '../add-command.ts'
import { exitCodes, type CommandContext } from '../command-io.ts'
import { checkEnvironment } from '../flags/check-environment.ts'
import { historyFlags } from '../flags/compare-flags.ts'
import { readFlags } from '../flags/read-flags.ts'
import { refuseBothFormats, showDocument } from '../report/show-document.ts'

/** Prints figures over commits, and the commits at which they changed, for `benchpress history RESULTS`. */
export async function historyCommand(sources: readonly string[], options: CommandOptions, { io }: CommandContext): Promise<number> {
  const problems: Problem[] = []
  checkEnvironment(io.env, problems)
  const settings = readFlags(historyFlags, { options, env: io.env, cwd: io.cwd }, problems)
  refuseBothFormats(settings, problems)
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
  showDocument({ json: () => historyJson(history), document: (reader) => historyDocument(history, reader) }, settings, failures, io)
  return failures.length > 0 ? exitCodes.internal : exitCodes.ok
}

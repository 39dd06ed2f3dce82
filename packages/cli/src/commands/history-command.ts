import { relative } from 'node:path'
import { historyOf } from '@benchpress/core'
import { UsageError, type Problem } from '@benchpress/core/preset'
import { historyDocument, historyJson } from '@benchpress/report'
import { prepareDocuments, writeDocuments, type ShownDocument } from '@benchpress/report/outputs'
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
  const files = await prepareDocuments(
    settings.outputs ?? [],
    io.cwd,
    problems,
    results.map(({ path }) => path),
  )
  if (problems.length > 0) throw new UsageError(problems)
  const { margin } = settings
  const made = historyOf(
    results.map(({ path, suite }) => ({ source: relative(io.cwd, path), suite })),
    margin === undefined ? {} : { margin },
  )
  const history = { ...made, leftOut: [...unreadable, ...made.leftOut] }
  const shown: ShownDocument = { json: () => historyJson(history), document: (reader) => historyDocument(history, reader) }
  const failures = await writeDocuments(files, shown)
  showDocument(shown, settings, failures, io)
  return failures.length > 0 ? exitCodes.internal : exitCodes.ok
}

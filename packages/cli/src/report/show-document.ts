import type { Problem } from '@benchpress/core/preset'
import { markdown, text } from '@benchpress/report'
import type { ShownDocument } from '@benchpress/report/outputs'
import { chooseStyle, printFaults } from '../print-lines.ts'
import type { CommandIo } from '../command-io.ts'
import type { CompareSettings } from '../flags/compare-flags.ts'

/** Adds a problem where both formats are asked for, of which one would be printed without a word. */
export function refuseBothFormats({ json, markdown: isMarkdown }: Pick<CompareSettings, 'json' | 'markdown'>, problems: Problem[]): void {
  if (json !== true || isMarkdown !== true) return
  problems.push({ message: '--json and --markdown: one format is printed', hint: 'Give one of them; -o writes the other into a file.' })
}

/** Prints a comparison or a history as text, JSON or Markdown, and names on stderr the files that could not be written. */
export function showDocument(
  { json, document }: ShownDocument,
  settings: Pick<CompareSettings, 'json' | 'markdown' | 'full' | 'noColor'>,
  failures: readonly string[],
  io: CommandIo,
): void {
  if (settings.json === true) io.stdout.write(json())
  else if (settings.markdown === true) io.stdout.write(markdown(document()))
  else {
    const amount = settings.full === true ? 'full' : 'screen'
    io.stdout.write(text(document({ amount }), chooseStyle(io.stdout, io.env, settings.noColor === true)))
  }
  printFaults(io.stderr, failures)
}

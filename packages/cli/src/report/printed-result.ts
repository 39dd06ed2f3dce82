import type { SuiteResult } from '@benchpress/core'
import type { ReportSection } from '@benchpress/core/report'
import { brief, document, json, text } from '@benchpress/report'
import { chooseStyle } from '../print-lines.ts'
import type { CommandIo } from '../command-io.ts'
import type { OutputSettings } from '../flags/output-flags.ts'
import { extrasOf, listWritten, type Delivered, type ReportOptions } from '@benchpress/report/outputs'

/** How a result is shown. */
export interface Shown {
  readonly output: OutputSettings
  readonly options: ReportOptions
  /** Whether the plan of the run was printed before. */
  readonly isAnnounced: boolean
  /** The files that contain the result, and those that could not be written. */
  readonly files: Pick<Delivered, 'written' | 'lost'>
}

/** The text that the command prints for a result: JSON, the verdict alone, or a report whose last line names where the rest is. */
export function printedResult(result: SuiteResult, { output, options, isAnnounced, files }: Shown, io: CommandIo): string {
  const { json: isJson, quiet, noColor } = output
  if (isJson === true) return json(result)
  const style = chooseStyle(io.stdout, io.env, noColor === true)
  if (quiet === true) return text(brief(result), style)
  const isFull = output.full === true || options.allPercentiles || options.statusCodes
  const report = document(result, { ...extrasOf(result, options), amount: isFull ? 'full' : 'screen', isAnnounced })
  const written = files.written.length === 0 ? [] : [`written: ${listWritten(files, io.cwd)}`]
  const places = [...(isFull ? [] : ['--full prints all tables']), ...written]
  const rest: readonly ReportSection[] = places.length === 0 ? [] : [{ title: '', parts: [[places.join('; ')]] }]
  return text({ ...report, sections: [...report.sections, ...rest] }, style)
}

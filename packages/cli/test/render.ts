import type { SuiteResult } from '@benchpress/core'
import { markdownReport as markdown, textReport as text } from '@benchpress/report'
import type { Style } from '@benchpress/report'
import { extrasOf } from '../src/report/report-options.ts'
import type { ReportOptions } from '../src/report/report-options.ts'

/** The text that the command prints. */
export function textReport(suite: SuiteResult, options: ReportOptions, style: Style): string {
  return text(suite, extrasOf(suite, options), style)
}

/** The Markdown that the command writes. */
export function markdownReport(suite: SuiteResult, options: ReportOptions): string {
  return markdown(suite, extrasOf(suite, options))
}

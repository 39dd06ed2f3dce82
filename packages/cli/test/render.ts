import type { SuiteResult } from '@benchpress/core'
import type { DocumentSection } from '@benchpress/report'
import { document, markdown, text } from '@benchpress/report'
import { plainPalette, type Style } from '@benchpress/report/format'
import { extrasOf, type ReportOptions } from '@benchpress/report/outputs'

export type { ReportOptions } from '@benchpress/report/outputs'

/** The text that the command prints. */
export function textReport(suite: SuiteResult, options: ReportOptions, style: Style): string {
  return text(document(suite, extrasOf(suite, options)), style)
}

/** The Markdown that the command writes. */
export function markdownReport(suite: SuiteResult, options: ReportOptions): string {
  return markdown(document(suite, extrasOf(suite, options)))
}

/** Sections alone as text. */
export function sectionsText(sections: readonly DocumentSection[]): string {
  return text({ title: '', sections }, plainPalette)
}

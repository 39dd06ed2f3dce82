import type { SuiteResult } from '@benchpress/core'
import type { DocumentSection } from '../src/render/report-document.ts'
import { brief, document } from '../src/sections/document.ts'
import type { ReportExtras } from '../src/sections/extras.ts'
import { markdown } from '../src/render/markdown.ts'
import { plainPalette } from '../src/render/palette.ts'
import type { Style } from '../src/render/palette.ts'
import { text } from '../src/render/text.ts'

/** The report of a suite as text. */
export function textReport(suite: SuiteResult, extras: ReportExtras, style: Style): string {
  return text(document(suite, extras), style)
}

/** The report of a suite as Markdown. */
export function markdownReport(suite: SuiteResult, extras: ReportExtras): string {
  return markdown(document(suite, extras))
}

/** Thresholds and verdict of a suite as text. */
export function briefReport(suite: SuiteResult, style: Style): string {
  return text(brief(suite), style)
}

/** Sections alone as text. */
export function sectionsText(sections: readonly DocumentSection[]): string {
  return text({ title: '', sections }, plainPalette)
}

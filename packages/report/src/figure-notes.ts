import type { ReportFigure, ReportPart, ReportSection, ReportText } from '@benchpress/core/report'
import { explainFigures, fewTimes } from './format/cell.ts'
import { sectionsOn, type Medium } from './report-document.ts'

/** The section that explains the marks of the figures shown on a medium; without lines where no figure has a mark. */
export function figureNotes(medium: Medium, sections: readonly ReportSection[]): ReportSection {
  return { title: '', on: medium, parts: [{ lines: explainFigures(figuresOn(medium, sections)), as: 'paragraphs' }] }
}

/** Whether figures on a terminal have a mark for too few timed samples. */
export function areTimesFew(sections: readonly ReportSection[]): boolean {
  return fewTimes(figuresOn('terminal', sections)).length > 0
}

function figuresOn(medium: Medium, sections: readonly ReportSection[]): readonly ReportFigure[] {
  return sectionsOn(medium, sections).flatMap(({ parts }) => parts.flatMap(figuresIn))
}

function figuresIn(part: ReportPart): readonly ReportFigure[] {
  const rows: readonly ReportText[] = 'head' in part ? part.rows : 'lines' in part ? part.lines : []
  return rows.flatMap((row) =>
    typeof row === 'string' ? [] : row.filter((cell): cell is ReportFigure => typeof cell !== 'string' && 'figure' in cell),
  )
}

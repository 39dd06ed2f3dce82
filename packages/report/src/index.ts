export { brief, document, json } from './document.ts'
export { comparisonDocument, comparisonJson, describeRegression } from './compared-results.ts'
export { baselineSections, describeBaseline } from './baseline.ts'
export { drawTable } from './draw-table.ts'
export { comparisonLines, describeTested, documentedSection } from './comparison.ts'
export type { ReportExtras } from './extras.ts'
export {
  drawCell,
  figureCell,
  figureCells,
  formatFigure,
  formatSpread,
  numberCell,
  percentileCell,
  spreadCell,
  spreadOf,
  spreadOfSide,
  type Spread,
} from './format/cell.ts'
export { formats, render, type FormattedFiles, type OutputFormat } from './formats/formats.ts'
export { k6Summary } from './formats/k6-summary.ts'
export { drawMarkdownTable, escapeMarkdown, markdown } from './markdown.ts'
export type { ReportDocument } from './report-document.ts'
export { htmlPages, type HtmlPage } from './html-pages.ts'
export { historyDocument, historyJson } from './results-history.ts'
export { html } from './html/html.ts'
export { isStarted } from './runs.ts'
export type { DocumentedRun, FigureName } from './runs-tables.ts'
export { text } from './text.ts'
export { whyNone } from './variants.ts'
export { describeFailures, describeInconclusive } from './thresholds.ts'

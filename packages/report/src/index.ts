export { brief, document, json } from './sections/document.ts'
export { comparisonDocument, comparisonJson, describeRegression } from './sections/compared-results.ts'
export { baselineSections, describeBaseline } from './sections/baseline.ts'
export { drawTable } from './render/draw-table.ts'
export { comparisonLines, describeTested } from './sections/preset/compared-sides.ts'
export { inEachRun, judgeSides, runsOfSide, sidesClaim, startMargin, type Sides } from './sections/preset/claims.ts'
export { chooseRuns, findPasses, rightPerSecond } from './sections/preset/passes.ts'
export { presetSections } from './sections/preset/preset-sections.ts'
export type { ReportExtras } from './sections/extras.ts'
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
export { formats, render, type OutputFormat } from './formats/formats.ts'
export { drawMarkdownTable, escapeMarkdown, markdown } from './render/markdown.ts'
export type { DocumentSection, ReportDocument } from './render/report-document.ts'
export { htmlPages, type HtmlPage } from './formats/html-pages.ts'
export { historyDocument, historyJson } from './sections/results-history.ts'
export { html } from './render/html/html.ts'
export { isStarted } from './sections/runs.ts'
export { text } from './render/text.ts'
export { perSecond } from './sections/throughput.ts'
export { whyNone } from './sections/variants.ts'
export { describeFailures, describeInconclusive } from './sections/thresholds.ts'
export { examineMachine, watchedSeconds, type MachineFinding, type ExaminedMachine } from './sections/machine.ts'

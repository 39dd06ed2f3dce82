import type { SuiteResult } from '@benchpress/core'
import { figureNotes } from './format/format-figure.ts'
import { printable } from './format/printable.ts'
import { deliveriesSections } from './deliveries-section.ts'
import { drawTable } from './draw-table.ts'
import { describeValue, foundSections, shownSuite } from './found-section.ts'
import { metricsTables } from './metrics-tables.ts'
import { nameRun } from './name-run.ts'
import { notRunLine } from './not-run.ts'
import { microbenchmarkSections } from './microbenchmark-section.ts'
import type { Style } from './palette.ts'
import type { ReportExtras } from './report-extras.ts'
import { sectionText } from './report-section.ts'
import { runSection } from './run-section.ts'
import { runsTable } from './runs-table.ts'
import { hasUsers, scenarioRuns } from './scenario-runs.ts'
import { sweepSections } from './sweep-section.ts'
import { thresholdLines } from './thresholds.ts'
import { withoutToldRuns } from './told-runs.ts'
import { variantsSections } from './variants-section.ts'
import { verdictLines } from './verdict-lines.ts'

/**
 * Writes the result of a suite for a terminal: thresholds, the tables of each run, all runs beside each other, the documented figures.
 *
 * The verdict stands below autocannon's tables, which are short, and above those of users.
 */
export function textReport(whole: SuiteResult, options: ReportExtras, style: Style): string {
  const suite = shownSuite(whole)
  const oneByOne = withoutToldRuns(suite, options)
  const groups = scenarioRuns(oneByOne)
  const blocks = groups.flatMap(({ title, runs }) =>
    runs.map(({ test, scenario }) => {
      const run = runs.length > 1 ? `Run ${test.repeat} of ${runs.length}` : ''
      const heading = [printable(title), run].filter((part) => part !== '').join(', ')
      return [...(heading === '' ? [] : [style.strong(heading)]), ...runSection(test, scenario, options, style)]
    }),
  )
  const comparisons = groups
    .filter(({ runs }) => runs.length > 1 && runs.some(({ test }) => notRunLine(test) === undefined))
    .map((group) => [style.strong(printable(group.title || 'All runs')), drawTable(runsTable(group), style)])
  const metrics = suite.tests.flatMap((test) => {
    const tables = metricsTables(test)
    const run = suite.tests.length > 1 ? `, ${nameRun(test, suite)}` : ''
    const heading = style.strong(`Metrics of journeys and plugins${run}`)
    return tables.length === 0 ? [] : [[heading, ...tables.map((table) => drawTable(table, style))]]
  })
  const documented = options.sections?.map((section) => sectionText(section, style)) ?? []
  const verdict = verdictLines(suite, style, oneByOne !== suite)
  const thresholds = thresholdLines(suite, style)
  const deliveries = deliveriesSections(suite).map((section) => sectionText(section, style))
  const compared = [...sweepSections(suite), ...variantsSections(oneByOne), ...foundSections(whole)]
  const variants = compared.map((section) => sectionText(section, style))
  const functions = microbenchmarkSections(suite).map((section) => sectionText(section, style))
  const tables = [...blocks, ...functions, ...deliveries, ...metrics, ...comparisons, ...variants, ...documented]
  const figures = [...tables, figureNotes(tables.flat().join('\n'), blocks.flat().join('\n'))]
  const ordered = hasUsers(suite) ? [thresholds, verdict, ...figures] : [thresholds, ...figures, verdict]
  return `${ordered
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n').trimEnd())
    .join('\n\n')}\n`
}

/** Writes only thresholds and verdict of a suite, for a terminal. */
export function briefReport(whole: SuiteResult, style: Style): string {
  const suite = shownSuite(whole)
  const found = whole.found === null ? [] : [describeValue(whole.found)]
  return `${[...found, ...thresholdLines(suite, style), ...verdictLines(suite, style)].join('\n')}\n`
}

import type { SuiteResult } from '@benchpress/core'
import { printable } from '../format/printable.ts'
import { documentedSection } from './documented-section.ts'
import { drawTable } from './draw-table.ts'
import type { Palette } from './palette.ts'
import type { ReportOptions } from './report-options.ts'
import { runSection } from './run-section.ts'
import { runsTable } from './runs-table.ts'
import { scenarioRuns } from './scenario-runs.ts'
import { verdictLines } from './verdict-lines.ts'

/** Writes the result of a suite for a terminal: the tables of each run, all runs beside each other, the documented figures, the verdict. */
export function textReport(suite: SuiteResult, options: ReportOptions, palette: Palette): string {
  const groups = scenarioRuns(suite)
  const blocks = groups.flatMap(({ title, runs }) =>
    runs.map(({ test, scenario }) => {
      const run = runs.length > 1 ? `Run ${test.repeat} of ${runs.length}` : ''
      const heading = [printable(title), run].filter((part) => part !== '').join(', ')
      return [...(heading === '' ? [] : [palette.strong(heading)]), ...runSection(test, scenario, options, palette)]
    }),
  )
  const comparisons = groups
    .filter(({ runs }) => runs.length > 1)
    .map((group) => [palette.strong(printable(group.title || 'All runs')), drawTable(runsTable(group), palette)])
  const documented = options.presetRun === undefined ? [] : [documentedSection(suite, options.presetRun, palette)]
  return `${[...blocks, ...comparisons, ...documented, verdictLines(suite, palette)].map((lines) => lines.join('\n')).join('\n\n')}\n`
}

import type { SuiteResult } from '@benchpress/core'
import type { ReportSection } from '@benchpress/core/report'
import { documentedTable, scenarioRuns, type DocumentedRun, type FigureName } from '@benchpress/report'
import { comparisonLines } from './comparison-lines.ts'
import type { PresetRun } from '../presets/preset.ts'

/** Puts the documented figures of a preset of requests beside the measured ones, and says why their difference proves nothing. */
export function documentedSection(
  suite: SuiteResult,
  presetRun: PresetRun,
  documented: readonly DocumentedRun[],
  columns: readonly FigureName[],
): ReportSection {
  return {
    title: 'Documented and measured',
    intro: 'mean (lowest to highest) of the runs',
    parts: [...scenarioRuns(suite).map((group) => documentedTable(documented, columns, group)), comparisonLines(suite, presetRun)],
  }
}

import type { SuiteResult } from '@benchpress/core'
import { formatRate } from '@benchpress/core/report'
import { figuresOf } from './cards.ts'
import { numberCell } from './format/cell.ts'
import type { ReportHeadline, ReportNamedFigure } from './report-document.ts'
import { isStarted, type ScenarioRun } from './runs.ts'
import { hasOnlyPlugins } from './users-tables.ts'
import { verdictHeadline } from './verdict.ts'

/**
 * Makes the head of a page: verdict, what was in the way, and the first figures.
 *
 * @param isByRule whether the reasons are put together rule by rule, because other sections show the runs
 */
export function headlineOf(suite: SuiteResult, isByRule: boolean): ReportHeadline {
  return { ...verdictHeadline(suite, isByRule), figures: firstFigures(suite) }
}

// What a search found, and those of a single scenario of a single run.
function firstFigures({ tests, found }: SuiteResult): readonly ReportNamedFigure[] {
  const rate = found === null || found.value === null ? [] : [{ name: 'Highest rate', figure: numberCell(found.value, formatRate) }]
  const started = tests.flatMap((test): readonly ScenarioRun[] => test.scenarios.filter(isStarted).map((scenario) => ({ test, scenario })))
  const [run, ...others] = started
  if (run === undefined || others.length > 0) return rate
  const plugin = hasOnlyPlugins(run.scenario) ? run.scenario.users?.pluginRequests[0] : undefined
  return [...rate, ...figuresOf([run], plugin === undefined ? '' : ` of ${plugin.plugin}`)]
}

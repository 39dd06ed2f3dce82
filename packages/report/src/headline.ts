import type { SuiteResult } from '@benchpress/core'
import { errorRate, formatRate, formatShare } from '@benchpress/core/report'
import { numberCell } from './format/cell.ts'
import { figureCell } from './format/figure.ts'
import { formatThroughput } from './format/number.ts'
import type { ReportHeadline, ReportNamedFigure } from './report-document.ts'
import { isStarted } from './runs.ts'
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
  const started = tests.flatMap(({ scenarios }) => scenarios.filter(isStarted))
  const [scenario, ...others] = started
  if (scenario === undefined || others.length > 0) return rate
  const plugin = hasOnlyPlugins(scenario) ? scenario.users?.pluginRequests[0] : undefined
  const { throughput, responseTime } = plugin ?? scenario
  const of = plugin === undefined ? '' : ` of ${plugin.plugin}`
  return [
    ...rate,
    { name: `Requests/s${of}`, figure: numberCell(throughput.requestsPerSecond, formatThroughput) },
    { name: `50%${of}`, figure: figureCell(responseTime, 'p50') },
    { name: `99%${of}`, figure: figureCell(responseTime, 'p99') },
    { name: 'Failed', figure: numberCell(errorRate(scenario), formatShare) },
  ]
}

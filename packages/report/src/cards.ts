import type { SuiteResult, TimeSummary } from '@benchpress/core'
import { errorRate, formatShare, isLowerBound, judgeFigure, mainRequests, type ReportCell } from '@benchpress/core/report'
import { numberCell } from './format/cell.ts'
import { figureCell } from './format/figure.ts'
import { formatThroughput } from './format/number.ts'
import { spreadCell, spreadOf } from './format/spread.ts'
import { formatTime } from './format/time.ts'
import type { ReportNamedFigure } from './report-document.ts'
import { isStarted, scenarioRuns, type ScenarioRun } from './runs.ts'

const mostScenarios = 3

/** The figures of one test on one variant for its card: of each scenario the throughput, two percentiles and failures, over all repeats. */
export function cardFigures(suite: SuiteResult): readonly ReportNamedFigure[] {
  const groups = scenarioRuns(suite)
  const shown = groups.slice(0, mostScenarios).flatMap(({ title, runs }) => {
    const of = title === '' ? '' : ` of ${title}`
    return figuresOf(runs).map(({ name, figure }) => ({ name: `${name}${of}`, figure }))
  })
  const rest = groups.length - mostScenarios
  return rest <= 0 ? shown : [...shown, { name: 'Scenarios not shown here', figure: numberCell(rest) }]
}

/** The first figures of one scenario, over all its repeats: throughput, two percentiles and failures; empty where nothing was started. */
export function figuresOf(runs: readonly ScenarioRun[]): readonly ReportNamedFigure[] {
  const started = runs.filter(({ scenario }) => isStarted(scenario))
  const [only, ...others] = started.map(({ scenario }) => {
    const { throughput, responseTime } = mainRequests(scenario)
    return { perSecond: throughput.requestsPerSecond, responseTime, failed: errorRate(scenario) }
  })
  if (only === undefined) return []
  const all = [only, ...others]
  const time = (figure: 'p50' | 'p99'): ReportCell =>
    others.length === 0
      ? figureCell(only.responseTime, figure)
      : spreadCell(spreadOf(all.map(({ responseTime }) => certain(responseTime, figure))), formatTime)
  return [
    { name: 'Requests/s', figure: spreadCell(spreadOf(all.map(({ perSecond }) => perSecond)), formatThroughput) },
    { name: '50%', figure: time('p50') },
    { name: '99%', figure: time('p99') },
    { name: 'Failed', figure: spreadCell(spreadOf(all.map(({ failed }) => failed)), formatShare) },
  ]
}

// A mean of runs has no mark for what one of them did not know.
function certain(times: TimeSummary, figure: 'p50' | 'p99'): number | null {
  return judgeFigure(times, figure).says === 'enough' && !isLowerBound(times, figure) ? times[figure] : null
}

import type { SuiteResult } from '@benchpress/core'
import {
  errorRate,
  formatNumber,
  formatRate,
  formatShare,
  formatTime,
  knownPercentile,
  mainRequests,
  type ReportCell,
} from '@benchpress/core/report'
import { numberCell, figureCell, spreadCell, spreadOf } from '../format/cell.ts'
import type { ReportNamedFigure } from '../render/report-document.ts'
import { isStarted, scenarioRuns, type ScenarioRun } from './runs.ts'
import { hasOnlyPlugins } from './users-tables.ts'

const mostScenarios = 3

/** The figures at the head of a page: what a search found, and those of a single scenario of a single run. */
export function headFigures({ tests, found }: SuiteResult): readonly ReportNamedFigure[] {
  const rate = found === null || found.value === null ? [] : [{ name: 'Highest rate', figure: numberCell(found.value, formatRate) }]
  const started = tests.flatMap((test): readonly ScenarioRun[] => test.scenarios.filter(isStarted).map((scenario) => ({ test, scenario })))
  const [run, ...others] = started
  if (run === undefined || others.length > 0) return rate
  const plugin = hasOnlyPlugins(run.scenario) ? run.scenario.users?.pluginRequests[0] : undefined
  return [...rate, ...figuresOf([run], plugin === undefined ? '' : ` of ${plugin.plugin}`)]
}

/** The figures for the card of one test on one variant: throughput, two percentiles and failures of each scenario, over all repeats. */
export function cardFigures(suite: SuiteResult): readonly ReportNamedFigure[] {
  const groups = scenarioRuns(suite)
  const shown = groups.slice(0, mostScenarios).flatMap(({ title, runs }) => {
    const of = title === '' ? '' : ` of ${title}`
    return figuresOf(runs).map(({ name, figure }) => ({ name: `${name}${of}`, figure }))
  })
  const rest = groups.length - mostScenarios
  return rest <= 0 ? shown : [...shown, { name: 'Scenarios not shown here', figure: numberCell(rest) }]
}

/**
 * The first figures of one scenario, over all its repeats: throughput, two percentiles and failures; empty where nothing was started.
 *
 * @param of says after the names of throughput and percentiles what they are of
 */
export function figuresOf(runs: readonly ScenarioRun[], of: string = ''): readonly ReportNamedFigure[] {
  const started = runs.filter(({ scenario }) => isStarted(scenario))
  const [only, ...others] = started.map(({ scenario }) => {
    const { throughput, responseTime } = mainRequests(scenario)
    return { perSecond: throughput.requestsPerSecond, responseTime, failed: errorRate(scenario) }
  })
  if (only === undefined) return []
  const all = [only, ...others]
  // A mean of several runs has no mark for the caveat of one run.
  const time = (figure: 'p50' | 'p99'): ReportCell =>
    others.length === 0
      ? figureCell(only.responseTime, figure)
      : spreadCell(spreadOf(all.map(({ responseTime }) => knownPercentile(responseTime, figure))), formatTime)
  return [
    { name: `Requests/s${of}`, figure: spreadCell(spreadOf(all.map(({ perSecond }) => perSecond)), formatNumber) },
    { name: `50%${of}`, figure: time('p50') },
    { name: `99%${of}`, figure: time('p99') },
    { name: 'Failed', figure: spreadCell(spreadOf(all.map(({ failed }) => failed)), formatShare) },
  ]
}

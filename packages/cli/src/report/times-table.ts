import type { ScenarioSummary, TimeSummary, UsersSummary } from '@benchpress/core'
import { formatSureFigure } from '../format/format-figure.ts'
import type { TableContent } from './table-content.ts'
import { timeCells, timeHeadings } from './time-cells.ts'

/**
 * Everything that was timed of a scenario with users: answers, the lag of the generator, connecting, iterations.
 *
 * What never happened, such as TLS, is left out. The service time of a closed model is left out where it is the response time.
 */
export function timesTable(scenario: ScenarioSummary, users: UsersSummary): TableContent {
  const isOpen = scenario.workload.model === 'open'
  const isServiceApart = isOpen || scenario.serviceTime.mean !== scenario.responseTime.mean
  const rows: readonly (readonly [string, TimeSummary, isAlways?: boolean])[] = [
    ['Response time', scenario.responseTime, true],
    ...(isServiceApart ? ([['Service time', scenario.serviceTime, true]] as const) : []),
    ...(isOpen ? ([['Send lag', users.sendLag, true]] as const) : []),
    ...(isServiceApart ? ([['Waiting', users.httpWaiting]] as const) : []),
    ['Time to first byte', users.timeToFirstByte],
    ['Connecting', scenario.connectTime],
    ['TLS', scenario.tlsTime],
    ['Iteration', users.iterationDuration],
  ]
  return {
    head: ['Time', ...timeHeadings],
    rows: rows
      .filter(([, time, isAlways]) => isAlways === true || time.count > 0)
      .map(([name, time]) => [name, ...timeCells(time, formatSureFigure)]),
  }
}

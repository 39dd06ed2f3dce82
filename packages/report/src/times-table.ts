import type { PluginRequestsSummary, ScenarioSummary, TimeSummary, UsersSummary } from '@benchpress/core'
import { formatSureFigure } from './format/format-figure.ts'
import { hasOnlyPlugins } from './plugin-requests.ts'
import type { TableContent } from './table-content.ts'
import { timeCells, timeHeadings } from './time-cells.ts'

type TimeRow = readonly [name: string, time: TimeSummary, isAlways?: boolean]

/**
 * Everything that was timed of a scenario with users: answers, the lag of the generator, connecting, iterations.
 *
 * What never happened, such as TLS, is left out. The service time of a closed model is left out where it is the response time.
 */
export function timesTable(scenario: ScenarioSummary, users: UsersSummary): TableContent {
  const isOpen = scenario.workload.model === 'open'
  const isAlways = !hasOnlyPlugins(scenario)
  const isServiceApart = isOpen || scenario.serviceTime.mean !== scenario.responseTime.mean
  const rows: readonly TimeRow[] = [
    ['Response time', scenario.responseTime, isAlways],
    ...(isServiceApart ? ([['Service time', scenario.serviceTime, isAlways]] as const) : []),
    ...users.pluginRequests.flatMap((requests) => pluginRows(requests, isOpen)),
    ...(isOpen ? ([['Send lag', users.sendLag, true]] as const) : []),
    ...(isServiceApart ? ([['Waiting', users.httpWaiting]] as const) : []),
    ['Time to first byte', users.timeToFirstByte],
    ['Connecting', scenario.connectTime],
    ...tlsRows(scenario),
    ['Iteration', users.iterationDuration],
  ]
  return {
    head: ['Time', ...timeHeadings],
    rows: rows
      .filter(([, time, isShown]) => isShown === true || time.count > 0 || time.unfinished !== undefined)
      .map(([name, time]) => [name, ...timeCells(time, formatSureFigure)]),
  }
}

function pluginRows({ plugin, responseTime, serviceTime }: PluginRequestsSummary, isOpen: boolean): readonly TimeRow[] {
  const isServiceApart = isOpen || serviceTime.mean !== responseTime.mean
  return [[`Response time of ${plugin}`, responseTime], ...(isServiceApart ? ([[`Service time of ${plugin}`, serviceTime]] as const) : [])]
}

// Whoever goes on with an earlier session does half the work.
function tlsRows({ tlsTime, handshakes: { full, resumed } }: ScenarioSummary): readonly TimeRow[] {
  if (resumed.count === 0) return [['TLS', tlsTime]]
  return [
    ['TLS, whole handshake', full],
    ['TLS, resumed', resumed],
  ]
}

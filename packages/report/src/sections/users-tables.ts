import type {
  CheckSummary,
  IterationCounts,
  PluginRequestsSummary,
  RequestsSummary,
  ScenarioSummary,
  TimeSummary,
  UsersSummary,
} from '@benchpress/core'
import { countFailures, formatNumber, formatShare } from '@benchpress/core/report'
import type { ReportCell, ReportCondition, ReportLines, ReportTable, ReportText } from '@benchpress/core/report'
import { numberCell, sureFigureCell, timeCells, timeHeadings } from '../format/cell.ts'
import { withRetried } from './runs-tables.ts'

/** How the users, iterations and requests of a scenario ended, each in a row that adds up. */
export function totalsTable(scenario: ScenarioSummary, users: UsersSummary): ReportTable {
  const table = {
    head: ['Total', 'Started', 'Completed', 'Failed', 'Aborted', 'Dropped', 'Per second'],
    rows: [
      ['Users', ...countCells([users.created, users.completed, users.failed, users.aborted]), '', ''],
      iterationsRow('Iterations', users.iterations, numberCell(users.iterationsPerSecond, formatNumber)),
      ...(users.warmupIterations === null ? [] : [iterationsRow('Iterations of the warm-up', users.warmupIterations, '')]),
      ...(hasOnlyPlugins(scenario) ? [] : [requestsRow('Requests', scenario)]),
      ...users.pluginRequests.map((requests) => requestsRow(`Requests of ${requests.plugin}`, requests)),
    ],
  }
  return withRetried(table, ([name]) => (name === 'Requests' ? scenario.retried : undefined))
}

/**
 * Everything that was timed of a scenario with users: responses, the lag of the generator, connecting, iterations.
 *
 * Times that never occurred, such as TLS, are left out. The service time of a closed model is left out where it equals the response time.
 */
export function timesTable(scenario: ScenarioSummary, users: UsersSummary): ReportTable {
  const isOpen = scenario.workload.model === 'open'
  const isAlways = !hasOnlyPlugins(scenario)
  const isServiceDifferent = isOpen || scenario.serviceTime.mean !== scenario.responseTime.mean
  const rows: readonly TimeRow[] = [
    ['Response time', scenario.responseTime, isAlways],
    ...(isServiceDifferent ? ([['Service time', scenario.serviceTime, isAlways]] as const) : []),
    ...users.pluginRequests.flatMap((requests) => pluginRows(requests, isOpen)),
    ...(isOpen ? ([['Send lag', users.sendLag, true]] as const) : []),
    ...(isServiceDifferent ? ([['Waiting', users.httpWaiting]] as const) : []),
    ['Time to first byte', users.timeToFirstByte],
    ['Connecting', scenario.connectTime],
    ...tlsRows(scenario),
    ['Iteration', users.iterationDuration],
  ]
  return {
    head: ['Time', ...timeHeadings],
    rows: rows
      .filter(([, time, isShown]) => isShown === true || time.count > 0 || time.unfinished !== undefined)
      .map(([name, time]) => [name, ...timeCells(time, sureFigureCell)]),
  }
}

/** The checks of a scenario below their heading, one in each line: `✗ accepted: 12 of 4,812 failed (0.249 %)`; empty without checks. */
export function checksPart(checks: readonly CheckSummary[], of = ''): readonly ReportLines[] {
  if (checks.length === 0) return []
  const lines = checks.map((check): ReportText => ['  ', conditionOf(`${check.name}: ${describeCheck(check)}`, check)])
  return [{ lines: [[{ text: of === '' ? 'Checks' : `Checks of ${of}`, mark: 'strong' }], ...lines] }]
}

/** The checks of a scenario, as a table. */
export function checksTable(checks: readonly CheckSummary[]): ReportTable {
  return {
    head: ['Check', 'Passed', 'Failed'],
    rows: checks.map((check) => [
      conditionOf(check.name, check),
      numberCell(check.passed),
      numberCell(check.failed, (failed) =>
        failed === 0 ? '0' : `${formatNumber(failed)} (${formatShare(failed / (check.passed + failed))})`,
      ),
    ]),
  }
}

/** Whether all requests of a scenario were those of plugins, so that HTTP is left out. */
export function hasOnlyPlugins({ counts, users }: ScenarioSummary): boolean {
  return counts.scheduled === 0 && users !== null && users.pluginRequests.length > 0
}

type TimeRow = readonly [name: string, time: TimeSummary, isAlways?: boolean]

function requestsRow(name: string, { counts, throughput }: RequestsSummary): readonly ReportCell[] {
  const { started, dropped, outcomes } = counts
  const ended = countCells([started, outcomes.ok, countFailures(outcomes), outcomes.aborted, dropped])
  return [name, ...ended, numberCell(throughput.requestsPerSecond, formatNumber)]
}

function iterationsRow(name: string, counts: IterationCounts, perSecond: ReportCell): readonly ReportCell[] {
  const { started, completed, failed, aborted, dropped } = counts
  return [name, ...countCells([started, completed, failed, aborted, dropped]), perSecond]
}

function countCells(counts: readonly number[]): readonly ReportCell[] {
  return counts.map((count) => numberCell(count))
}

function conditionOf(condition: string, { failed }: CheckSummary): ReportCondition {
  return { condition, holds: failed === 0 ? 'yes' : 'no' }
}

function pluginRows({ plugin, responseTime, serviceTime }: PluginRequestsSummary, isOpen: boolean): readonly TimeRow[] {
  const isServiceDifferent = isOpen || serviceTime.mean !== responseTime.mean
  return [
    [`Response time of ${plugin}`, responseTime],
    ...(isServiceDifferent ? ([[`Service time of ${plugin}`, serviceTime]] as const) : []),
  ]
}

// A handshake that resumes an earlier session takes half the work.
function tlsRows({ tlsTime, handshakes: { full, resumed } }: ScenarioSummary): readonly TimeRow[] {
  if (resumed.count === 0) return [['TLS', tlsTime]]
  return [
    ['TLS, whole handshake', full],
    ['TLS, resumed', resumed],
  ]
}

function describeCheck({ passed, failed }: CheckSummary): string {
  const all = passed + failed
  if (failed === 0) return `${formatNumber(passed)} passed`
  return `${formatNumber(failed)} of ${formatNumber(all)} failed (${formatShare(failed / all)})`
}

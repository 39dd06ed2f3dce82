import type { JourneySummary, ScenarioSummary, SeriesSummary, UsersSummary } from '@benchpress/core'
import { countFailures, failedShare, formatNumber, formatShare, type ReportCell, type ReportTable } from '@benchpress/core/report'
import { numberCell, timeCells, timeHeadings } from '../format/cell.ts'

/** The tables of a scenario by server, endpoint, journey and group, where these say more than its totals. */
export function breakdownTables(scenario: ScenarioSummary): readonly ReportTable[] {
  const { endpoints, users } = scenario
  const servers = serversTable(scenario)
  return [
    ...(servers === undefined ? [] : [servers]),
    ...(hasTellingEndpoints(scenario) ? [seriesTable('Endpoint', endpoints)] : []),
    ...(users?.pluginRequests ?? []).flatMap((requests) =>
      hasSeveral(requests.endpoints) ? [seriesTable(`Endpoint of ${requests.plugin}`, requests.endpoints)] : [],
    ),
    ...(users === null || users.tags.length === 0 ? [] : [seriesTable('Tag', users.tags)]),
    ...(users === null || users.journeys.length < 2 ? [] : [journeysTable(users.journeys)]),
    ...(users === null || users.groups.length === 0 ? [] : [groupsTable(users.groups)]),
  ]
}

/** The requests to each of several servers, and how they ended; `undefined` where there was one server. */
export function serversTable({ servers = [], counts }: ScenarioSummary): ReportTable | undefined {
  if (servers.length === 0) return undefined
  const rows = servers.map((server) => serverRow(server, counts.started))
  return tableWithTimes(['Server', 'Requests', 'Share', 'ok', 'Failed', 'Aborted'], rows)
}

/** The number of responses of a scenario by status. */
export function statusTable(scenario: ScenarioSummary): ReportTable {
  return {
    head: ['Code', 'Count'],
    rows: Object.entries(scenario.statuses).map(([status, count]) => [status, numberCell(count)]),
  }
}

function serverRow({ name, counts, responseTime }: SeriesSummary, all: number): readonly ReportCell[] {
  const { started, outcomes } = counts
  return [
    name,
    numberCell(started),
    all === 0 ? '' : numberCell(started / all, formatShare),
    numberCell(outcomes.ok),
    numberCell(started - outcomes.ok - outcomes.aborted),
    numberCell(outcomes.aborted),
    ...timeCells(responseTime),
  ]
}

// Endpoints, or tags; an endpoint with several classes of status has the times of each class below it.
function seriesTable(name: string, series: readonly SeriesSummary[]): ReportTable {
  const rowsOf = (one: SeriesSummary): readonly (readonly ReportCell[])[] => [
    [one.name, ...countCells(one.counts, one.requestsPerSecond), ...timeCells(one.responseTime)],
    ...classRows(one),
  ]
  return tableWithTimes([name, 'Requests', 'Req/Sec', 'Failed'], series.flatMap(rowsOf))
}

/** How many requests there were, how many in a second, and how many failed, with their share where it is above 0. */
export function countCells({ started, outcomes }: SeriesSummary['counts'], perSecond: number): readonly ReportCell[] {
  const describe = (count: number): string => (count === 0 ? '0' : `${formatNumber(count)} (${formatShare(failedShare(outcomes))})`)
  return [numberCell(started), numberCell(perSecond, formatNumber), numberCell(countFailures(outcomes), describe)]
}

function classRows({ byClass }: SeriesSummary): readonly (readonly ReportCell[])[] {
  const classes = Object.entries(byClass)
  if (classes.length < 2) return []
  return classes.map(([name, time]) => [`  ${name}`, numberCell(time.count), '', '', ...timeCells(time)])
}

function journeysTable(journeys: readonly JourneySummary[]): ReportTable {
  const rows = journeys.map(({ name, iterations: { started, completed, failed, dropped }, duration }) => [
    name,
    ...[started, completed, failed, dropped].map((count) => numberCell(count)),
    ...timeCells(duration),
  ])
  return tableWithTimes(['Journey', 'Started', 'Completed', 'Failed', 'Dropped'], rows)
}

function tableWithTimes(head: readonly string[], rows: ReportTable['rows']): ReportTable {
  return { head: [...head, ...timeHeadings], apart: timeHeadings, rows }
}

function groupsTable(groups: UsersSummary['groups']): ReportTable {
  return {
    head: ['Group', 'Count', ...timeHeadings],
    rows: groups.map(({ name, duration }) => [name, numberCell(duration.count), ...timeCells(duration)]),
  }
}

/** Whether the endpoints of a scenario say more than its totals. */
export function hasTellingEndpoints({ endpoints, users }: ScenarioSummary): boolean {
  if (users === null) return endpoints.length > 1
  return hasSeveral(endpoints) || (users.journeys.length > 0 && endpoints.length > 0)
}

// A single series repeats the totals, except for the times of each class.
function hasSeveral([first, ...others]: readonly SeriesSummary[]): boolean {
  return others.length > 0 || (first !== undefined && Object.keys(first.byClass).length > 1)
}

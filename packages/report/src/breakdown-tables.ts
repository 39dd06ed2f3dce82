import type { JourneySummary, OutcomeCounts, ScenarioSummary, SeriesSummary, UsersSummary } from '@benchpress/core'
import { countFailures, failedShare, formatShare, type ReportCell, type ReportTable } from '@benchpress/core/report'
import { numberCell, timeCells, timeHeadings } from './format/cell.ts'
import { formatNumber, formatThroughput } from './format/number.ts'

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
  return {
    head: ['Server', 'Requests', 'Share', 'ok', 'Failed', 'Aborted', ...timeHeadings],
    apart: timeHeadings,
    isSortable: true,
    rows: servers.map((server) => serverRow(server, counts.started)),
  }
}

/** The number of responses of a scenario by status. */
export function statusTable(scenario: ScenarioSummary): ReportTable {
  return {
    head: ['Code', 'Count'],
    isSortable: true,
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
  return {
    head: [name, 'Requests', 'Req/Sec', 'Failed', ...timeHeadings],
    apart: timeHeadings,
    isSortable: true,
    rows: series.flatMap((one) => [seriesRow(one), ...classRows(one)]),
  }
}

function seriesRow({ name, counts, requestsPerSecond, responseTime }: SeriesSummary): readonly ReportCell[] {
  return [
    name,
    numberCell(counts.started),
    numberCell(requestsPerSecond, formatThroughput),
    failedCell(counts.outcomes),
    ...timeCells(responseTime),
  ]
}

/** The number of requests that failed, with their share where it is above 0. */
export function failedCell(outcomes: OutcomeCounts): ReportCell {
  return numberCell(countFailures(outcomes), (count) =>
    count === 0 ? '0' : `${formatNumber(count)} (${formatShare(failedShare(outcomes))})`,
  )
}

function classRows({ byClass }: SeriesSummary): readonly (readonly ReportCell[])[] {
  const classes = Object.entries(byClass)
  if (classes.length < 2) return []
  return classes.map(([name, time]) => [`  ${name}`, numberCell(time.count), '', '', ...timeCells(time)])
}

function journeysTable(journeys: readonly JourneySummary[]): ReportTable {
  return {
    head: ['Journey', 'Started', 'Completed', 'Failed', 'Dropped', ...timeHeadings],
    apart: timeHeadings,
    isSortable: true,
    rows: journeys.map(({ name, iterations, duration }) => [
      name,
      ...[iterations.started, iterations.completed, iterations.failed, iterations.dropped].map((count) => numberCell(count)),
      ...timeCells(duration),
    ]),
  }
}

function groupsTable(groups: UsersSummary['groups']): ReportTable {
  return {
    head: ['Group', 'Count', ...timeHeadings],
    isSortable: true,
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

import { formatShare } from '@benchpress/core'
import type { PluginRequestsSummary, RequestsSummary, ScenarioSummary, SeriesSummary, UsersSummary } from '@benchpress/core'
import { formatBytes } from './format/format-bytes.ts'
import { formatNumber } from './format/format-number.ts'
import { plural } from './format/plural.ts'
import type { TableContent } from './table-content.ts'
import { answeredLate } from './answered-late.ts'
import { errorsTables } from './errors-table.ts'
import { iterationFailuresTable } from './iteration-failures-table.ts'
import { groupsTable, journeysTable } from './journeys-table.ts'
import { hasOnlyPlugins, waitingLines } from './plugin-requests.ts'
import { seriesTable } from './series-table.ts'
import { serversTable } from './servers-table.ts'
import { thinkLines } from './think-lines.ts'

/** What a scenario did server by server, endpoint by endpoint, journey by journey and group by group; only what tells more than the totals. */
export function partTables(scenario: ScenarioSummary): readonly TableContent[] {
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

/** Why iterations and requests of a scenario failed. */
export function failureTables(scenario: ScenarioSummary): readonly TableContent[] {
  const { users, errors } = scenario
  const failures = users?.failures ?? []
  // An iteration that is one request fails for the reason of the request.
  const isTold = failures.every(({ reason, count }) => count === countOf(reason, errors))
  const ofPlugins = users?.pluginRequests ?? []
  return [
    ...(isTold ? [] : [iterationFailuresTable(failures)]),
    ...errorsTables(scenario),
    ...ofPlugins.flatMap((requests) => errorsTables(requests, `Outcome of ${requests.plugin}`)),
  ]
}

function countOf(wanted: string, errors: ScenarioSummary['errors']): number {
  return errors.reduce((sum, { reason, count }) => (reason === wanted ? sum + count : sum), 0)
}

const timesExplanation =
  'Response times count from the planned start, whatever delayed the request; service times from its send. The send lag is how late iterations started'

/** Says of a scenario with users how many were at work, what went over the wire, and what became of feeds. */
export function usersLines(scenario: ScenarioSummary, users: UsersSummary): readonly string[] {
  const { dropped, scheduled } = users.iterations
  return [
    ...(scenario.workload.model === 'open' ? [timesExplanation] : []),
    `At most ${plural(users.mostActive, 'user')} at a time, ${formatMean(users.busy)} of them in an iteration on average`,
    ...(dropped === 0
      ? []
      : [
          `${formatNumber(dropped)} of ${plural(scheduled, 'iteration')} that were due (${formatShare(dropped / scheduled)}) dropped, because no user was free`,
        ]),
    ...waitingLines(users),
    ...thinkLines(scenario, users),
    ...lateLines(scenario),
    ...(hasOnlyPlugins(scenario) ? [] : [wireLine(scenario)]),
    ...users.pluginRequests.flatMap(pluginWireLine),
    ...statusLines(scenario),
    ...(users.retried === 0
      ? []
      : [`${plural(users.retried, 'request')} sent once more, because the target had closed an idle connection`]),
    ...users.feeds.map(describeFeed),
  ]
}

function wireLine(requests: RequestsSummary): string {
  return `${bytesOf(requests)}, on ${connectionsOf(requests)}`
}

// A plugin need not say what its connections carry, nor that it has any: what is not known is not written as 0.
function pluginWireLine(requests: PluginRequestsSummary): readonly string[] {
  const bytes = requests.dataSent + requests.dataReceived > 0 ? [bytesOf(requests)] : []
  const connections = requests.connections.opened > 0 ? [`on ${connectionsOf(requests)}`] : []
  const told = [...bytes, ...connections]
  return told.length === 0 ? [] : [`Requests of ${requests.plugin}: ${told.join(', ')}`]
}

function bytesOf({ dataSent, dataReceived }: RequestsSummary): string {
  return `${formatBytes(dataSent)} sent, ${formatBytes(dataReceived)} received`
}

function connectionsOf({ connections }: RequestsSummary): string {
  return plural(connections.opened, 'connection')
}

// Requests per second are of the run phase alone, so that they would contradict the number of requests.
function lateLines(scenario: ScenarioSummary): readonly string[] {
  const late = answeredLate(scenario)
  return late <= 0 ? [] : [`${plural(late, 'request')} answered after the end of the run phase, left out of the requests per second`]
}

// What is not nothing is never written as `0`.
function formatMean(mean: number): string {
  return mean > 0 && mean < 0.005 ? '<0.01' : formatNumber(mean)
}

// How many answers were of which class: `Answers: 4,790 2xx, 22 5xx`.
function statusLines({ statuses }: ScenarioSummary): readonly string[] {
  const classes = Map.groupBy(Object.entries(statuses), ([status]) => `${status.charAt(0)}xx`)
  const parts = [...classes].map(([name, entries]) => `${formatNumber(entries.reduce((sum, [, count]) => sum + count, 0))} ${name}`)
  return parts.length === 0 ? [] : [`Answers: ${parts.join(', ')}`]
}

function describeFeed({ name, rows, used, duplicates }: UsersSummary['feeds'][number]): string {
  const twice =
    duplicates === 0 ? 'none of them twice' : `${formatNumber(duplicates)} of them more than once, which is a fault of benchpress`
  return `Feed ${name}: ${formatNumber(used)} of ${plural(rows, 'row')} used, ${twice}`
}

function hasTellingEndpoints({ endpoints, users }: ScenarioSummary): boolean {
  if (users === null) return endpoints.length > 1
  return hasSeveral(endpoints) || (users.journeys.length > 0 && endpoints.length > 0)
}

// Of one the totals have told all, but for the times of each class.
function hasSeveral([first, ...others]: readonly SeriesSummary[]): boolean {
  return others.length > 0 || (first !== undefined && Object.keys(first.byClass).length > 1)
}

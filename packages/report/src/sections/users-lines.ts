import type { PluginRequestsSummary, RequestsSummary, ScenarioSummary, UsersSummary } from '@benchpress/core'
import { formatBytes, formatChange, formatNumber, formatShare, formatTime, littlesLaw, plural } from '@benchpress/core/report'
import { lateResponses } from './throughput.ts'
import { hasOnlyPlugins } from './users-tables.ts'

const timesExplanation =
  'Response times count from the planned start, whatever delayed the request; service times from its send. The send lag is how late iterations started'

/** Writes the lines of a scenario with users: busy users, load threads, traffic, and the used rows of feeds. */
export function usersLines(scenario: ScenarioSummary, users: UsersSummary, threads: number): readonly string[] {
  const late = lateResponses(scenario)
  return [
    ...(scenario.workload.model === 'open' ? [timesExplanation] : []),
    `At most ${plural(users.mostActive, 'user')} at a time${boundOf(threads)}, ${formatNumber(users.busy)} of them in an iteration on average${thinkingOf(users)}`,
    ...droppedLines(users),
    ...waitingLines(users),
    ...thinkLines(scenario, users),
    // Explains why requests per second, which count the run phase only, differ from the number of requests.
    ...(late <= 0 ? [] : [`${plural(late, 'response')} came after the end of the run phase, left out of the requests per second`]),
    ...(hasOnlyPlugins(scenario) ? [] : [`${bytesOf(scenario)}, on ${connectionsOf(scenario)}`]),
    ...users.pluginRequests.flatMap(pluginWireLine),
    ...statusLines(scenario),
    ...users.feeds.map(describeFeed),
  ]
}

function thinkingOf({ thinking = 0 }: UsersSummary): string {
  return thinking === 0 ? '' : `, ${formatNumber(thinking)} of those thinking`
}

// The peaks of threads, and of merged results, are at different times.
function boundOf(threads: number): string {
  return threads > 1 ? ` (an upper bound: the sum of the most that each of ${threads} load threads had)` : ''
}

/** Writes the number of dropped iterations; empty where none was dropped. */
export function droppedLines({ iterations: { dropped, scheduled } }: UsersSummary): readonly string[] {
  if (dropped === 0) return []
  const share = formatShare(dropped / scheduled)
  return [`${formatNumber(dropped)} of ${plural(scheduled, 'iteration')} that were due (${share}) dropped, because no user was free`]
}

// For each plugin that sent requests: `2.1 users waited for replies of redis on average, 0 for what the target sends by itself`.
function waitingLines({ pluginRequests, waiting, waitingForReplies }: UsersSummary): readonly string[] {
  if (pluginRequests.length === 0) return []
  const plugins = pluginRequests.map(({ plugin }) => plugin).join(' and ')
  const replies = `${plural(waitingForReplies, 'user')} waited for replies of ${plugins} on average`
  return [waiting === 0 ? replies : `${replies}, ${formatNumber(waiting)} for what the target sends by itself`]
}

// For users with think time: its overshoot, and the prediction of Little's law for a closed workload.
function thinkLines(scenario: ScenarioSummary, { thinkOvershoot }: UsersSummary): readonly string[] {
  if (thinkOvershoot.count === 0) return []
  const law = littlesLaw(scenario)
  const { mean, max } = thinkOvershoot
  return [
    `Think times took ${formatTime(mean ?? 0)} longer than asked on average, at most ${formatTime(max ?? 0)}`,
    ...(law === null
      ? []
      : [
          `${plural(law.users, 'user')} x ${plural(law.requestsPerIteration, 'request')} in ${formatTime(law.iterationDuration)} make ${formatNumber(law.predicted)} requests/s by Little's law; ${formatNumber(law.measured)} were measured (${formatChange(law.residual)})`,
        ]),
  ]
}

// A plugin need not report bytes and connections, which are then left out rather than written as 0.
function pluginWireLine(requests: PluginRequestsSummary): readonly string[] {
  const bytes = requests.dataSent + requests.dataReceived > 0 ? [bytesOf(requests)] : []
  const connections = requests.connections.opened > 0 ? [`on ${connectionsOf(requests)}`] : []
  const known = [...bytes, ...connections]
  return known.length === 0 ? [] : [`Requests of ${requests.plugin}: ${known.join(', ')}`]
}

function bytesOf({ dataSent, dataReceived }: RequestsSummary): string {
  return `${formatBytes(dataSent)} sent, ${formatBytes(dataReceived)} received`
}

function connectionsOf({ connections }: RequestsSummary): string {
  const notable = notableConnections(connections).map(({ count, what }) => `, ${formatNumber(count)} of them ${what}`)
  return `${plural(connections.opened, 'connection')}${notable.join('')}`
}

/** The connections of a scenario that a reader should know of, with what happened to them. */
export function notableConnections({
  closedAfterResponse,
  surplus,
}: RequestsSummary['connections']): readonly { readonly count: number; readonly what: string }[] {
  return [
    { count: closedAfterResponse, what: 'closed after a response that announced it' },
    { count: surplus, what: 'received bytes that no request asked for' },
  ].filter(({ count }) => count > 0)
}

// The number of responses of each class: `Responses: 4,790 2xx, 22 5xx`.
function statusLines({ statuses }: ScenarioSummary): readonly string[] {
  const classes = Map.groupBy(Object.entries(statuses), ([status]) => `${status.charAt(0)}xx`)
  const parts = [...classes].map(([name, entries]) => `${formatNumber(entries.reduce((sum, [, count]) => sum + count, 0))} ${name}`)
  return parts.length === 0 ? [] : [`Responses: ${parts.join(', ')}`]
}

function describeFeed({ name, rows, used, duplicates }: UsersSummary['feeds'][number]): string {
  const twice =
    duplicates === 0 ? 'none of them twice' : `${formatNumber(duplicates)} of them more than once, which is a fault of benchpress`
  return `Feed ${name}: ${formatNumber(used)} of ${plural(rows, 'row')} used, ${twice}`
}

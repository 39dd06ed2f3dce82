import { countPluginFailures, formatShare, pluginFailedShare, pluginOutcomes } from '@benchpress/core'
import type { PluginRequestsSummary, ScenarioSummary, UsersSummary } from '@benchpress/core'
import { formatNumber } from '../format/format-number.ts'
import { formatSeconds } from '../format/format-seconds.ts'
import { plural } from '../format/plural.ts'
import type { TableContent } from './table-content.ts'

/** The rows of the totals for requests of plugins: `Requests of redis`, started, ok, failed and aborted. */
export function pluginTotals({ pluginRequests }: UsersSummary): readonly (readonly string[])[] {
  return pluginRequests.map(({ plugin, started, outcomes }) => [
    `Requests of ${plugin}`,
    ...[started, outcomes.ok, countPluginFailures(outcomes), outcomes.aborted].map(formatNumber),
    '',
    '',
  ])
}

/** Says of each plugin how many of its requests failed, and how: `12 of 5,000 requests of redis failed (0.24 %): 10 timeout, 2 reset`. */
export function pluginFailures({ users }: ScenarioSummary): readonly string[] {
  return (users?.pluginRequests ?? []).filter(({ outcomes }) => countPluginFailures(outcomes) > 0).map(describeFailures)
}

/** Why requests of a plugin failed, the most frequent reason first. */
export function pluginFailuresTable({ plugin, failures }: PluginRequestsSummary): TableContent {
  return {
    head: [`Requests of ${plugin} that failed`, 'Reason', 'Count', 'First', 'Last'],
    texts: ['Reason'],
    rows: failures.map(({ outcome, reason, count, first, last }) => [
      outcome,
      reason,
      formatNumber(count),
      formatSeconds(first),
      formatSeconds(last),
    ]),
  }
}

/** Says what users waited for on average, where a plugin has sent requests: `2.1 users waited for replies of redis, 0 for what the target sends by itself`. */
export function waitingLines({ pluginRequests, waiting, waitingForReplies }: UsersSummary): readonly string[] {
  if (pluginRequests.length === 0) return []
  const plugins = pluginRequests.map(({ plugin }) => plugin).join(' and ')
  const replies = `${plural(waitingForReplies, 'user')} waited for replies of ${plugins} on average`
  return [waiting === 0 ? replies : `${replies}, ${formatNumber(waiting)} for what the target sends by itself`]
}

function describeFailures({ plugin, started, outcomes }: PluginRequestsSummary): string {
  const failures = pluginOutcomes.filter((outcome) => outcome !== 'ok' && outcome !== 'aborted' && outcomes[outcome] > 0)
  const parts = failures.map((outcome) => `${formatNumber(outcomes[outcome])} ${outcome}`).join(', ')
  const failed = `${formatNumber(countPluginFailures(outcomes))} of ${formatNumber(started)} requests of ${plugin} failed`
  return `${failed} (${formatShare(pluginFailedShare(outcomes))}): ${parts}`
}

import { countFailures, failedShare, formatShare, outcomes } from '@benchpress/core'
import type { PluginRequestsSummary, ScenarioSummary, UsersSummary } from '@benchpress/core'
import { formatNumber } from './format/format-number.ts'
import { plural } from './format/plural.ts'

/** Whether all requests of a scenario were those of plugins: then there is nothing to say of HTTP. */
export function hasOnlyPlugins({ counts, users }: ScenarioSummary): boolean {
  return counts.scheduled === 0 && users !== null && users.pluginRequests.length > 0
}

/** Says of each plugin how many of its requests failed, and how: `12 of 5,000 requests of redis failed (0.24 %): 10 timeout, 2 reset`. */
export function pluginFailures({ users }: ScenarioSummary): readonly string[] {
  return (users?.pluginRequests ?? []).filter(({ counts }) => countFailures(counts.outcomes) > 0).map(describeFailures)
}

/** Says what users waited for on average, where a plugin has sent requests: `2.1 users waited for replies of redis, 0 for what the target sends by itself`. */
export function waitingLines({ pluginRequests, waiting, waitingForReplies }: UsersSummary): readonly string[] {
  if (pluginRequests.length === 0) return []
  const plugins = pluginRequests.map(({ plugin }) => plugin).join(' and ')
  const replies = `${plural(waitingForReplies, 'user')} waited for replies of ${plugins} on average`
  return [waiting === 0 ? replies : `${replies}, ${formatNumber(waiting)} for what the target sends by itself`]
}

function describeFailures({ plugin, counts: { started, outcomes: ended } }: PluginRequestsSummary): string {
  const failures = outcomes.filter((outcome) => outcome !== 'ok' && outcome !== 'aborted' && ended[outcome] > 0)
  const parts = failures.map((outcome) => `${formatNumber(ended[outcome])} ${outcome}`).join(', ')
  const failed = `${formatNumber(countFailures(ended))} of ${plural(started, 'request')} of ${plugin} failed`
  return `${failed} (${formatShare(failedShare(ended))}): ${parts}`
}

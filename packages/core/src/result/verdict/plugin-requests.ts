import { outcomes, type Outcome, type OutcomeCounts } from '../../model/metrics/outcome.ts'
import type { PluginRequestsSummary, RequestsSummary, ScenarioSummary } from '../summary/summary.ts'
import { formatCount } from './figures.ts'

/** The requests of a scenario by plugin. */
export function pluginRequestsOf({ users }: ScenarioSummary): readonly PluginRequestsSummary[] {
  return users?.pluginRequests ?? []
}

/** Requests of one kind, with what is said behind the word `requests` to name them: nothing for those over HTTP, ` of redis` for those of a plugin. */
export interface RequestKind {
  readonly requests: RequestsSummary
  readonly of: string
}

/** The requests of a scenario that are looked at by themselves: those over HTTP, then those of each plugin. */
export function requestKinds(scenario: ScenarioSummary): readonly RequestKind[] {
  return [{ requests: scenario, of: '' }, ...pluginRequestsOf(scenario).map((requests) => ({ requests, of: ` of ${requests.plugin}` }))]
}

/** Requests of a scenario that were started, over HTTP and by plugins. */
export function countStarted(scenario: ScenarioSummary): number {
  return pluginRequestsOf(scenario).reduce((sum, { counts }) => sum + counts.started, scenario.counts.started)
}

/** The outcome that most requests failed with. */
export function mostFrequentFailure(counts: OutcomeCounts): Outcome {
  const failures = outcomes.filter((outcome) => outcome !== 'ok' && outcome !== 'aborted')
  return failures.reduce((most, outcome) => (counts[outcome] > counts[most] ? outcome : most))
}

/** Lists outcomes that occurred: `3 error, 120 refused`. */
export function listOutcomes(counts: OutcomeCounts, isListed: (outcome: Outcome) => boolean = () => true): string {
  return outcomes
    .filter((outcome) => counts[outcome] > 0 && isListed(outcome))
    .map((outcome) => `${formatCount(counts[outcome])} ${outcome}`)
    .join(', ')
}

/** Names the plugins that a scenario sent requests with: `redis`, `redis and socketio`. */
export function namePlugins(scenario: ScenarioSummary): string {
  return pluginRequestsOf(scenario)
    .map(({ plugin }) => plugin)
    .join(' and ')
}

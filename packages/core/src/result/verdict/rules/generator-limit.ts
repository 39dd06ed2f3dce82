import { localLimitIn } from '../../../model/metrics/local-limit.ts'
import type { ScenarioSummary, TestSummary } from '../../summary/summary.ts'
import { formatCount, formatNumberOf } from '../figures.ts'
import { countStarted, pluginRequestsOf } from '../plugin-requests.ts'
import { scenarioReasons } from '../scenario-reasons.ts'
import type { Reason } from '../verdict.ts'

/**
 * Requests that the generator could not send for want of files, ports, memory or leave of its own firewall: the target never saw them.
 *
 * One of them is enough. What the limit did to all others cannot be told from their figures: those that waited for a connection, or were not
 * asked because an iteration had failed, are missing without a trace. In the warm-up alone it is a note.
 */
export function generatorLimit(summary: TestSummary): readonly Reason[] {
  return scenarioReasons(summary, (scenario) => {
    const limited = countLocalErrors(scenario)
    if (limited > 0) {
      const text = `${formatCount(limited)} of ${formatNumberOf(countStarted(scenario), 'request')} ended as local_error${describeLimits(scenario)}`
      return [{ rule: 'generator-limit', level: 'invalid', text }]
    }
    const before = scenario.warmup?.counts.outcomes.local_error ?? 0
    if (before === 0) return []
    const text = `${formatNumberOf(before, 'request')} of the warm-up ended as local_error${describeLimits(scenario)}`
    return [{ rule: 'generator-limit', level: 'note', text }]
  })
}

/** Requests of a scenario, over HTTP and by plugins, that a limit of the generator kept from being sent. */
export function countLocalErrors(scenario: ScenarioSummary): number {
  return pluginRequestsOf(scenario).reduce(
    (sum, requests) => sum + requests.counts.outcomes.local_error,
    scenario.counts.outcomes.local_error,
  )
}

/** The limits that a scenario ran into, and what to raise. */
function describeLimits(scenario: ScenarioSummary): string {
  const causes = [...scenario.errors, ...pluginRequestsOf(scenario).flatMap(({ errors }) => errors)]
  const reasons = causes.filter(({ outcome }) => outcome === 'local_error').map(({ reason }) => reason)
  const limits = new Map(reasons.flatMap((reason) => localLimitIn(reason) ?? []).map((limit) => [limit.code, limit]))
  if (limits.size === 0) return ', which is not the target'
  return [...limits.values()].map(({ code, text, remedy }) => `; ${text} (${code}), which is not the target: ${remedy}`).join('')
}

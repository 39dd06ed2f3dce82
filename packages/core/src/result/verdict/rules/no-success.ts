import { countFailures, outcomes } from '../../../model/metrics/outcome.ts'
import type { PluginRequestsSummary, ScenarioSummary, TestSummary, UsersSummary } from '../../summary/summary.ts'
import { formatCount, formatNumberOf } from '../figures.ts'
import { hasStarted } from '../nothing-started.ts'
import { hasOnlyFailures } from '../only-failures.ts'
import { countStarted, listOutcomes } from '../plugin-requests.ts'
import { hintFor } from '../reason-hint.ts'
import { scenarioReasons } from '../scenario-reasons.ts'
import type { Reason } from '../verdict.ts'

/**
 * Without one `ok` answer over HTTP, or to what a plugin asks, or without one iteration that was completed, nothing was measured but failures.
 *
 * What an interruption kept from starting did not fail, nor did iterations that were under way until the end of the test. A journey need
 * not send a request.
 */
export function noSuccess(summary: TestSummary): readonly Reason[] {
  return scenarioReasons(
    summary,
    (scenario) => {
      const text = describe(scenario)
      return text === null ? [] : [{ rule: 'no-success', level: 'invalid', text }]
    },
    (scenario) => hasStarted(scenario) || summary.interrupted === null,
  )
}

function describe(scenario: ScenarioSummary): string | null {
  const { counts, users } = scenario
  if (!hasStarted(scenario)) return users === null ? 'no request was started' : describeNoIteration(users)
  if (counts.started > 0 && counts.outcomes.ok === 0) return describeRequests(scenario)
  return users === null ? null : (describePlugins(users) ?? describeIterations(users) ?? describeStuck(scenario, users))
}

function describePlugins({ pluginRequests }: UsersSummary): string | null {
  const failed = pluginRequests.find(({ counts: { outcomes: ended } }) => ended.ok === 0 && countFailures(ended) > 0)
  return failed === undefined ? null : describePlugin(failed)
}

function describePlugin({ plugin, counts: { started, outcomes: ended }, errors: [first] }: PluginRequestsSummary): string {
  const reason = first === undefined ? '' : `, with reasons such as ${first.reason}${hintFor([first])}`
  return `not one of ${formatNumberOf(started, 'request')} of ${plugin} ended ok: ${listOutcomes(ended)}${reason}`
}

function describeRequests({ counts, errors }: ScenarioSummary): string {
  const ended = outcomes
    .filter((outcome) => counts.outcomes[outcome] > 0)
    .map((outcome) => `${formatCount(counts.outcomes[outcome])} ${outcome}`)
  const error = errors.find(({ outcome }) => outcome !== 'aborted')
  const reason = error === undefined ? '' : `, with reasons such as ${error.reason}${hintFor([error])}`
  return `not one of ${formatNumberOf(counts.started, 'request')} ended ok: ${ended.join(', ')}${reason}`
}

function describeIterations(users: UsersSummary): string | null {
  const { iterations, failures } = users
  if (!hasOnlyFailures(users)) return null
  const aborted = iterations.aborted > 0 ? `, ${formatCount(iterations.aborted)} aborted` : ''
  const text = `not one of ${formatNumberOf(iterations.started, 'iteration')} was completed: ${formatCount(iterations.failed)} failed${aborted}`
  return `${text}${describeReason(failures)}`
}

// A journey may last as long as the test does, but then something is known of what it did.
function describeStuck(scenario: ScenarioSummary, { iterations, checks, groups, waiting, pluginRequests }: UsersSummary): string | null {
  const isAnswered = scenario.counts.started > 0 || pluginRequests.some(({ counts }) => counts.outcomes.ok > 0)
  const isHeardOf = isAnswered || waiting > 0 || checks.length + groups.length > 0
  if (isHeardOf || iterations.completed > 0 || iterations.aborted === 0) return null
  const rest = iterations.failed === 0 ? 'all' : 'those that did not fail'
  const sent = countStarted(scenario) > 0 ? 'answered' : 'sent'
  return `not one of ${formatNumberOf(iterations.started, 'iteration')} was completed, and no request was ${sent}: ${rest} were aborted at the end`
}

function describeNoIteration({ created, failed, failures, iterations, waiting }: UsersSummary): string | null {
  // Users that began in the warm-up, and held until the end what they had subscribed to.
  if (waiting > 0) return null
  if (failed > 0)
    return `no iteration was started: ${formatCount(failed)} of ${formatNumberOf(created, 'user')} failed before${describeReason(failures)}`
  return iterations.dropped > 0 ? `no iteration was started: ${formatCount(iterations.dropped)} were dropped` : 'no iteration was started'
}

function describeReason([first]: UsersSummary['failures']): string {
  return first === undefined ? '' : `, with reasons such as ${first.reason}`
}

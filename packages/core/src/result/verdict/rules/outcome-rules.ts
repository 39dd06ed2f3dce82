import { countFailures, failedShare, sumOutcomes } from '../../../model/metrics/outcome.ts'
import type { UsersSummary } from '../../summary/users-summary.ts'
import type { ErrorSummary, RequestsSummary } from '../../summary/requests-summary.ts'
import type { ScenarioSummary } from '../../summary/scenario-summary.ts'
import { formatNumber, formatPercentile, formatShare, plural } from '../../../base/units/format.ts'
import { countStarted, listOutcomes } from '../request-kinds.ts'
import { finding, hasStarted, requestRule, rule, scenarioRule, type Finding, type Rule } from '../rule.ts'
import { parseSelector, type ThresholdResult } from '../../threshold/threshold.ts'

/**
 * Share of failed requests above which a note reports them.
 *
 * The rarest percentile that is printed is p99.9: with more failures than one in a thousand, every request beyond it may have failed.
 */
export const notableFailures = 0.001

/**
 * Share of failed requests above which the result is suspect.
 *
 * Requests without a response have no response time, and refusals are often quick. With more than one in twenty, no percentile from p95 up describes
 * the requests that were sent, and the throughput counts work that was not done.
 */
export const excessiveFailures = 0.05

/**
 * Share of requests with a wrong response or none, without timeouts, above which the result is suspect.
 *
 * Lower than {@link excessiveFailures}, which is about the response times: a target that refuses, or gives a wrong response to, more than one request
 * in a hundred does other work than the test is meant to measure, and not doing the work is often quick. Timeouts are part of the response times.
 */
export const excessiveWrong = 0.01

/**
 * Share of the time in flight that was spent in requests that were cut off, or in timeouts, above which the result is suspect.
 *
 * A few requests can be most of the load: ten connections to a target that stands still send nothing more. Above a tenth, users waited this share of
 * their time in vain, and neither throughput nor percentiles show it.
 */
export const timeWithoutResponse = 0.1

/**
 * Reports a scenario in which no request over HTTP or of a plugin ended `ok`, or no iteration was completed, so that only failures were measured.
 *
 * Iterations that an interruption kept from starting did not fail, nor did those that were under way until the end of the test. A journey need not send
 * a request.
 */
export const noSuccess: Rule = scenarioRule(
  'no-success',
  (scenario) => finding('invalid', describeNoSuccess(scenario)),
  (scenario, { interrupted }) => hasStarted(scenario) || interrupted === null,
)

function describeNoSuccess(scenario: ScenarioSummary): string | null {
  const { counts, users } = scenario
  if (!hasStarted(scenario)) return users === null ? 'no request was started' : describeNoIteration(users)
  if (counts.started > 0 && counts.outcomes.ok === 0) return describeRequests(scenario, scenario.errors.find(isOfTarget))
  return users === null ? null : (describePlugins(users) ?? describeIterations(scenario, users) ?? describeStuck(scenario, users))
}

function describePlugins({ pluginRequests }: UsersSummary): string | null {
  const failed = pluginRequests.find(({ counts: { outcomes: ended } }) => ended.ok === 0 && countFailures(ended) > 0)
  return failed === undefined ? null : describeRequests(failed, failed.errors[0], ` of ${failed.plugin}`)
}

function describeRequests({ counts: { started, outcomes: ended } }: RequestsSummary, error: ErrorSummary | undefined, of = ''): string {
  const reason = error === undefined ? '' : `, with reasons such as ${error.reason}${hintFor([error])}`
  return `not one of ${plural(started, 'request')}${of} ended ok: ${listOutcomes(ended)}${reason}`
}

function describeIterations(scenario: ScenarioSummary, { iterations, failures }: UsersSummary): string | null {
  if (!hasOnlyFailures(scenario)) return null
  const aborted = iterations.aborted > 0 ? `, ${formatNumber(iterations.aborted)} aborted` : ''
  const text = `not one of ${plural(iterations.started, 'iteration')} was completed: ${formatNumber(iterations.failed)} failed${aborted}`
  return `${text}${describeReason(failures)}`
}

// An iteration may last as long as the test, but then its requests, waits or checks are known.
function describeStuck(scenario: ScenarioSummary, { iterations, checks, groups, waiting, pluginRequests }: UsersSummary): string | null {
  const hasRequests = scenario.counts.started > 0 || pluginRequests.some(({ counts }) => counts.outcomes.ok > 0)
  const isKnown = hasRequests || waiting > 0 || checks.length + groups.length > 0
  if (isKnown || iterations.completed > 0 || iterations.aborted === 0) return null
  const rest = iterations.failed === 0 ? 'all' : 'those that did not fail'
  const requests = countStarted(scenario) > 0 ? 'got a response' : 'was sent'
  return `not one of ${plural(iterations.started, 'iteration')} was completed, and no request ${requests}: ${rest} were aborted at the end`
}

function describeNoIteration({ created, failed, failures, iterations, waiting }: UsersSummary): string | null {
  // Users that began in the warm-up, and kept their subscriptions until the end.
  if (waiting > 0) return null
  const dropped = iterations.dropped > 0 ? `: ${formatNumber(iterations.dropped)} were dropped` : ''
  const users = `: ${formatNumber(failed)} of ${plural(created, 'user')} failed before${describeReason(failures)}`
  return `no iteration was started${failed > 0 ? users : dropped}`
}

function describeReason([first]: UsersSummary['failures']): string {
  return first === undefined ? '' : `, with reasons such as ${first.reason}`
}

/**
 * Whether every iteration of a scenario failed that could end.
 *
 * An iteration may last as long as the test, as with a subscription: when users spent most of their time in iterations that did not end, not all failed.
 */
function hasOnlyFailures({ users, duration }: ScenarioSummary): boolean {
  if (users === null) return false
  const { iterations, iterationDuration, busy } = users
  const { started, completed, failed } = iterations
  if (completed > 0 || failed === 0) return false
  const timeOfFailed = ((iterationDuration.mean ?? 0) * iterationDuration.count) / 1000
  return failed >= started || timeOfFailed >= (busy * duration) / 2
}

/** Reports failures, over HTTP and for each plugin: they take the slowest requests out of the response times, or put timeouts into them. */
export const errors: Rule = requestRule('errors', ({ requests, of }) => {
  const ended = requests.counts.outcomes
  const share = failedShare(ended)
  const waited = shareOfTimeouts(requests)
  const timeouts = describeTimeouts(ended.timeout, waited, of)
  const stoodStill = waited > timeWithoutResponse
  // When everything failed, the rule no-success reports it.
  if (ended.ok === 0 || share <= notableFailures) return timeouts === '' ? null : finding(stoodStill ? 'suspect' : 'note', timeouts)
  const total = sumOutcomes(ended) - ended.aborted
  const untimed = share - ended.timeout / total
  const isExcessive = share > excessiveFailures || untimed > excessiveWrong || stoodStill
  // Timeouts are part of the response times, and hide nothing.
  const hidden = countFailures(ended) > ended.timeout ? consequenceOf(untimed) : ''
  const consequences = [hidden, timeouts].filter((text) => text !== '').join('; ')
  const list = `${listOutcomes(ended, (outcome) => outcome !== 'ok' && outcome !== 'aborted')} of ${formatNumber(total)}`
  const text = `${formatShare(share)} of the requests${of} failed (${list}${describeCause(requests, of)}): ${consequences}`
  return finding(isExcessive ? 'suspect' : 'note', text)
})

function isOfTarget({ outcome }: ErrorSummary): boolean {
  return outcome !== 'aborted'
}

// The outcomes of HTTP explain themselves, so only a hint is added; failures of a plugin have their own reasons.
function describeCause({ errors: causes }: RequestsSummary, of: string): string {
  const first = causes.find(isOfTarget)
  return of === '' || first === undefined ? hintFor(causes) : `, most often with ${first.reason}${hintFor([first])}`
}

function consequenceOf(share: number): string {
  const beyond = formatPercentile((1 - share) * 100)
  return share > excessiveFailures
    ? `the response times are those of the survivors, and nothing beyond ${beyond} can be believed`
    : `all that lies beyond ${beyond} may be requests that failed`
}

function describeTimeouts(count: number, waited: number, of: string): string {
  if (count === 0) return ''
  const included = `the response times${of} include ${count === 1 ? '1 timeout' : `${formatNumber(count)} timeouts`}, each as long as its timeout`
  const stood = `, up to ${formatShare(waited)} of the time in flight`
  return waited > timeWithoutResponse ? `${included}${stood}` : included
}

// No request takes longer than the timeout; when timeouts differ, this is an upper bound.
function shareOfTimeouts({ counts: { outcomes: ended }, serviceTime: { max, mean, count } }: RequestsSummary): number {
  if (ended.timeout === 0 || max === null || mean === null || mean === 0) return 0
  return Math.min(1, (ended.timeout * max) / (mean * count))
}

const asksForCertificate = /ALERT_(?:CERTIFICATE_REQUIRED|BAD_CERTIFICATE|HANDSHAKE_FAILURE)/

/** A hint on failures of TLS for want of a client certificate, as text to append; empty for any other. */
function hintFor(causes: readonly Pick<ErrorSummary, 'reason'>[]): string {
  const isKnown = causes.some(({ reason }) => asksForCertificate.test(reason))
  return isKnown ? '; the target asks for a client certificate: give tls.cert and tls.key (--cert, --key)' : ''
}

/**
 * Reports iterations that failed: a failed journey ends early, so its remaining requests are missing from the load, and its duration from those of
 * complete iterations.
 */
export const iterationFailures: Rule = scenarioRule('iteration-failures', (scenario) => {
  const { users } = scenario
  // When everything failed, the rule no-success reports it.
  if (users === null || hasOnlyFailures(scenario)) return null
  const { failed, all, share } = countFailedIterations(users)
  if (share <= notableFailures) return null
  const [first] = users.failures
  const reason = first === undefined ? '' : `, most often with ${first.reason} (${formatNumber(first.count)})`
  const figures = `${formatShare(share)} of the iterations failed (${formatNumber(failed)} of ${formatNumber(all)}${reason})`
  return share > excessiveFailures
    ? finding('suspect', `${figures}: what they did not get to is missing from the load`)
    : finding('note', figures)
})

/** Counts failed iterations; when iterations last as long as the test, those still under way at its end did not fail, and count in the total. */
export function countFailedIterations({
  iterations: { completed, failed, aborted },
}: UsersSummary): Readonly<Record<'failed' | 'all' | 'share', number>> {
  const all = failed + (completed === 0 ? aborted : completed)
  return { failed, all, share: failed === 0 ? 0 : failed / all }
}

/** Reports errors that journeys and plugins threw outside of iterations, which no other figure shows. */
export const strayErrors: Rule = rule('stray-errors', ({ generator: { strayErrors: stray } }) => {
  if (stray === null) return null
  const belong = stray.count === 1 ? 'belongs' : 'belong'
  return finding('note', `${plural(stray.count, 'error')} of journeys or plugins ${belong} to no iteration; the first: ${stray.first}`)
})

const mostNamed = 3

/**
 * A check that fails changes no outcome, but unexpected responses must still be visible next to their times.
 *
 * A check may be about anything, such as whether a bid was accepted. A test with a threshold on its checks uses them to count correct responses: when
 * more of them fail than {@link excessiveWrong}, the target does other work than the test is meant to measure, as with failed requests. When none passes, nothing that was meant was measured.
 */
export const checksFailed: Rule = rule('checks-failed', (summary) => [
  ...summary.thresholds.flatMap((threshold) => judgeThreshold(threshold) ?? []),
  ...failingChecks(summary),
])

// The limit of the threshold does not matter: it is about what is accepted of the target, not about what its times mean.
function judgeThreshold({ selector, condition, actual }: ThresholdResult): Finding | null {
  const on = parseSelector(selector)
  if ('problem' in on || on.metric !== 'checks' || actual === null || actual >= 1 - excessiveWrong) return null
  const what = actual === 0 ? 'not one check passed' : `${formatShare(1 - actual)} of the checks failed`
  const by = `that the threshold ${selector} ${condition} counts right responses by`
  const effect = `the times are those of a target that did ${actual === 0 ? 'none of the' : 'other'} work`
  return finding(actual === 0 ? 'invalid' : 'suspect', `${what} ${by}: ${effect}`)
}

const failingChecks: Rule = scenarioRule('checks-failed', ({ users }) => {
  const failing = (users?.checks ?? []).filter(({ failed }) => failed > 0).toSorted((one, other) => other.failed - one.failed)
  if (failing.length === 0) return null
  const named = failing
    .slice(0, mostNamed)
    .map(({ name, passed, failed }) => `'${name}' ${formatNumber(failed)} of ${plural(passed + failed, 'time')}`)
  const more = failing.length > mostNamed ? `, and ${plural(failing.length - mostNamed, 'other')}` : ''
  return finding('note', `checks failed: ${named.join(', ')}${more}`)
})

import { countFailures, failedShare, sumOutcomes, type OutcomeCounts } from '../../../model/metrics/outcome.ts'
import type { UsersSummary } from '../../summary/users-summary.ts'
import type { ErrorSummary, PluginRequestsSummary, RequestsSummary } from '../../summary/requests-summary.ts'
import type { ScenarioSummary } from '../../summary/scenario-summary.ts'
import type { TestSummary } from '../../summary/test-summary.ts'
import { formatCount, formatNumberOf, formatPercentile, formatShare } from '../../../base/units/format.ts'
import { countStarted, listOutcomes, requestKinds, type RequestKind } from '../request-kinds.ts'
import { hasStarted, scenarioReasons, type Reason } from '../verdict.ts'

/**
 * Share of failed requests above which a note names them.
 *
 * The rarest percentile that is printed is p99.9: with more failures than one in a thousand, all that lies beyond it may have failed.
 */
export const notableFailures = 0.001

/**
 * Share of failed requests above which the result is suspect.
 *
 * Requests without a response have no response time, and refusals are often quick. With more of them than one in twenty, no percentile
 * from p95 up says anything of the requests that were sent, and the throughput counts work that was not done.
 */
export const excessiveFailures = 0.05

/**
 * Share of requests without a right response, timeouts left out, above which the result is suspect.
 *
 * Lower than {@link excessiveFailures}, which is about what the times can bear: a target that refuses, or gives a wrong response to, more than one request
 * in a hundred does other work than the test is a test of, and what it does not do is often quick. Timeouts are in the response times.
 */
export const excessiveWrong = 0.01

/**
 * Share of the time in flight that was spent in requests that were cut off, or in timeouts, above which the result is suspect.
 *
 * Few requests can be most of the load: ten connections to a target that stands still send nothing more. Of what users waited for, a tenth
 * then came to no end, and no throughput or percentile says so.
 */
export const timeWithoutResponse = 0.1

/**
 * Without one `ok` response over HTTP, or to what a plugin asks, or without one iteration that was completed, nothing was measured but failures.
 *
 * What an interruption kept from starting did not fail, nor did iterations that were under way until the end of the test. A journey need
 * not send a request.
 */
export function noSuccess(summary: TestSummary): readonly Reason[] {
  return scenarioReasons(
    summary,
    (scenario) => {
      const text = describeNoSuccess(scenario)
      return text === null ? [] : [{ rule: 'no-success', level: 'invalid', text }]
    },
    (scenario) => hasStarted(scenario) || summary.interrupted === null,
  )
}

function describeNoSuccess(scenario: ScenarioSummary): string | null {
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

function describeRequests({ counts, errors: causes }: ScenarioSummary): string {
  const error = causes.find(({ outcome }) => outcome !== 'aborted')
  const reason = error === undefined ? '' : `, with reasons such as ${error.reason}${hintFor([error])}`
  return `not one of ${formatNumberOf(counts.started, 'request')} ended ok: ${listOutcomes(counts.outcomes)}${reason}`
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
  const hasRequests = scenario.counts.started > 0 || pluginRequests.some(({ counts }) => counts.outcomes.ok > 0)
  const isKnown = hasRequests || waiting > 0 || checks.length + groups.length > 0
  if (isKnown || iterations.completed > 0 || iterations.aborted === 0) return null
  const rest = iterations.failed === 0 ? 'all' : 'those that did not fail'
  const requests = countStarted(scenario) > 0 ? 'got a response' : 'was sent'
  return `not one of ${formatNumberOf(iterations.started, 'iteration')} was completed, and no request ${requests}: ${rest} were aborted at the end`
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

/**
 * Whether nothing is known of a scenario's iterations but that they failed.
 *
 * An iteration may last as long as the test, as that of a user who holds a subscription: where most were under way until the end, or most of
 * their time was spent waiting for the target, those that failed are some and not all.
 */
function hasOnlyFailures({ iterations, busy, waiting }: UsersSummary): boolean {
  const { completed, failed, aborted } = iterations
  return completed === 0 && failed > 0 && failed >= aborted && waiting <= busy / 2
}

/** Failures take the slowest requests out of the response times, or put timeouts into them; of the requests of each plugin as of those over HTTP. */
export function errors(summary: TestSummary): readonly Reason[] {
  return scenarioReasons(summary, (scenario) => requestKinds(scenario).flatMap(judgeOutcomes))
}

function judgeOutcomes({ requests, of }: RequestKind): readonly Reason[] {
  const ended = requests.counts.outcomes
  const share = failedShare(ended)
  const waited = shareOfTimeouts(requests)
  const timeouts = describeTimeouts(ended.timeout, waited, of)
  const stoodStill = waited > timeWithoutResponse
  // Nothing but failures is the rule no-success.
  if (ended.ok === 0 || share <= notableFailures)
    return timeouts === '' ? [] : [{ rule: 'errors', level: stoodStill ? 'suspect' : 'note', text: timeouts }]
  const untimed = share - ended.timeout / (sumOutcomes(ended) - ended.aborted)
  const isExcessive = share > excessiveFailures || untimed > excessiveWrong || stoodStill
  const consequences = [...(hasOthers(ended) ? [consequenceOf(untimed)] : []), ...(timeouts === '' ? [] : [timeouts])].join('; ')
  const list = `${listFailures(ended)}${describeCause(requests, of)}`
  const text = `${formatShare(share)} of the requests${of} failed (${list}): ${consequences}`
  return [{ rule: 'errors', level: isExcessive ? 'suspect' : 'note', text }]
}

// What the outcomes of HTTP leave to say is what to do about them; those of a plugin have reasons of its own.
function describeCause({ errors: causes }: RequestsSummary, of: string): string {
  const first = causes.find(({ outcome }) => outcome !== 'aborted')
  return of === '' || first === undefined ? hintFor(causes) : `, most often with ${first.reason}${hintFor([first])}`
}

// What timed out is in the response times, and hides nothing.
function hasOthers(ended: OutcomeCounts): boolean {
  return countFailures(ended) > ended.timeout
}

function consequenceOf(share: number): string {
  const beyond = formatPercentile((1 - share) * 100)
  return share > excessiveFailures
    ? `the response times are those of the survivors, and nothing beyond ${beyond} can be believed`
    : `all that lies beyond ${beyond} may be requests that failed`
}

function listFailures(ended: OutcomeCounts): string {
  const list = listOutcomes(ended, (outcome) => outcome !== 'ok' && outcome !== 'aborted')
  return `${list} of ${formatCount(sumOutcomes(ended) - ended.aborted)}`
}

function describeTimeouts(count: number, waited: number, of: string): string {
  if (count === 0) return ''
  const included = `the response times${of} include ${count === 1 ? '1 timeout' : `${formatCount(count)} timeouts`}, each as long as its timeout`
  const stood = `, up to ${formatShare(waited)} of the time in flight: the target may have stood still`
  return waited > timeWithoutResponse ? `${included}${stood}` : included
}

// No request takes longer than one that timed out: where timeouts differ, it is the most that it can be.
function shareOfTimeouts({ counts: { outcomes: ended }, serviceTime: { max, mean, count } }: RequestsSummary): number {
  if (ended.timeout === 0 || max === null || mean === null || mean === 0) return 0
  return Math.min(1, (ended.timeout * max) / (mean * count))
}

const hints: readonly (readonly [reason: RegExp, hint: string])[] = [
  [
    /ALERT_(?:CERTIFICATE_REQUIRED|BAD_CERTIFICATE|HANDSHAKE_FAILURE)/,
    'the target asks for a client certificate: give tls.cert and tls.key (--cert, --key)',
  ],
]

/** What to do about the most frequent reasons for failures of which something can be said, to be put after them; empty without one. */
function hintFor(causes: readonly Pick<ErrorSummary, 'reason'>[]): string {
  return hints
    .filter(([known]) => causes.some(({ reason }) => known.test(reason)))
    .map(([, hint]) => `; ${hint}`)
    .join('')
}

/** A journey that fails ends early: what it would have done next is missing from the load, and its duration from the durations of whole ones. */
export function iterationFailures(summary: TestSummary): readonly Reason[] {
  return scenarioReasons(summary, ({ users }) => (users === null ? [] : judgeUsers(users)))
}

function judgeUsers(users: UsersSummary): readonly Reason[] {
  const { failed, all, share } = countFailedIterations(users)
  // Nothing but failures is the rule no-success.
  if (hasOnlyFailures(users) || share <= notableFailures) return []
  const [first] = users.failures
  const reason = first === undefined ? '' : `, most often with ${first.reason} (${formatCount(first.count)})`
  const figures = `${formatShare(share)} of the iterations failed (${formatCount(failed)} of ${formatCount(all)}${reason})`
  const isExcessive = share > excessiveFailures
  const text = isExcessive ? `${figures}: what they did not get to is missing from the load` : figures
  return [{ rule: 'iteration-failures', level: isExcessive ? 'suspect' : 'note', text }]
}

/** Iterations that failed, of all that came to an end of their own. */
interface FailedIterations {
  readonly failed: number
  readonly all: number
  readonly share: number
}

/** Counts the iterations that failed; where they last as long as the test, those that did not fail are still under way at its end, and count as well. */
export function countFailedIterations({ iterations: { completed, failed, aborted } }: UsersSummary): FailedIterations {
  const all = failed + (completed === 0 ? aborted : completed)
  return { failed, all, share: failed === 0 ? 0 : failed / all }
}

/** What a journey or a plugin throws outside of its iterations fails none of them, and would be seen nowhere else. */
export function strayErrors(summary: TestSummary): readonly Reason[] {
  const { strayErrors: stray } = summary.generator
  if (stray === null) return []
  const text = `${formatNumberOf(stray.count, 'error')} of journeys or plugins ${stray.count === 1 ? 'belongs' : 'belong'} to no iteration; the first: ${stray.first}`
  return [{ rule: 'stray-errors', level: 'note', text }]
}

import { failedShare, outcomes, sumOutcomes } from '../../../model/metrics/outcome.ts'
import type { OutcomeCounts } from '../../../model/metrics/outcome.ts'
import type { RequestsSummary, TestSummary } from '../../summary/summary.ts'
import { excessiveFailures, excessiveWrong, notableFailures, unansweredTime } from '../cut-offs.ts'
import { formatCount, formatPercentile, formatShare } from '../figures.ts'
import { requestKinds, type RequestKind } from '../plugin-requests.ts'
import { hintFor } from '../reason-hint.ts'
import { scenarioReasons } from '../scenario-reasons.ts'
import type { Reason } from '../verdict.ts'

/** Failures take the slowest requests out of the response times, or put timeouts into them; of the requests of each plugin as of those over HTTP. */
export function errors(summary: TestSummary): readonly Reason[] {
  return scenarioReasons(summary, (scenario) => requestKinds(scenario).flatMap(judgeOutcomes))
}

function judgeOutcomes({ requests, of }: RequestKind): readonly Reason[] {
  const ended = requests.counts.outcomes
  const share = failedShare(ended)
  const waited = shareOfTimeouts(requests)
  const timeouts = describeTimeouts(ended.timeout, waited, of)
  const stoodStill = waited > unansweredTime
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
  return sumOutcomes(ended) - ended.aborted - ended.ok > ended.timeout
}

function consequenceOf(share: number): string {
  const beyond = formatPercentile((1 - share) * 100)
  return share > excessiveFailures
    ? `the response times are those of the survivors, and nothing beyond ${beyond} can be believed`
    : `all that lies beyond ${beyond} may be requests that failed`
}

function listFailures(ended: OutcomeCounts): string {
  const failures = outcomes.filter((outcome) => outcome !== 'ok' && outcome !== 'aborted' && ended[outcome] > 0)
  const list = failures.map((outcome) => `${formatCount(ended[outcome])} ${outcome}`).join(', ')
  return `${list} of ${formatCount(sumOutcomes(ended) - ended.aborted)}`
}

function describeTimeouts(count: number, waited: number, of: string): string {
  if (count === 0) return ''
  const included = `the response times${of} include ${count === 1 ? '1 timeout' : `${formatCount(count)} timeouts`}, each as long as its timeout`
  const stood = `, up to ${formatShare(waited)} of the time in flight: the target may have stood still`
  return waited > unansweredTime ? `${included}${stood}` : included
}

// No request takes longer than one that timed out: where timeouts differ, it is the most that it can be.
function shareOfTimeouts({ counts: { outcomes: ended }, serviceTime: { max, mean, count } }: RequestsSummary): number {
  if (ended.timeout === 0 || max === null || mean === null || mean === 0) return 0
  return Math.min(1, (ended.timeout * max) / (mean * count))
}

import type { RequestsSummary, TestSummary } from '../../summary/summary.ts'
import type { TimeFigure, UnfinishedTimes } from '../../summary/time-summary.ts'
import { estimatedRequests, unansweredTime, unknownRequests } from '../cut-offs.ts'
import { formatCount, formatDuration, formatNumberOf, formatShare } from '../figures.ts'
import { requestKinds, type RequestKind } from '../plugin-requests.ts'
import { scenarioReasons } from '../scenario-reasons.ts'
import type { Reason } from '../verdict.ts'

const percentiles = ['p2_5', 'p50', 'p75', 'p90', 'p95', 'p97_5', 'p99', 'p99_9'] as const satisfies TimeFigure[]

/**
 * Requests that were cut off took longer than they had waited, and nobody knows how long.
 *
 * They are in the figures as that. It is a note as long as they are few and touch no percentile but the rarest; suspect where p99 or less is a
 * lower bound, or what they would have taken matters; invalid where not even the median is known.
 */
export function unfinished(summary: TestSummary): readonly Reason[] {
  return scenarioReasons(summary, (scenario) => requestKinds(scenario).flatMap(judgeKind))
}

function judgeKind(kind: RequestKind): readonly Reason[] {
  const cutOff = kind.requests.responseTime.unfinished
  if (cutOff === undefined) return []
  return [{ rule: 'unfinished', level: levelOf(kind.requests, cutOff), text: describe(kind, cutOff) }]
}

function levelOf(requests: RequestsSummary, { count, lowerBounds }: UnfinishedTimes): Reason['level'] {
  const share = count / requests.counts.started
  if (lowerBounds.includes('p50') || share > unknownRequests) return 'invalid'
  if (lowerBounds.includes('p99') || share > estimatedRequests || shareOfTime(requests) > unansweredTime) return 'suspect'
  return 'note'
}

function describe({ requests, of }: RequestKind, { count, shortest, longest, lowerBounds }: UnfinishedTimes): string {
  const [least, most] = [shortest, longest].map((age) => formatDuration(age))
  const waited = least === most ? most : `up to ${most}`
  const verb = count === 1 ? 'was' : 'were'
  const cut = `${formatCount(count)} of ${formatNumberOf(requests.counts.started, 'request')}${of} had waited ${waited} and ${verb} cut off`
  const touched = percentiles.find((percentile) => lowerBounds.includes(percentile))
  const bounds = touched === undefined ? 'max' : `all from ${nameOf(touched)} up`
  const time = shareOfTime(requests)
  const stood = time > unansweredTime ? `; they were ${formatShare(time)} of the time in flight: the target may have stood still` : ''
  return `${cut}: ${bounds}, mean and deviation are lower bounds${stood}`
}

// The mean is over all of them, with the age in place of what was cut off.
function shareOfTime({ responseTime: { mean, count, unfinished: cutOff } }: RequestsSummary): number {
  if (cutOff === undefined || mean === null || mean === 0) return 0
  return (cutOff.count * cutOff.mean) / (mean * (count + cutOff.count))
}

function nameOf(percentile: (typeof percentiles)[number]): string {
  return percentile.replace('_', '.')
}

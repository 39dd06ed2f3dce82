import type { TestSummary } from '../../summary/summary.ts'
import { delayResolution, distortingDelay } from '../cut-offs.ts'
import { formatMilliseconds, formatShare } from '../figures.ts'
import { hasStarted } from '../nothing-started.ts'
import { requestKinds } from '../plugin-requests.ts'
import { adviseWorkers, describeBusyThreads, isTooShortToSaturate, saturatedThreads, type SaturatedThread } from '../saturated-threads.ts'
import type { Reason } from '../verdict.ts'

/**
 * A generator that was busy all the time, or for as long as it matters, measured itself: the throughput is its own, and answers wait until it reads
 * them. A ramp that saturates it at its end is not saved by the mean of the whole run.
 *
 * In a closed model the throughput remains a lower bound of the target's, so that the result is suspect. It is invalid when the event
 * loop was so late that the response times are the generator's too. In an open model nothing holds: iterations start when the generator
 * gets to it, and not when they are due. A late event loop alone is no reason: a generator that
 * handles a large batch at a time is late by the length of the batch, and idle after it. In a very short run phase a generator is busy
 * with its own start, which is a note at most.
 */
export function generatorSaturated(summary: TestSummary): readonly Reason[] {
  const saturated = saturatedThreads(summary)
  if (saturated.length === 0) return []
  const cause = describeBusyThreads(summary, saturated)
  if (isTooShortToSaturate(summary)) {
    return [{ rule: 'generator-saturated', level: 'note', text: `${cause}: in so short a run phase that is mostly its start` }]
  }
  const distortion = describeDistortion(summary, saturated)
  if (distortion !== null) return [{ rule: 'generator-saturated', level: 'invalid', text: `${cause}, and ${distortion}` }]
  if (hasOpenModel(summary)) {
    const text = `${cause}: iterations started when it got to them, and not when they were due; ${adviseWorkers(summary)}`
    return [{ rule: 'generator-saturated', level: 'invalid', text }]
  }
  return [
    { rule: 'generator-saturated', level: 'suspect', text: `${cause}: the target may be faster than this; ${adviseWorkers(summary)}` },
  ]
}

function hasOpenModel({ scenarios }: TestSummary): boolean {
  return scenarios.some((scenario) => scenario.workload.model === 'open' && hasStarted(scenario))
}

function describeDistortion({ scenarios }: TestSummary, saturated: readonly SaturatedThread[]): string | null {
  const medians = scenarios.flatMap(requestKinds).flatMap(({ requests }) => requests.responseTime.p50 ?? [])
  if (medians.length === 0) return null
  const delay = Math.max(...saturated.map(({ lateness }) => lateness))
  const median = Math.min(...medians)
  if (delay <= delayResolution || delay <= median * distortingDelay) return null
  const limit = `more than ${formatShare(distortingDelay)} of the median response time of ${formatMilliseconds(median)}`
  return `its event loop was late by ${formatMilliseconds(delay)} (p99), ${limit}: the response times are the generator's own`
}

import type { TestSummary } from '../../summary/summary.ts'
import { isTooShortToSaturate, saturatedThreads } from '../saturated-threads.ts'
import { scenarioReasons } from '../scenario-reasons.ts'
import { findSendLag } from '../send-lag.ts'
import type { Reason } from '../verdict.ts'

/**
 * An open workload that starts its iterations late has its own lateness in the response times.
 *
 * They are what somebody who came in time would have waited, but not for the target. A generator that was busy all the time could not
 * do otherwise; then nothing of the result is the target's.
 */
export function sendLag(summary: TestSummary): readonly Reason[] {
  const isSaturated = saturatedThreads(summary).length > 0 && !isTooShortToSaturate(summary)
  return scenarioReasons(summary, (scenario) => {
    const lag = findSendLag(scenario, summary.generator.timing)
    if (lag === null) return []
    if (!lag.distorts) return [{ rule: 'send-lag', level: 'note', text: lag.text }]
    return [{ rule: 'send-lag', level: isSaturated ? 'invalid' : 'suspect', text: lag.text }]
  })
}

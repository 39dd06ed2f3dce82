import type { GeneratorSummary, RequestsSummary, ScenarioSummary, TestSummary } from '../../summary/summary.ts'
import type { TimeSummary } from '../../summary/time-summary.ts'
import { drainRounding, littleTolerance, queueEvidence, thinkingShare } from '../cut-offs.ts'
import { formatCount, formatMean, formatMilliseconds, formatNumberOf, formatSeconds } from '../figures.ts'
import { printedInFlight } from '../in-flight.ts'
import { isMachineFull } from '../machine-full.ts'
import { findOwnTime } from '../own-time.ts'
import { requestKinds, type RequestKind } from '../plugin-requests.ts'
import { isQueueing } from '../queueing.ts'
import { scenarioReasons } from '../scenario-reasons.ts'
import type { Reason } from '../verdict.ts'

/**
 * Little's law explains the mean response time: it is the number in flight divided by the throughput, not how long an answer takes.
 *
 * The answers of the drain are part of the mean and not of the throughput. In a short run they are many, so that the law is asked of the
 * requests that were timed, over the length of the run phase, and only written with the throughput where that says the same.
 *
 * The law holds in every run, also where a slow target alone sets the time. So the note needs two things more: the fastest
 * answer took less than half of the mean, and something that can be queued for was busy, where that can be seen. And the number in flight
 * must be what the workload chose: in an open model it is what came of it, and users who mostly wait on their own are few at a time.
 */
export function queueDepth(summary: TestSummary): readonly Reason[] {
  if (!isSomethingBusy(summary)) return []
  return scenarioReasons(summary, (scenario) =>
    isChosen(scenario, summary.generator)
      ? requestKinds(scenario).flatMap((kind) => (isQueueing(kind.requests) ? explainByQueue(kind, scenario) : []))
      : [],
  )
}

function isChosen(scenario: ScenarioSummary, generator: GeneratorSummary): boolean {
  return scenario.workload.model === 'closed' && (findOwnTime(scenario, generator)?.share ?? 0) < thinkingShare
}

function isSomethingBusy(summary: TestSummary): boolean {
  const { target, generator, hostCpu } = summary
  if (!target.local || isMachineFull(summary)) return true
  const busiest = Math.max(0, ...generator.threads.map(({ utilization }) => utilization))
  return (target.cpu ?? hostCpu ?? 0) >= queueEvidence || busiest >= queueEvidence
}

function explainByQueue({ requests, of }: RequestKind, scenario: ScenarioSummary): readonly Reason[] {
  const { duration, responseTime, inFlight } = requests
  const timed = countTimed(responseTime)
  if (responseTime.mean === null || timed <= 0 || duration <= 0 || inFlight <= 0) return []
  // Below one at a time nothing waits behind another request.
  if (inFlight <= 1) return []
  const expected = ((inFlight * duration) / timed) * 1000
  if (Math.abs(expected - responseTime.mean) > responseTime.mean * littleTolerance) return []
  const text = `the mean response time${of} is queue depth: ${writeLaw(requests, scenario)} (measured ${formatMilliseconds(responseTime.mean, 4)})`
  return [{ rule: 'queue-depth', level: 'note', text }]
}

function writeLaw(requests: RequestsSummary, scenario: ScenarioSummary): string {
  const { duration, responseTime, throughput } = requests
  const count = countTimed(responseTime)
  const perSecond = throughput.requestsPerSecond
  const printed = printedInFlight(requests, scenario)
  const inFlight = `${formatMean(printed)} in flight`
  if (Math.abs(perSecond * duration - count) <= count * drainRounding) {
    return `${inFlight} / ${formatCount(perSecond)} per s = ${formatMilliseconds((printed / perSecond) * 1000)}`
  }
  const result = formatMilliseconds(((printed * duration) / count) * 1000)
  return `${inFlight} x ${formatSeconds(duration)} / ${formatNumberOf(count, 'request')} timed = ${result}`
}

// What was cut off is in the mean with its age, which it was in flight for.
function countTimed({ count, unfinished }: TimeSummary): number {
  return count + (unfinished?.count ?? 0)
}

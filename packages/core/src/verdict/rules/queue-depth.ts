import type { ScenarioSummary, TestSummary } from '../../summary/summary.ts'
import { littleTolerance, queueEvidence } from '../cut-offs.ts'
import { formatCount, formatMilliseconds } from '../figures.ts'
import { printedInFlight } from '../in-flight.ts'
import { isMachineFull } from '../machine-full.ts'
import { isQueueing } from '../queueing.ts'
import { scenarioReasons } from '../scenario-reasons.ts'
import type { Reason } from '../verdict.ts'

/**
 * Little's law explains the mean response time: it is the number in flight divided by the throughput, not how long an answer takes.
 *
 * The law holds in every closed run, also where a slow target alone sets the time. So the note needs two things more: the fastest
 * answer took less than half of the mean, and something that can be queued for was busy, where that can be seen.
 */
export function queueDepth(summary: TestSummary): readonly Reason[] {
  if (!isSomethingBusy(summary)) return []
  return scenarioReasons(summary, (scenario) => (isQueueing(scenario) ? explainByQueue(scenario) : []))
}

function isSomethingBusy(summary: TestSummary): boolean {
  const { target, generator, hostCpu } = summary
  if (!target.local || isMachineFull(summary)) return true
  const busiest = Math.max(0, ...generator.threads.map(({ utilization }) => utilization))
  return (target.cpu ?? hostCpu ?? 0) >= queueEvidence || busiest >= queueEvidence
}

function explainByQueue(scenario: ScenarioSummary): readonly Reason[] {
  const { throughput, responseTime, inFlight } = scenario
  const perSecond = throughput.requestsPerSecond
  if (responseTime.mean === null || perSecond <= 0 || inFlight <= 0) return []
  const expected = (inFlight / perSecond) * 1000
  if (Math.abs(expected - responseTime.mean) > responseTime.mean * littleTolerance) return []
  const printed = printedInFlight(scenario)
  const quotient = `${formatCount(printed)} in flight / ${formatCount(perSecond)} per s = ${formatMilliseconds((printed / perSecond) * 1000)}`
  const text = `the mean response time is queue depth: ${quotient} (measured ${formatMilliseconds(responseTime.mean, 4)})`
  return [{ rule: 'queue-depth', level: 'note', text }]
}

import type { ScenarioSummary, TestSummary } from '../../summary/summary.ts'
import { idleInFlight, idleRounds } from '../cut-offs.ts'
import { formatCount, formatMean, formatNumberOf } from '../figures.ts'
import { askedInFlight } from '../in-flight.ts'
import { scenarioReasons } from '../scenario-reasons.ts'
import type { Reason } from '../verdict.ts'

/**
 * The concurrency a report names is the one that was measured, not the one that was configured.
 *
 * Of users the workload does not say how many requests they have in flight; that they wait on their own is the rule `think-time`.
 */
export function inFlightIdle(summary: TestSummary): readonly Reason[] {
  return scenarioReasons(summary, (scenario) => {
    const text = describeConnections(scenario) ?? describeBatches(scenario)
    return text === null ? [] : [{ rule: 'in-flight-idle', level: 'note', text }]
  })
}

function describeConnections(scenario: ScenarioSummary): string | null {
  const { workload, inFlight, connections } = scenario
  const asked = askedInFlight(scenario)
  if (workload.kind !== 'connections' || asked === null || !isIdle(inFlight, asked, workload.requests)) return null
  const opened = `${formatCount(connections.opened)} were opened, ${formatCount(connections.refused)} refused`
  const measured = `the workload asks for ${formatCount(asked)} in flight, measured ${formatMean(inFlight)}`
  return `${measured}: connections were idle or reconnecting (${opened})`
}

function describeBatches({ workload, users }: ScenarioSummary): string | null {
  if (workload.kind !== 'batch' || users === null || !isIdle(users.busy, workload.batch, workload.iterations)) return null
  const measured = `each batch starts ${formatNumberOf(workload.batch, 'iteration')}, measured ${formatMean(users.busy)} at a time`
  return `${measured}: those that had ended waited for the slowest of their batch`
}

/** Whether so many fewer than asked for were under way that it is worth saying, in a run that is not mostly its own tail. */
function isIdle(measured: number, asked: number, total: number | null): boolean {
  const isTooShort = total !== null && total < asked * idleRounds
  return !isTooShort && measured < asked * idleInFlight
}

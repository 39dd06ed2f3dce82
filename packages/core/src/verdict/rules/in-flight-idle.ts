import type { ScenarioSummary, TestSummary } from '../../summary/summary.ts'
import { idleInFlight, idleRounds } from '../cut-offs.ts'
import { formatCount, formatRough } from '../figures.ts'
import { askedInFlight } from '../in-flight.ts'
import { scenarioReasons } from '../scenario-reasons.ts'
import type { Reason } from '../verdict.ts'

/** The concurrency a report names is the one that was measured, not the one that was configured. */
export function inFlightIdle(summary: TestSummary): readonly Reason[] {
  return scenarioReasons(summary, judgeInFlight)
}

function judgeInFlight(scenario: ScenarioSummary): readonly Reason[] {
  const { workload, inFlight, connections } = scenario
  const asked = askedInFlight(scenario)
  const isTooShort = workload.requests !== null && workload.requests < asked * idleRounds
  if (isTooShort || inFlight >= asked * idleInFlight) return []
  const measured = inFlight < 10 ? formatRough(inFlight) : formatCount(inFlight)
  const opened = `${formatCount(connections.opened)} were opened, ${formatCount(connections.refused)} refused`
  const text = `the workload asks for ${formatCount(asked)} in flight, measured ${measured}: connections were idle or reconnecting (${opened})`
  return [{ rule: 'in-flight-idle', level: 'note', text }]
}

import type { ScenarioSummary } from '../summary/summary.ts'
import { askedRounding } from './cut-offs.ts'

/** Requests the workload wants in flight at any time. */
export function askedInFlight({ workload }: ScenarioSummary): number {
  return workload.connections * workload.pipelining
}

/** The measured requests in flight as they are printed: the number asked for when there is no difference to speak of. */
export function printedInFlight(scenario: ScenarioSummary): number {
  const asked = askedInFlight(scenario)
  return Math.abs(scenario.inFlight - asked) <= asked * askedRounding ? asked : scenario.inFlight
}

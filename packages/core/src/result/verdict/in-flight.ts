import type { RequestsSummary, ScenarioSummary } from '../summary/summary.ts'
import { askedRounding } from './cut-offs.ts'

/** Requests the workload wants in flight at any time; `null` where it does not say, as for users, who may wait in between. */
export function askedInFlight({ workload }: ScenarioSummary): number | null {
  return workload.kind === 'connections' ? workload.connections * workload.pipelining : null
}

/** The measured requests of one kind in flight as they are printed: the number asked for when there is no difference to speak of. */
export function printedInFlight({ inFlight }: RequestsSummary, scenario: ScenarioSummary): number {
  const asked = askedInFlight(scenario)
  return asked !== null && Math.abs(inFlight - asked) <= asked * askedRounding ? asked : inFlight
}

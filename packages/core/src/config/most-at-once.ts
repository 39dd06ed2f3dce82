import { mostUsers } from '../model/workload/workload.ts'
import type { ResolvedScenario } from './resolved-config.ts'

/** Most connections or users of a scenario at the same time, over all threads, or its pool when that is smaller: so many threads have something to do. */
export function mostAtOnce(scenario: ResolvedScenario): number {
  const most = mostUsers(scenario.workload)
  return scenario.kind === 'journeys' && scenario.connections !== 'perUser' ? Math.min(most, scenario.connections.pool) : most
}

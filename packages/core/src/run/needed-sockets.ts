import type { ResolvedConfig, ResolvedScenario } from '../config/resolved-config.ts'
import { mostUsers } from '../workload/most-users.ts'

/** Most connections that the scenarios of a test have open at the same time, if each user has one. */
export function neededSockets({ scenarios }: Pick<ResolvedConfig, 'scenarios'>): number {
  return scenarios.reduce((sum, scenario) => sum + socketsOf(scenario), 0)
}

function socketsOf(scenario: ResolvedScenario): number {
  if (scenario.kind === 'journeys' && scenario.connections !== 'perUser') return scenario.connections.pool
  return mostUsers(scenario.workload)
}

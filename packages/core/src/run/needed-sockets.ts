import type { ResolvedConfig, ResolvedScenario } from '../config/resolved-config.ts'
import { serversOf } from '../target/servers-of.ts'
import { mostUsers } from '../workload/most-users.ts'

/** Most connections that the scenarios of a test have open at the same time, if each user has one, or one to each of several servers. */
export function neededSockets({ scenarios, target }: Pick<ResolvedConfig, 'scenarios' | 'target'>): number {
  const servers = serversOf(target)?.urls.length ?? 1
  return scenarios.reduce((sum, scenario) => sum + socketsOf(scenario) * (staysWithOne(scenario) ? 1 : servers), 0)
}

function socketsOf(scenario: ResolvedScenario): number {
  if (scenario.kind === 'journeys' && scenario.connections !== 'perUser') return scenario.connections.pool
  return mostUsers(scenario.workload)
}

function staysWithOne(scenario: ResolvedScenario): boolean {
  return scenario.kind === 'journeys' && scenario.spread === 'user' && scenario.connections === 'perUser'
}

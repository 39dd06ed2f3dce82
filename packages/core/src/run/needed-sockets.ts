import type { ResolvedConfig, ResolvedScenario } from '../config/resolved-config.ts'
import { serversOf } from '../target/target.ts'
import type { NeededConnections } from '../target/connection-limits.ts'
import { mostUsers } from '../model/workload/workload-size.ts'

/**
 * Computes the most connections that the scenarios of a test have open at the same time: in total, each of which needs an open file, and to one server,
 * each of which needs a local port.
 *
 * @param perUser the number of connections of a journey's user to one server, when users have their own connections
 */
export function neededSockets(
  { scenarios, target, unixSocket }: Pick<ResolvedConfig, 'scenarios' | 'target' | 'unixSocket'>,
  perUser = 1,
): NeededConnections {
  const servers = serversOf(target)?.urls.length ?? 1
  let [total, toOneServer] = [0, 0]
  for (const scenario of scenarios) {
    const sockets = socketsOf(scenario, perUser)
    const staysWithOne = hasOwnConnections(scenario) && scenario.spread === 'user'
    total += sockets * (staysWithOne ? 1 : servers)
    toOneServer += staysWithOne ? Math.ceil(sockets / servers) : sockets
  }
  return { total, toOneServer: unixSocket === undefined ? toOneServer : 0 }
}

function socketsOf(scenario: ResolvedScenario, perUser: number): number {
  if (scenario.kind === 'journeys' && scenario.connections !== 'perUser') return scenario.connections.pool
  return mostUsers(scenario.workload) * (hasOwnConnections(scenario) ? perUser : 1)
}

function hasOwnConnections(scenario: ResolvedScenario): scenario is Extract<ResolvedScenario, { kind: 'journeys' }> {
  return scenario.kind === 'journeys' && scenario.connections === 'perUser'
}

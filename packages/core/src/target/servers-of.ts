import type { ResolvedServers, ResolvedTarget } from './target-config.ts'

/** The servers of a target that is several; `undefined` for one server. */
export function serversOf(target: ResolvedTarget): ResolvedServers | undefined {
  return target.kind === 'server' ? undefined : target.servers
}

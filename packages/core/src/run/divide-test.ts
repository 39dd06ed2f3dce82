import type { ResolvedConfig, ResolvedScenario } from '../config/resolved-config.ts'
import { divide } from '../workload/divide.ts'
import type { ThreadShare } from '../worker/messages.ts'
import type { Route } from '../wire/dial.ts'

/** Divides a test over its load threads: the shares add up to exactly the workload. */
export function divideTest(config: ResolvedConfig, url: string, route: Route): ThreadShare[] {
  const threads = Math.max(1, config.workers)
  const divided = config.scenarios.map((scenario) => ({ scenario, ...divideScenario(scenario, threads) }))
  return Array.from({ length: threads }, (_, worker) => ({
    worker,
    scenarios: divided.map(({ scenario, connections, requests, bailout }) => ({
      name: scenario.name,
      url,
      route,
      requests: scenario.requests,
      workload: { ...scenario.workload, connections: connections[worker] ?? 0, requests: requests?.[worker] },
      timeout: config.timeout,
      connectTimeout: config.connectTimeout,
      uniqueIds: scenario.uniqueIds,
      reconnectAfter: scenario.reconnectAfter,
      bailout: bailout?.[worker],
    })),
  }))
}

function divideScenario(
  { workload, bailout }: ResolvedScenario,
  threads: number,
): { connections: number[]; requests: number[] | undefined; bailout: number[] | undefined } {
  return {
    connections: divide(workload.connections, threads),
    requests: workload.requests === undefined ? undefined : divide(workload.requests, threads),
    // Threads do not know of each other's failures: each may have its share, and one at least.
    bailout: bailout === undefined ? undefined : divide(bailout, threads).map((share) => Math.max(1, share)),
  }
}

import type { ScenarioConfig } from '../../src/config/config.ts'
import { journey } from '../../src/load/user/journey.ts'
import type { RequestConfig } from '../../src/load/http/request-config.ts'

/** The requests of a run of each mode. */
export const requestsOfMode = 15

/** The ways to send requests, by name: each sends the same number. */
export const modes = {
  connections: (request = {}) => ({ request, workload: { connections: 3, requests: requestsOfMode } }),
  'pipelined-connections': (request = {}) => ({ request, workload: { connections: 3, pipelining: 5, requests: requestsOfMode } }),
  users: (request = {}) => ({ request, workload: { users: 3, iterations: requestsOfMode } }),
  arrivals: (request = {}) => ({ request, workload: { rate: 500, iterations: requestsOfMode } }),
  journeys: (request) => journeysOf(request),
  'journeys-over-a-pool': (request) => ({ ...journeysOf(request), connections: { pool: 2 } }),
  'journeys-that-think': (request) => journeysOf(request, '100ms'),
} satisfies Record<string, (request?: RequestConfig) => ScenarioConfig>

/** A way to send requests. */
export type Mode = keyof typeof modes

/** The mode in which each request is followed by a pause. */
export const thinking: Mode = 'journeys-that-think'
/** The modes without pauses. */
export const allModes = (Object.keys(modes) as Mode[]).filter((mode) => mode !== thinking)
/** The mode with several requests at a time on a connection. */
export const pipelined: Mode = 'pipelined-connections'
/** The modes with one. */
export const unpipelined = allModes.filter((mode) => mode !== pipelined)
/** The modes that use a connection for several requests, however slow the machine is. */
export const reusing = unpipelined.filter((mode) => mode !== 'arrivals')

function journeysOf({ method = 'GET', path = '/', body }: RequestConfig = {}, thinkTime?: string): ScenarioConfig {
  return {
    journey: journey(async ({ http, think }) => {
      await http.request(method, path, body === undefined ? {} : { body })
      if (thinkTime !== undefined) await think(thinkTime)
    }),
    workload: { users: 3, iterations: requestsOfMode },
  }
}

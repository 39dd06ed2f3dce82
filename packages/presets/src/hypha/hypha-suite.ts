import type { RequestConfig, RequestScenarioConfig, SuiteConfig, SuiteTestConfig, TargetConfig, WorkloadConfig } from '@benchpress/core'
import { onTarget, type PresetTarget } from '@benchpress/core/preset'
import { casesOf, type HyphaCase, type HyphaPart } from './hypha-cases.ts'
import type { HyphaEndpoint } from './hypha-endpoints.ts'

/** How requests are kept in flight: `batch` waits for all of a batch, as the published scripts do; `sound` starts the next request when one has ended. */
export type HyphaMode = 'batch' | 'sound'

/**
 * Makes the tests of a part, or of all parts.
 *
 * Where there are two variants, the load levels are run on both; tests that were published for the single instance only are run on that.
 */
export function hyphaSuite(target: PresetTarget, part: HyphaPart | undefined, mode: HyphaMode): SuiteConfig {
  const prefix = part === 'cluster' ? 'root:' : ''
  const tests = casesOf(part).map((one): SuiteTestConfig => ({
    name: one.name,
    scenarios: { load: scenarioOf(one, mode, prefix) },
    // Every published run had only right responses.
    thresholds: { http_failed: 'rate == 0%' },
    ...ownTarget(one, target),
  }))
  // The published pause between the end of a run and the start of the next.
  const pause = part === 'burst' ? '500ms' : '100ms'
  return onTarget({ name: part === undefined ? 'hypha' : `hypha:${part}`, pause, tests }, target)
}

function scenarioOf({ endpoints, order, ...level }: HyphaCase, mode: HyphaMode, prefix: string): RequestScenarioConfig {
  const requests = endpoints.map((endpoint) => requestOf(prefix, endpoint))
  const workload = workloadOf(mode, level.requests, level.concurrency)
  const [only] = requests
  if (order !== undefined || only === undefined) return { request: requests, workload, ...(order !== undefined && { order }) }
  return { request: only, workload }
}

function requestOf(prefix: string, { service, path, responses }: HyphaEndpoint): RequestConfig {
  const [only, ...others] = responses
  const expect = others.length === 0 ? { json: only } : { jsonOneOf: responses }
  return { path: `/default/services/${prefix}${service}${path === '' ? '' : `/${path}`}`, expect }
}

function workloadOf(mode: HyphaMode, requests: number, concurrency: number): WorkloadConfig {
  if (mode === 'batch') return { batch: concurrency, iterations: requests }
  // Unlike the published runs, each run has a server of its own, whose start the first requests would measure without a warm-up.
  return { connections: concurrency, requests, warmup: '500ms' }
}

function ownTarget({ kind }: HyphaCase, target: PresetTarget): { readonly target?: TargetConfig } {
  const single = typeof target !== 'string' && 'variants' in target ? target.variants['single'] : undefined
  if (kind === 'load' || single === undefined) return {}
  // The servers that come with the preset have the services of one script.
  const isOwn = typeof single !== 'string' && 'command' in single && single.env?.['SCRIPT'] !== undefined
  return { target: kind === 'burst' && isOwn ? { ...single, env: { ...single.env, SCRIPT: 'burst' } } : single }
}

import type { RequestConfig, RequestScenarioConfig, SuiteConfig, SuiteTestConfig, TargetConfig, WorkloadConfig } from '@benchpress/core'
import { onTarget, type PresetTarget } from '@benchpress/core/preset'
import type { Endpoint } from './documented-hypha.ts'
import { casesOf, type HyphaCase, type HyphaPart } from './hypha-cases.ts'

/** How requests are kept in flight: `batch` waits for all of a batch, as the published scripts do; `sound` starts the next request when one has ended. */
export type HyphaMode = 'batch' | 'sound'

/**
 * Makes the tests of a part, or of all parts.
 *
 * Where there are two variants, the load levels are run on both; tests that were published for the single instance only are run on that.
 */
export function hyphaSuite(target: PresetTarget, part: HyphaPart | undefined, mode: HyphaMode): SuiteConfig {
  const isCluster = part === 'cluster'
  const tests = casesOf(part).map((one): SuiteTestConfig => ({ ...testOf(one, mode, isCluster), ...ownTarget(one, target) }))
  // The published pause between the end of a run and the start of the next.
  const pause = part === 'burst' ? '500ms' : '100ms'
  return onTarget({ name: part === undefined ? 'hypha' : `hypha:${part}`, pause, tests }, target)
}

function testOf({ name, service, endpoints, order, level }: HyphaCase, mode: HyphaMode, isCluster: boolean): SuiteTestConfig {
  const id = isCluster ? `root:${service}` : service
  const requests = endpoints.map((endpoint) => requestOf(id, endpoint))
  const [only] = requests
  const workload = workloadOf(mode, level.requests, level.concurrency)
  const scenario: RequestScenarioConfig =
    order === undefined && only !== undefined
      ? { request: only, workload }
      : { request: requests, workload, ...(order !== undefined && { order }) }
  // Every published run had only right responses.
  return { name, scenarios: { load: scenario }, thresholds: { http_failed: 'rate == 0%' } }
}

function requestOf(ofCase: string, { service = ofCase, path, responses }: Endpoint): RequestConfig {
  const [only, ...others] = responses
  const expect = others.length === 0 ? { json: only } : { jsonOneOf: responses }
  return { path: `/default/services/${service}${path === '' ? '' : `/${path}`}`, expect }
}

function workloadOf(mode: HyphaMode, requests: number, concurrency: number): WorkloadConfig {
  if (mode === 'batch') return { batch: concurrency, iterations: requests }
  // Unlike the published runs, each run has a server of its own, whose start the first requests would measure without a warm-up.
  return { connections: concurrency, requests, warmup: '500ms' }
}

function ownTarget({ kind }: HyphaCase, target: PresetTarget): { readonly target?: TargetConfig } {
  const single = typeof target !== 'string' && 'variants' in target ? target.variants['single'] : undefined
  if (kind === 'load' || single === undefined) return {}
  return { target: kind === 'burst' ? withBursts(single) : single }
}

// The servers that come with the preset have the services of one script; the script of bursts has other services of the same names.
function withBursts(target: TargetConfig): TargetConfig {
  const isOwn = typeof target !== 'string' && 'command' in target && target.env?.['SCRIPT'] !== undefined
  return isOwn ? { ...target, env: { ...target.env, SCRIPT: 'burst' } } : target
}

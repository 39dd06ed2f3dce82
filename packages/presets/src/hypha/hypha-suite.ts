import type { RequestConfig, RequestScenarioConfig, SuiteConfig, SuiteTestConfig, TargetConfig, WorkloadConfig } from '@benchpress/core'
import { given, scaleCount, usageError, type PresetTarget, type ValuesOf, type WantedSuite } from '@benchpress/core/preset'
import { casesOf, type HyphaCase } from './hypha-cases.ts'
import type { HyphaEndpoint } from './hypha-endpoints.ts'

/** The parameters of the tests of Hypha Core. */
export const hyphaParameters = {
  mode: {
    kind: 'word',
    words: ['sound', 'batch'],
    says: '"sound": a connection sends its next request when it has a response; "batch": all wait for the slowest, as published',
    default: 'sound',
    documented: 'batch',
  },
  scale: { kind: 'number', says: 'factor of the requests of each level, and of those at a time', default: 1, setting: 'scale' },
} as const

/** The values of the parameters of the tests of Hypha Core. */
export type HyphaValues = ValuesOf<typeof hyphaParameters>

/**
 * Makes the tests of a part, or of all parts.
 *
 * Where there are two variants, the load levels are run on both; tests that were published for the single instance only are run on that.
 *
 * @throws UsageError for a comparison of one target
 */
export function hyphaSuite({ target, part, own }: WantedSuite<HyphaValues>): SuiteConfig {
  const { single, cluster } = sidesOf(target, part)
  if (part === 'compare' && (single === undefined || cluster === undefined))
    throw usageError('one target has nothing to be compared with', 'Give --url single=URL --url cluster=URL,URL,URL.')
  const prefix = part === 'cluster' ? 'root:' : ''
  const tests = casesOf(part).map((one): SuiteTestConfig => ({
    name: one.name,
    scenarios: { [one.script]: scenarioOf(one, own, prefix) },
    // Every published run had only right responses.
    thresholds: { http_failed: 'rate == 0%' },
    ...(one.script !== 'load' && single !== undefined && { target: single }),
  }))
  const variants = tests.every((one) => one.target !== undefined) ? {} : { variants: given({ single, cluster }) }
  // The published pause between the end of a run and the start of the next.
  return { name: part === undefined ? 'hypha' : `hypha:${part}`, pause: part === 'burst' ? '500ms' : '100ms', tests, ...variants }
}

interface TwoSides {
  readonly single?: TargetConfig | undefined
  readonly cluster?: TargetConfig | undefined
}

// The sides that a part is run on; one target is the side of its part.
function sidesOf(target: PresetTarget, part: string | undefined): TwoSides {
  const isPair = typeof target !== 'string' && 'variants' in target
  const { single, cluster }: TwoSides = isPair ? target.variants : part === 'cluster' ? { cluster: target } : { single: target }
  return { single: part === 'cluster' ? undefined : single, cluster: part === 'single' ? undefined : cluster && asCluster(cluster) }
}

// Servers that respond at `/health` and have the services take part, as published.
function asCluster(target: TargetConfig): TargetConfig {
  const { url, ...rest } = (typeof target === 'string' ? { url: target } : target) as { readonly url?: string }
  const checks = { health: '/health', requires: { path: '/default/services', contains: 'benchmark-service' } }
  return { ...checks, ...rest, ...(url !== undefined && { servers: [url] }) } as TargetConfig
}

function scenarioOf({ endpoints, script, ...level }: HyphaCase, { mode, scale }: HyphaValues, prefix: string): RequestScenarioConfig {
  const [request, ...others] = endpoints.map((endpoint) => requestOf(prefix, endpoint))
  const [requests, concurrency] = [scaleCount(level.requests, scale), scaleCount(level.concurrency, scale)]
  // Unlike the published runs, each run has a server of its own, whose start the first requests would measure without a warm-up.
  const workload: WorkloadConfig =
    mode === 'batch' ? { batch: concurrency, iterations: requests } : { connections: concurrency, requests, warmup: '500ms' }
  if (request === undefined || others.length === 0) return { request: request ?? {}, workload }
  // As many of each: in turn, every connection would begin with the first.
  return { request: [request, ...others], workload, order: mode === 'batch' && script === 'max' ? 'in-turn' : 'shuffled' }
}

function requestOf(prefix: string, { service, path, responses }: HyphaEndpoint): RequestConfig {
  const expect = responses.length === 1 ? { json: responses[0] } : { jsonOneOf: responses }
  return { path: `/default/services/${prefix}${service}${path === '' ? '' : `/${path}`}`, expect }
}

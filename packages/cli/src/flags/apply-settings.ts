import type { Config, ConnectionsWorkload, RequestConfig, ScenarioConfig, SuiteConfig, TargetConfig, TlsConfig } from '@benchpress/core'
import type { ConnectionSettings } from './connection-flags.ts'
import type { LoadSettings } from './load-flags.ts'
import type { RequestSettings } from './request-flags.ts'
import type { SuiteSettings } from './suite-flags.ts'

/** Every flag that changes what is run. */
export type Settings = LoadSettings & RequestSettings & ConnectionSettings & SuiteSettings

/**
 * Returns a suite in which each given setting replaces the matching field of all scenarios of all tests.
 *
 * Parts of a config that are not what their types say are left as they are, for the check of the run to tell of them.
 */
export function applySettings(suite: SuiteConfig, settings: Settings): SuiteConfig {
  return {
    ...suite,
    ...given({ name: settings.title, repeats: settings.runs }),
    tests: suite.tests.map((test) => applyToTest(test, settings)),
  }
}

function applyToTest(test: Config, settings: Settings): Config {
  const { title, workers, timeout, connectTimeout, unix, insecure, ca, cert, key, servername, url, startTimeout } = settings
  const tls: TlsConfig = given({ insecure, ca, cert, key, servername })
  return {
    ...test,
    ...given({ name: title, workers, timeout, connectTimeout, unixSocket: unix }),
    ...given({ target: url ?? (startTimeout === undefined ? undefined : withStartTimeout(test.target, startTimeout)) }),
    ...(Object.keys(tls).length > 0 && isPart(test.tls ?? {}) && { tls: { ...test.tls, ...tls } }),
    ...(isPart(test.scenarios) && { scenarios: mapValues(test.scenarios, (scenario) => applyToScenario(scenario, settings)) }),
  }
}

function withStartTimeout(target: TargetConfig, startTimeout: string): TargetConfig {
  return isPart(target) && typeof target !== 'string' && 'command' in target ? { ...target, startTimeout } : target
}

function applyToScenario(scenario: ScenarioConfig, settings: Settings): ScenarioConfig {
  if (!isPart(scenario)) return scenario
  const { request, workload } = scenario
  const { uniqueIds, reconnectAfter, bailout } = settings
  return {
    ...scenario,
    ...given({ uniqueIds, reconnectAfter, bailout }),
    ...given({ request: isList(request) ? request.map((one) => applyToRequest(one, settings)) : applyToRequest(request, settings) }),
    ...given({ workload: applyToWorkload(workload, settings) }),
  }
}

function applyToRequest(request: RequestConfig, settings: RequestSettings): RequestConfig {
  if (!isPart(request)) return request
  const { method, headers, form, expectBody, expectStatus } = settings
  const body = settings.body ?? settings.input
  const { body: _body, json: _json, form: _form, ...bodyless } = request
  const expect = given({ body: expectBody, status: expectStatus })
  return {
    ...(body === undefined && form === undefined ? request : bodyless),
    ...given({ method, body, form }),
    ...(headers !== undefined && isPart(request.headers ?? {}) && { headers: mergeHeaders(request.headers ?? {}, headers) }),
    ...(Object.keys(expect).length > 0 && isPart(request.expect ?? {}) && { expect: { ...request.expect, ...expect } }),
  }
}

type Headers = Readonly<Record<string, string>>

function mergeHeaders(base: Headers, added: Headers): Headers {
  const replaced = new Set(Object.keys(added).map((name) => name.toLowerCase()))
  return { ...Object.fromEntries(Object.entries(base).filter(([name]) => !replaced.has(name.toLowerCase()))), ...added }
}

function applyToWorkload(workload: ConnectionsWorkload, settings: Settings): ConnectionsWorkload {
  if (!isPart(workload)) return workload
  const { connections, pipelining, duration, requests, warmup, scale = 1 } = settings
  const { duration: _duration, requests: _requests, ...endless } = workload
  const changed: ConnectionsWorkload = {
    ...(duration === undefined && requests === undefined ? workload : endless),
    ...given({ connections, pipelining, duration, requests, warmup }),
  }
  return { ...changed, ...given({ connections: scaleCount(changed.connections, scale), requests: scaleCount(changed.requests, scale) }) }
}

/** Multiplies a count, and leaves at least one; what is no count is left as it is. */
export function scaleCount<Count extends number | undefined>(count: Count, scale: number): Count | number {
  return typeof count !== 'number' || scale === 1 ? count : Math.max(1, Math.round(count * scale))
}

// What a config file holds is unknown, whatever its type says.
function isPart(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isList(request: ScenarioConfig['request']): request is readonly RequestConfig[] {
  return Array.isArray(request)
}

function mapValues<Value>(values: Readonly<Record<string, Value>>, map: (value: Value) => Value): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value)]))
}

type Given<Fields> = { readonly [Key in keyof Fields]?: Exclude<Fields[Key], undefined> }

function given<Fields extends object>(fields: Fields): Given<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<Fields>
}

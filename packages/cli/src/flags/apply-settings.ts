import type { Config, ConnectionsWorkload, RequestConfig, ScenarioConfig, SuiteConfig, TlsConfig } from '@benchpress/core'
import type { ConnectionSettings } from './connection-flags.ts'
import type { LoadSettings } from './load-flags.ts'
import type { RequestSettings } from './request-flags.ts'
import type { SuiteSettings } from './suite-flags.ts'

/** Every flag that changes what is run. */
export type Settings = LoadSettings & RequestSettings & ConnectionSettings & SuiteSettings

/** Returns a suite in which each given setting replaces the matching field of all scenarios of all tests. */
export function applySettings(suite: SuiteConfig, settings: Settings): SuiteConfig {
  return {
    ...suite,
    ...given({ name: settings.title, repeats: settings.runs }),
    tests: suite.tests.map((test) => applyToTest(test, settings)),
  }
}

function applyToTest(test: Config, settings: Settings): Config {
  const { title, workers, timeout, connectTimeout, unix, insecure, ca, cert, key, servername, url } = settings
  const tls: TlsConfig = { ...test.tls, ...given({ insecure, ca, cert, key, servername }) }
  return {
    ...test,
    ...given({ name: title, workers, timeout, connectTimeout, unixSocket: unix, target: url }),
    ...(Object.keys(tls).length > 0 && { tls }),
    scenarios: Object.fromEntries(Object.entries(test.scenarios).map(([name, scenario]) => [name, applyToScenario(scenario, settings)])),
  }
}

function applyToScenario(scenario: ScenarioConfig, settings: Settings): ScenarioConfig {
  const { request, workload } = scenario
  const { uniqueIds, reconnectAfter, bailout } = settings
  return {
    ...scenario,
    ...given({ uniqueIds, reconnectAfter, bailout }),
    request: isList(request) ? request.map((one) => applyToRequest(one, settings)) : applyToRequest(request, settings),
    workload: scaleWorkload(applyToWorkload(workload, settings), settings.scale ?? 1),
  }
}

function applyToRequest(request: RequestConfig, settings: RequestSettings): RequestConfig {
  const { method, headers, form, expectBody, expectStatus } = settings
  const body = settings.body ?? settings.input
  const { body: _body, json: _json, form: _form, ...bodyless } = request
  return {
    ...(body === undefined && form === undefined ? request : bodyless),
    ...given({ method, body, form }),
    ...(headers !== undefined && { headers: mergeHeaders(request.headers ?? {}, headers) }),
    ...((expectBody !== undefined || expectStatus !== undefined) && {
      expect: { ...request.expect, ...given({ body: expectBody, status: expectStatus }) },
    }),
  }
}

type Headers = Readonly<Record<string, string>>

function mergeHeaders(base: Headers, added: Headers): Headers {
  const replaced = new Set(Object.keys(added).map((name) => name.toLowerCase()))
  return { ...Object.fromEntries(Object.entries(base).filter(([name]) => !replaced.has(name.toLowerCase()))), ...added }
}

function applyToWorkload(workload: ConnectionsWorkload, settings: LoadSettings): ConnectionsWorkload {
  const { connections, pipelining, duration, requests, warmup } = settings
  const { duration: _duration, requests: _requests, ...endless } = workload
  return {
    ...(duration === undefined && requests === undefined ? workload : endless),
    ...given({ connections, pipelining, duration, requests, warmup }),
  }
}

function scaleWorkload(workload: ConnectionsWorkload, scale: number): ConnectionsWorkload {
  if (scale === 1) return workload
  const { connections, requests } = workload
  return {
    ...workload,
    connections: scaleCount(connections, scale),
    ...(requests !== undefined && { requests: scaleCount(requests, scale) }),
  }
}

function scaleCount(count: number, scale: number): number {
  return Math.max(1, Math.round(count * scale))
}

function isList(request: ScenarioConfig['request']): request is readonly RequestConfig[] {
  return Array.isArray(request)
}

type Given<Fields> = { readonly [Key in keyof Fields]?: Exclude<Fields[Key], undefined> }

function given<Fields extends object>(fields: Fields): Given<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<Fields>
}

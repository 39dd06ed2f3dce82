import type { RequestConfig } from '../../load/http/request-config.ts'
import type { TargetConfig } from '../../target/target.ts'
import type { ScenarioConfig, SuiteConfig, SuiteTestConfig, SweepConfig, SweepValue } from '../config.ts'
import type { Duration } from '../fields/quantity-schema.ts'
import type { RequestScenarioConfig } from '../scenario.ts'
import { given, isObject, isPart } from '../unchecked.ts'
import { changeWorkload, kindOf, scaleField } from './change-workload.ts'
import { pickSettings, type Settings } from './settings.ts'
import { namedUrls, splitUrls } from './split-urls.ts'

/**
 * Returns a suite in which each given setting replaces the matching field of every scenario that has this field.
 *
 * A URL replaces the targets of all tests and the variants, and URLs with names make variants; a title also names the test, if there is only one. Parts of a config that do not match
 * their types are left as they are: the run checks the config and reports them.
 */
export function applySettings(suite: SuiteConfig, settings: Settings): SuiteConfig {
  const { variants, ...rest } = suite
  const named = settings.url === undefined ? undefined : namedUrls(settings.url)
  return {
    ...rest,
    ...given({
      name: settings.title,
      repeats: settings.runs,
      variants: settings.url === undefined ? changeVariants(variants, settings) : named && mapValues(named, (urls) => targetOf(urls, [])),
    }),
    tests: suite.tests.map((test) => changeTest(test, suite.tests.length === 1 ? settings : { ...settings, title: undefined })),
  }
}

function changeVariants(variants: SuiteConfig['variants'], { startTimeout }: Settings): SuiteConfig['variants'] {
  if (startTimeout === undefined || variants === undefined || !isPart(variants)) return variants
  return mapValues(variants, (target) => withStartTimeout(target, startTimeout))
}

function changeTest(test: SuiteTestConfig, asked: Settings): SuiteTestConfig {
  const settings = withSweptKind(test, asked)
  const tls = pickSettings('tls', settings)
  return {
    ...test,
    ...pickSettings('test', settings),
    ...given({
      name: settings.title,
      unixSocket: settings.unix,
      dns: settings.dns && (isObject(test.dns) ? { ...test.dns, select: settings.dns } : settings.dns),
      sweep: sweepOf(test, settings),
      target: targetFor(test.target, settings),
      thresholds: withThresholds(test.thresholds, settings.thresholds),
      scenarios: isPart(test.scenarios) ? mapValues(test.scenarios, (scenario) => changeScenario(scenario, settings)) : undefined,
    }),
    ...(Object.keys(tls).length > 0 && isPart(test.tls ?? {}) && { tls: { ...test.tls, ...tls } }),
  }
}

// Thresholds of the settings are added to those of the test.
function withThresholds(own: SuiteTestConfig['thresholds'] = {}, more: Settings['thresholds']): SuiteTestConfig['thresholds'] {
  if (more === undefined || !isPart(own)) return undefined
  const added = mapValues(more, (conditions, metric) => [...[own[metric] ?? []].flat(), ...conditions])
  return { ...own, ...added }
}

function targetFor(target: TargetConfig | undefined, { url, startTimeout }: Settings): TargetConfig | undefined {
  if (url !== undefined && namedUrls(url) !== undefined) return undefined
  const urls = url === undefined ? [] : splitUrls(url)
  if (urls.length > 1) return targetOf(urls, [])
  return url ?? (startTimeout === undefined || target === undefined ? target : withStartTimeout(target, startTimeout))
}

function withStartTimeout(target: TargetConfig, startTimeout: Duration): TargetConfig {
  return isPart(target) && typeof target !== 'string' && 'command' in target ? { ...target, startTimeout } : target
}

function changeScenario(scenario: ScenarioConfig, settings: Settings): ScenarioConfig {
  if (!isPart(scenario)) return scenario
  const { bailout, headers } = settings
  const changed = { ...scenario, ...given({ bailout, workload: changeWorkload(scenario.workload, settings) }) }
  if (!isRequestScenario(scenario)) return { ...changed, ...given({ headers: addHeaders(scenario.headers, headers) }) } as ScenarioConfig
  const { request } = scenario
  return {
    ...changed,
    ...pickSettings('requests', settings),
    ...given({ request: isList(request) ? request.map((one) => changeRequest(one, settings)) : changeRequest(request, settings) }),
  } as ScenarioConfig
}

/** Whether a scenario sends requests. A scenario with neither requests nor journeys counts, too, and is reported when the run checks the config. */
export function isRequestScenario(scenario: ScenarioConfig): scenario is RequestScenarioConfig {
  return !('journey' in scenario || 'journeys' in scenario)
}

function isList(request: RequestScenarioConfig['request']): request is readonly RequestConfig[] {
  return Array.isArray(request)
}

function mapValues<From, To>(values: Readonly<Record<string, From>>, map: (value: From, key: string) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value, key)]))
}

/** The sweep of a test, from the settings or else from its config; counts and rates are multiplied by `scale`. */
function sweepOf({ sweep: own }: SuiteTestConfig, { sweep, scale = 1 }: Settings): SweepConfig | undefined {
  const swept = sweep === undefined ? own : { [sweep.parameter]: sweep.values }
  // Wrong values are left to the check of the config.
  if (swept === undefined || scale === 1 || !isPart(swept)) return swept
  return Object.fromEntries(
    Object.entries(swept).map(([parameter, values]) => [parameter, Array.isArray(values) ? scaleValues(parameter, values, scale) : values]),
  )
}

/**
 * Adds the first value of a sweep over users or a rate to the settings if no scenario has the parameter, so that workloads are converted as by
 * users or a rate.
 */
function withSweptKind(test: SuiteTestConfig, settings: Settings): Settings {
  const { parameter, values: [first] = [] } = settings.sweep ?? {}
  const { users, rate } = settings
  if ((parameter !== 'users' && parameter !== 'rate') || users !== undefined || rate !== undefined || !isPart(test.scenarios))
    return settings
  const isThere = Object.values(test.scenarios).some(
    (scenario) => isPart(scenario) && isPart(scenario.workload) && kindOf(scenario.workload) === parameter,
  )
  return isThere ? settings : { ...settings, [parameter]: first }
}

// Values that are equal after multiplication count once.
function scaleValues(parameter: string, values: readonly SweepValue[], scale: number): readonly SweepValue[] {
  const name = parameter.slice(parameter.lastIndexOf('.') + 1)
  const isWorkload = !parameter.includes('.') || parameter.includes('.workload.')
  return isWorkload ? [...new Set(values.map((value) => scaleField(name, value, scale) as SweepValue))] : values
}

/** Returns a request in which each given setting replaces the matching field; headers are added to its own. */
function changeRequest(request: RequestConfig, settings: Settings): RequestConfig {
  if (!isPart(request)) return request
  const { method, headers, form, expectBody, expectStatus } = settings
  const body = settings.body ?? settings.input
  const { body: _body, json: _json, form: _form, ...bodyless } = request
  const expect = given({ body: expectBody, status: expectStatus })
  return {
    ...(body === undefined && form === undefined ? request : bodyless),
    ...given({ method, body, form, headers: addHeaders(request.headers, headers) }),
    ...(Object.keys(expect).length > 0 && isPart(request.expect ?? {}) && { expect: { ...request.expect, ...expect } }),
  }
}

type Headers = Readonly<Record<string, string>>

/** Adds headers to those of a config, ignoring the case of names; `undefined` when there is nothing to change. */
export function addHeaders(base: Headers | undefined, added: Headers | undefined): Headers | undefined {
  if (added === undefined || !isPart(base ?? {})) return undefined
  const replaced = new Set(Object.keys(added).map((name) => name.toLowerCase()))
  return { ...Object.fromEntries(Object.entries(base ?? {}).filter(([name]) => !replaced.has(name.toLowerCase()))), ...added }
}

/** Makes a target of URLs: already running, or started by a command that is ready when every URL responds. */
export function targetOf(urls: string | readonly string[], command: readonly string[]): TargetConfig {
  const [url = '', ...others] = typeof urls === 'string' ? [urls] : urls
  const place = others.length === 0 ? { url } : { servers: [url, ...others] }
  return command.length === 0 ? place : { command, ready: others.length === 0 ? url : [url, ...others], ...place }
}

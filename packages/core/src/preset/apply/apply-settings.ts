import type { RequestConfig } from '../../load/http/request-config.ts'
import type { RequestScenarioConfig } from '../../config/scenario/request-scenario.ts'
import { type ScenarioConfig, type SuiteConfig, type SuiteTestConfig, isMicrobenchmark } from '../../config/config.ts'
import type { TargetConfig } from '../../target/target.ts'
import type { TlsConfig } from '../../load/wire/secure-sockets.ts'
import type { Problem } from '../preset-error.ts'
import { given, type Settings } from '../settings.ts'
import { splitUrls, targetOf } from './target-of.ts'
import { addHeaders, applyToRequest } from './apply-to-request.ts'
import { applyToWorkload } from './apply-to-workload.ts'
import { isPart } from './workload-kinds.ts'
import { sweepOf, withSweptKind } from './swept-workload.ts'

/**
 * Returns a suite in which each given setting replaces the matching field of all scenarios of all tests that have it.
 *
 * A URL replaces the targets of all tests, and the variants with them; a title also names the test, where there is one only. Parts of a
 * config that do not match their types are left as they are: the run checks the config and reports them.
 */
export function applySettings(suite: SuiteConfig, settings: Settings): SuiteConfig {
  const { variants, ...rest } = suite
  return {
    ...rest,
    ...given({
      name: settings.title,
      repeats: settings.runs,
      variants: settings.url === undefined ? applyToVariants(variants, settings) : undefined,
    }),
    tests: suite.tests.map((test) => applyToTest(test, suite.tests.length === 1 ? settings : { ...settings, title: undefined })),
  }
}

function applyToVariants(variants: SuiteConfig['variants'], { startTimeout }: Settings): SuiteConfig['variants'] {
  if (startTimeout === undefined || variants === undefined || !isPart(variants)) return variants
  return mapValues(variants, (target) => withStartTimeout(target, startTimeout))
}

function applyToTest(test: SuiteTestConfig, asked: Settings): SuiteTestConfig {
  if (isMicrobenchmark(test)) return applyToFunctions(test, asked)
  const settings = withSweptKind(test, asked)
  const { title, workers, timing, timeout, connectTimeout, maxHeaderSize, unix, seed } = settings
  const { insecure, ca, cert, key, servername, resume, minVersion, maxVersion, ciphers, keyLogFile } = settings
  const tls: TlsConfig = given({ insecure, ca, cert, key, servername, resume, minVersion, maxVersion, ciphers, keyLogFile })
  return {
    ...test,
    ...given({ name: title, workers, timing, timeout, connectTimeout, maxHeaderSize, unixSocket: unix, seed }),
    ...given({ sweep: sweepOf(test, settings) }),
    ...given({ target: targetFor(test.target, settings), thresholds: withThresholds(test.thresholds, settings.thresholds) }),
    ...(Object.keys(tls).length > 0 && isPart(test.tls ?? {}) && { tls: { ...test.tls, ...tls } }),
    ...(isPart(test.scenarios) && {
      scenarios: mapValues(test.scenarios, (scenario) => applyToScenario(scenario as ScenarioConfig, settings)),
    }),
  }
}

// Those of a flag are added to those that the test has.
function withThresholds(own: SuiteTestConfig['thresholds'] = {}, more: Settings['thresholds']): SuiteTestConfig['thresholds'] {
  if (more === undefined || !isPart(own)) return undefined
  const added = Object.entries(more).map(([metric, conditions]) => [metric, [...[own[metric] ?? []].flat(), ...conditions]] as const)
  return { ...own, ...Object.fromEntries(added) }
}

/** What is wrong with thresholds of a suite of functions alone: a gate that looks at nothing must not seem to hold. */
export const noThresholdsOfFunctions: Problem = {
  message: '--threshold: functions are measured, which have none of the metrics of requests',
  hint: 'Keep their results with -o FILE.json, and compare two of them: benchpress compare --fail-on "call_time{function:NAME} median > +5%".',
}

// Functions have no load: of the settings of a load they take only the times.
function applyToFunctions(test: SuiteTestConfig, { title, seed, duration, warmup }: Settings): SuiteTestConfig {
  const scenarios = mapValues(test.scenarios, (scenario) => ({ ...scenario, ...given({ time: duration, warmup }) }))
  return { ...test, ...given({ name: title, seed }), scenarios: scenarios }
}

function targetFor(target: TargetConfig | undefined, { url, startTimeout }: Settings): TargetConfig | undefined {
  const urls = url === undefined ? [] : splitUrls(url)
  if (urls.length > 1) return targetOf(urls, [])
  return url ?? (startTimeout === undefined || target === undefined ? target : withStartTimeout(target, startTimeout))
}

function withStartTimeout(target: TargetConfig, startTimeout: string): TargetConfig {
  return isPart(target) && typeof target !== 'string' && 'command' in target ? { ...target, startTimeout } : target
}

function applyToScenario(scenario: ScenarioConfig, settings: Settings): ScenarioConfig {
  if (!isPart(scenario)) return scenario
  const { uniqueIds, reconnectAfter, bailout, headers } = settings
  const changed = { ...scenario, ...given({ bailout, workload: applyToWorkload(scenario.workload, settings) }) }
  if (!isRequestScenario(scenario)) return { ...changed, ...given({ headers: addHeaders(scenario.headers, headers) }) } as ScenarioConfig
  const { request } = scenario
  return {
    ...changed,
    ...given({
      uniqueIds,
      reconnectAfter,
      request: isList(request) ? request.map((one) => applyToRequest(one, settings)) : applyToRequest(request, settings),
    }),
  } as ScenarioConfig
}

/** Whether a scenario sends requests; one that has neither requests nor journeys counts as one, and is reported when the run checks the config. */
export function isRequestScenario(scenario: ScenarioConfig): scenario is RequestScenarioConfig {
  return !('journey' in scenario || 'journeys' in scenario)
}

function isList(request: RequestScenarioConfig['request']): request is readonly RequestConfig[] {
  return Array.isArray(request)
}

function mapValues<Value>(values: Readonly<Record<string, Value>>, map: (value: Value) => Value): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value)]))
}

import type { SuiteConfig, SuiteTestConfig } from '@benchpress/core'
import { describeDifferences, given, usageError } from '@benchpress/core/preset'
import type { AdaptedSuite, AskedOfPreset, PresetSettings, PresetTarget } from '@benchpress/core/preset'
import { findRedis, type FoundRedis } from './redis-comparison.ts'
import { documentedParameters, nameParameters, parametersFor, type ToskaParameters, type ToskaSettings } from './toska-parameters.ts'
import { comparisonTests, sweptTest } from './toska-suite.ts'

interface ToskaTests {
  readonly swept: readonly SuiteTestConfig[]
  readonly compared: readonly SuiteTestConfig[]
}

/** Makes the suite with the documented parameters, or a part of it. */
export function toskaSuite(target: PresetTarget, part: string | undefined): SuiteConfig {
  return suiteOf(testsOf(target, partsOf(part), documentedParameters, findRedis()))
}

/**
 * Makes the suite that a user asks for, and lists its differences from the documented one.
 *
 * @throws UsageError for flags that the tests cannot follow
 */
export function adaptToska(target: PresetTarget, request: AskedOfPreset<ToskaSettings>): AdaptedSuite {
  const { settings, own, part, path, describeChanges } = request
  if (path !== undefined) throw usageError('URL: the paths are those of the preset', 'Give it without a path, as in http://localhost:4000.')
  const parameters = parametersFor(own)
  const redis = findRedis()
  const parts = partsOf(part)
  const documented = testsOf(target, parts, documentedParameters, redis)
  const asked = testsOf(target, parts, parameters, redis)
  // A number of users replaces the sweep by one level, which may be a documented one.
  const swept = settings.users === undefined ? asked.swept : asked.swept.map(({ sweep: _sweep, ...test }) => test)
  const tests: ToskaTests = {
    ...asked,
    swept: applyTo(swept, settings, request),
    // A number of users applies to the sweeps, and to the comparison only where that is run alone.
    compared: applyTo(asked.compared, part === 'redis' ? settings : { ...settings, users: undefined, sweep: undefined }, request),
  }
  return {
    suite: {
      ...suiteOf(tests),
      ...(settings.title !== undefined && { name: settings.title }),
      ...(settings.runs !== undefined && { repeats: settings.runs }),
    },
    changes: [
      ...describeChanges(loadsOf(documented), { ...loadsOf(tests), ...given({ repeats: settings.runs }) }),
      ...describeDifferences(nameParameters(documentedParameters, parts), nameParameters(parameters, parts)),
    ],
  }
}

/** The parts with a load that are run: the one that is asked for, or all of them. */
export function partsOf(part: string | undefined): readonly string[] {
  return part === undefined ? ['kv', 'replication', 'redis'] : [part]
}

function testsOf(target: PresetTarget, parts: readonly string[], parameters: ToskaParameters, redis: FoundRedis): ToskaTests {
  const has = (name: string): boolean => parts.includes(name)
  return {
    swept: (['kv', 'replication'] as const).filter(has).map((name) => sweptTest(name, target, parameters)),
    compared: has('redis') ? comparisonTests(target, redis, parameters) : [],
  }
}

function suiteOf({ swept, compared }: ToskaTests): SuiteConfig {
  return { name: 'toska', tests: [...swept, ...compared] }
}

// Named by their parts, since the tests of the comparison have the same differences.
function loadsOf({ swept, compared }: ToskaTests): SuiteConfig {
  return { name: 'toska', tests: [...swept, ...compared.map((test) => ({ ...test, name: 'redis' }))] }
}

function applyTo(
  tests: readonly SuiteTestConfig[],
  settings: PresetSettings,
  { apply }: Pick<AskedOfPreset, 'apply'>,
): readonly SuiteTestConfig[] {
  return apply({ name: 'toska', tests }, { ...settings, url: undefined, title: undefined }).tests
}

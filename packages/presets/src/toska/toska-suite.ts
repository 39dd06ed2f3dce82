import type { JourneyReference, SuiteConfig, SuiteTestConfig } from '@benchpress/core'
import { moduleBeside } from '@benchpress/core/preset'
import { findRedis } from './find-redis.ts'
import { fillVariable, type KeyOptions } from './journeys/store.ts'
import type { ToskaValues } from './toska-parameters.ts'

// The published error rates are 0.
const thresholds: NonNullable<SuiteTestConfig['thresholds']> = { requests_failed: 'rate == 0%' }

/** Makes the tests of a part, or of all parts with a load: the sweeps, and the comparison with Redis. */
export function toskaSuite(part: string | undefined, values: ToskaValues): SuiteConfig {
  const { keySpace, valueSize } = values
  const options: KeyOptions = { keySpace, valueSize }
  const swept = (['kv', 'replication'] as const).filter((name) => name === (part ?? name)).map((name) => sweptTest(name, options, values))
  const compared = part === undefined || part === 'redis' ? comparedTests(part, options, values) : []
  return { name: 'toska', tests: [...swept, ...compared] }
}

// A number of users replaces the sweep by one level.
function sweptTest(name: 'kv' | 'replication', options: KeyOptions, { users, sweep }: ToskaValues): SuiteTestConfig {
  const levels = sweep === undefined ? { users: [10, 20, 30, 40] } : { [sweep.parameter]: sweep.values }
  return {
    name,
    plugins: [],
    scenarios: { [name]: { journey: journeyIn('store', name, options), workload: { users: users ?? 10, duration: 60, gracefulStop: 30 } } },
    ...(users === undefined && { sweep: levels }),
    thresholds,
  }
}

// Each operation on both sides in turn; the side of Redis is left out where Redis is missing. The users of the sweeps are others.
function comparedTests(part: string | undefined, options: KeyOptions, { users, sweep }: ToskaValues): readonly SuiteTestConfig[] {
  const redis = findRedis()
  const ofPart = part === 'redis' ? users : undefined
  const test = (name: string, journey: JourneyReference, more: Partial<SuiteTestConfig>): SuiteTestConfig => ({
    name,
    plugins: [],
    ...(part === 'redis' && sweep !== undefined && { sweep: { [sweep.parameter]: sweep.values } }),
    ...more,
    scenarios: { [name]: { journey, workload: { users: ofPart ?? 50, iterations: 100_000 } } },
    thresholds,
  })
  const onRedis = 'missing' in redis ? undefined : { target: redis.target, plugins: [{ module: redis.plugin, options: {} }] }
  const filled = { env: { [fillVariable]: JSON.stringify(options) } }
  return [
    ...(onRedis === undefined ? [] : [test('redis-set', journeyIn('redis', 'set', options), onRedis)]),
    test('toska-put', journeyIn('store', 'put', options), {}),
    ...(onRedis === undefined ? [] : [test('redis-get', journeyIn('redis', 'get', options), { ...onRedis, ...filled })]),
    test('toska-get', journeyIn('store', 'get', options), filled),
  ]
}

function journeyIn(module: string, name: string, options: KeyOptions): JourneyReference {
  return { module: moduleBeside(import.meta.url, `./journeys/${module}`), export: name, options }
}

import type { JourneyReference, PluginReference, SuiteTestConfig, TargetConfig } from '@benchpress/core'
import { moduleBeside, type PresetTarget } from '@benchpress/core/preset'
import { documentedSweeps, type SweptPart } from './documented-toska.ts'
import { comparedTests, type FoundRedis } from './redis-comparison.ts'
import { fillVariable, type BenchOptions } from './journeys/over-http.ts'
import { comparison, type ToskaParameters } from './toska-parameters.ts'

// The published error rates are 0.
const thresholds: NonNullable<SuiteTestConfig['thresholds']> = { requests_failed: 'rate == 0%' }

/** A sweep over users who sleep 0.1 s after each iteration. */
export function sweptTest(part: SweptPart, target: PresetTarget, parameters: ToskaParameters): SuiteTestConfig {
  const { keySpace, valueSize } = parameters
  const users = documentedSweeps[part].map((level) => level.users)
  return {
    name: part,
    ...onOne(target),
    plugins: [],
    scenarios: {
      [part]: {
        journey: journeyIn(part, part, part === 'kv' ? ({ keySpace, valueSize } satisfies BenchOptions) : undefined),
        workload: { users: users[0] ?? 1, duration: 60, gracefulStop: 30 },
      },
    },
    sweep: { users },
    thresholds,
  }
}

/** The comparison with Redis, each operation on both sides in turn; the side of Redis is left out where Redis is missing. */
export function comparisonTests(
  target: PresetTarget,
  redis: FoundRedis,
  { keySpace, valueSize }: ToskaParameters,
): readonly SuiteTestConfig[] {
  const options: BenchOptions = { keySpace, valueSize }
  const filled = { env: { [fillVariable]: JSON.stringify(options) } }
  const test = (name: string, journey: JourneyReference, more: Partial<SuiteTestConfig>): SuiteTestConfig => ({
    name,
    plugins: [],
    ...more,
    scenarios: { [name]: { journey, workload: { users: comparison.users, iterations: comparison.operations } } },
    thresholds,
  })
  const { write, read } = comparedTests
  const onRedis =
    'missing' in redis ? undefined : { target: redis.target, plugins: [{ module: redis.plugin, options: {} }] satisfies PluginReference[] }
  const onToska = onOne(target)
  return [
    ...(onRedis === undefined ? [] : [test(write.redis, journeyIn('over-resp', 'set', options), onRedis)]),
    test(write.toska, journeyIn('over-http', 'put', options), onToska),
    ...(onRedis === undefined ? [] : [test(read.redis, journeyIn('over-resp', 'get', options), { ...onRedis, ...filled })]),
    test(read.toska, journeyIn('over-http', 'get', options), { ...onToska, ...filled }),
  ]
}

// The comparison has no variants.
function onOne(target: PresetTarget): { readonly target?: TargetConfig } {
  return typeof target !== 'string' && 'variants' in target ? {} : { target }
}

function journeyIn(module: string, name: string, options?: object): JourneyReference {
  return { module: moduleBeside(import.meta.url, `./journeys/${module}`), export: name, options: options ?? {} }
}

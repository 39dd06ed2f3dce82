import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { InvalidConfigError, planSuite, runSuite, type SuiteTestConfig } from '../../src/index.ts'

const cwd = fileURLToPath(new URL('.', import.meta.url))
const reads = { request: {}, workload: { connections: 1, duration: '1s' } }
const micro = { functions: './counted.bench.ts' }

describe('a test of functions', () => {
  test.each<[object, string]>([
    [
      { target: 'http://localhost:1', scenarios: { micro, reads, more: micro } },
      'scenarios: functions (micro, more) and load (reads) cannot be in one test, because each would disturb the other; make two tests of a suite',
    ],
    [{ target: 'http://localhost:1' }, 'unknown key "target"; functions run in this process and have no target; leave it out'],
    [{ thresholds: {} }, 'unknown key "thresholds"; thresholds look at metrics of requests; ask the result for its microbenchmarks'],
    [{ timeout: 1 }, 'unknown key "timeout"; it belongs to a test with a target, and functions have none'],
    [{ workers: 2 }, 'workers: can only be 0 for functions; parallel says how many threads call the same function'],
    [
      { workers: 0, scenarios: { micro: { ...micro, parallel: 2 } } },
      'scenarios.micro.parallel: must be 1 with workers: 0; one thread calls one function at a time; leave workers out',
    ],
    [
      { scenarios: { micro: { functions: './conted.bench.ts' } } },
      `scenarios.micro.functions: no such file: ${cwd}conted.bench.ts (was "./conted.bench.ts"); did you mean "counted.bench.ts"?`,
    ],
    [{ scenarios: { micro: { functions: 5 } } }, 'scenarios.micro.functions: must be the path of a module, or { module } (was 5)'],
    [{ scenarios: { micro: { ...micro, time: 0 } } }, 'scenarios.micro.time: must be longer than 0 (was 0)'],
    [{ scenarios: { micro: { ...micro, parallel: 0 } } }, 'scenarios.micro.parallel: must be at least 1 (was 0)'],
    [{ scenarios: { micro: { ...micro, only: [] } } }, 'scenarios.micro.only: must not be empty'],
    [{ scenarios: { micro: { ...micro, wamup: 1 } } }, 'scenarios.micro: unknown key "wamup"; did you mean "warmup"?'],
    [{ scenarios: { micro: { ...micro, workload: {} } } }, 'scenarios.micro: unknown key "workload"; functions have time and warmup'],
    [{ scenarios: [micro] }, 'scenarios: must be an object (was a list)'],
    [{ secrets: null }, 'secrets: must be an object'],
    [
      { scenarios: { 'my functions': micro } },
      'scenarios: "my functions" is not a name; letters, digits, "_", "-", "." and ":" are allowed',
    ],
  ])('a test of functions with %j is refused', async (changes, message) => {
    expect(await messageOf({ scenarios: { micro }, ...changes })).toBe(message)
  })

  test('a test of functions reports all mistakes at once', async () => {
    const changes = { workers: 1, target: 'x', scenarios: { micro: { ...micro, time: '1', only: 5 } } }
    expect((await messageOf(changes as never)).split('\n')).toHaveLength(3)
  })
})

describe('a plan of functions', () => {
  test('a plan of functions lists them in order, with the total time, and calls none', async () => {
    const tests = [
      { name: 'kv', scenarios: { micro: { ...micro, time: '3s', warmup: '1s', only: ['slow', 'fast'] }, all: { ...micro, parallel: 4 } } },
    ]
    const { tests: plans } = await planSuite({ name: 'suite', tests }, { cwd })
    expect(plans[0]).toMatchObject({ name: 'kv', target: { kind: 'none' }, scenarios: [], duration: 8 + 35, workers: 4, sockets: 0 })
    expect(plans[0]?.functions.map(({ name, cases, duration }) => [name, cases, duration])).toEqual([
      ['micro', ['fast', 'slow'], 8],
      ['all', ['fast', 'slow', 'never', 'sometimes', 'resolved'], 35],
    ])
  })

  test('a plan of functions reads what a test has from its class', async () => {
    class Micro {
      get scenarios(): object {
        return { micro: { ...micro, only: ['fast'] } }
      }
    }
    const { tests: plans } = await planSuite({ name: 'suite', tests: [new Micro() as SuiteTestConfig] }, { cwd })
    expect(plans[0]?.functions.map(({ cases }) => cases)).toEqual([['fast']])
  })

  test('a plan is refused with each module without functions, and each unknown name', async () => {
    const tests = [
      {
        scenarios: {
          micro: { ...micro, only: ['fats', 'slow'] },
          other: { functions: { module: './prepared.bench.ts', export: 'noCases' } },
        },
      },
    ]
    const error = await planSuite({ name: 'suite', tests }, { cwd }).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(InvalidConfigError)
    expect((error as InvalidConfigError).issues.map(({ path }) => path)).toEqual(['scenarios.micro.only', 'scenarios.other.functions'])
  })
})

test('a suite with variants runs its functions once, on none of them', async () => {
  const tests = [
    { name: 'micro', scenarios: { micro: { ...micro, only: ['fast'] } } },
    { name: 'reads', scenarios: { reads } },
  ]
  const variants = { one: 'http://localhost:1', two: 'http://localhost:2' }
  const { tests: plans } = await planSuite({ name: 'suite', tests, variants }, { cwd })
  expect(plans.map((plan) => plan.variants.length)).toEqual([0, 2])
})

async function messageOf(given: object): Promise<string> {
  const error: unknown = await runSuite({ name: 'suite', tests: [given as SuiteTestConfig] }, { cwd }).catch((reason: unknown) => reason)
  if (!(error instanceof InvalidConfigError)) throw new Error(`no config error: ${String(error)}`)
  return error.issues
    .map(({ path, message, hint }) => `${path === '' ? '' : `${path}: `}${message}${hint === undefined ? '' : `; ${hint}`}`)
    .join('\n')
}

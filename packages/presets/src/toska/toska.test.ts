import type { SuiteConfig, SuiteTestConfig } from '@benchpress/core'
import { describe, expect, test } from 'vitest'
import { planPreset, type Settings, type PreparedPreset } from '../../../cli/test/for-presets.ts'
import { findRedis } from './redis-comparison.ts'
import { documentedParameters, type ToskaSettings } from './toska-parameters.ts'
import { comparisonTests } from './toska-suite.ts'
import { toska } from './toska.ts'

const url = 'http://localhost:4000'
const embedded: Partial<Settings> = { url: undefined }
const hasRedis = !('missing' in findRedis())

describe('preset toska', () => {
  test.each([
    ['kv', { keySpace: 10_000, valueSize: 128 }],
    ['replication', {}],
  ])('%s is the documented sweep: 10 to 40 users for 60 s each', async (part, options) => {
    const { suite, presetRun } = await plan(part)
    expect(suite.tests).toHaveLength(1)
    expect(testOf(suite, part)).toMatchObject({
      target: { url },
      sweep: { users: [10, 20, 30, 40] },
      scenarios: { [part]: { journey: { export: part, options }, workload: { duration: 60, gracefulStop: 30 } } },
    })
    expect(presetRun.changes).toEqual([])
  })

  test.skipIf(!hasRedis)('redis is 100,000 operations of 50 users on both sides, with the same keys and values', async () => {
    const { suite } = await plan('redis')
    expect(suite.tests.map(({ name }) => name)).toEqual(['redis-set', 'toska-put', 'redis-get', 'toska-get'])
    const loads = suite.tests.flatMap(({ scenarios }) => Object.values(scenarios))
    expect(loads).toEqual(
      ['set', 'put', 'get', 'get'].map((name): unknown => ({
        journey: expect.objectContaining({ export: name, options: { keySpace: 10_000, valueSize: 128 } }),
        workload: { users: 50, iterations: 100_000 },
      })),
    )
    expect(testOf(suite, 'redis-set')).toMatchObject({
      target: { command: [process.execPath, expect.stringMatching(/redis-process\.ts$/)] },
      plugins: [{ module: expect.stringMatching(/plugin-resp\/src\/plugin\.ts$/) }],
    })
    expect(testOf(suite, 'toska-put')).toMatchObject({ target: { url }, plugins: [] })
  })

  test('the side of Redis is left out where it is missing', () => {
    const names = comparisonTests({ url }, { missing: 'there is no redis-server on the PATH' }, documentedParameters).map(
      ({ name }) => name,
    )
    expect(names).toEqual(['toska-put', 'toska-get'])
  })

  test('without a part all of them are run', async () => {
    const { suite } = await plan(undefined, embedded)
    expect(suite.tests.map(({ name }) => name)).toEqual(expect.arrayContaining(['kv', 'replication', 'toska-put', 'toska-get'])) // prettier-ignore
  })

  test('-d shortens the load', async () => {
    const { suite, presetRun } = await plan(undefined, { ...embedded, duration: '1s' })
    expect(testOf(suite, 'kv')).toMatchObject({ sweep: { users: [10, 20, 30, 40] }, scenarios: { kv: { workload: { duration: '1s' } } } })
    expect(testOf(suite, 'toska-put').scenarios).toMatchObject({ 'toska-put': { workload: { users: 50, duration: '1s' } } })
    expect(presetRun.changes).toContain('kv and replication duration 1m -> 1s')
  })

  test('a number of users is one level of the sweeps, and does not change the comparison', async () => {
    const { suite } = await plan(undefined, { users: 20 })
    expect(testOf(suite, 'kv').sweep).toBeUndefined()
    expect(testOf(suite, 'kv').scenarios).toMatchObject({ kv: { workload: { users: 20, duration: 60 } } })
    expect(testOf(suite, 'toska-put').scenarios).toMatchObject({ 'toska-put': { workload: { users: 50 } } })
    expect(testOf((await plan('redis', { users: 20 })).suite, 'toska-put').scenarios).toMatchObject({
      'toska-put': { workload: { users: 20 } },
    })
  })

  test('a single documented level is reported as levels left out, and not as another number of users', async () => {
    const changesOf = async (users: number): Promise<readonly string[]> => (await plan('kv', { users })).presetRun.changes
    expect(await changesOf(20)).toEqual(['users 10, 20, 30, 40 -> 20'])
    expect(await changesOf(7)).toEqual(['users 10, 20, 30, 40 -> 7'])
    expect((await plan('redis', { users: 20 })).presetRun.changes).toContain('users 50 -> 20')
    expect((await plan(undefined, { users: 20 })).presetRun.changes).toEqual(['kv and replication users 10, 20, 30, 40 -> 20'])
  })

  test('a change of several tests is reported once, with the names of their parts', async () => {
    const { presetRun } = await plan(undefined, { ...embedded, scale: 0.1, duration: '10s', timeout: '5s', runs: 2 })
    expect(presetRun.changes).toEqual([
      'runs 1 -> 2',
      'timeout 10s -> 5s',
      'kv and replication users 10, 20, 30, 40 -> 1, 2, 3, 4',
      'kv and replication duration 1m -> 10s',
      'redis users 50 -> 5',
      'redis iterations 100000 -> none',
      'redis duration none -> 10s',
    ])
  })

  test('--scale multiplies users, and never the sleep or the keys', async () => {
    const { suite, presetRun } = await plan('kv', { scale: 0.5 })
    expect(presetRun.changes).toEqual(['users 10, 20, 30, 40 -> 5, 10, 15, 20'])
    expect(testOf(suite, 'kv')).toMatchObject({
      sweep: { users: [5, 10, 15, 20] },
      scenarios: { kv: { journey: { options: { keySpace: 10_000, valueSize: 128 } }, workload: { duration: 60 } } },
    })
  })

  test('every change is listed, and those of functions are none of a load', async () => {
    const own = { keySpace: 5, valueSize: 6, datasetSize: 7, time: '250ms' }
    expect((await plan('kv', { runs: 2 }, own)).presetRun.changes).toEqual(['runs 1 -> 2', 'key space 10000 -> 5', 'value size 128 -> 6'])
  })

  test('a URL with a path is refused', async () => {
    await expect(plan('kv', { url: `${url}/kv` })).rejects.toMatchObject({
      problems: [{ message: 'URL: the paths are those of the preset' }],
    })
  })
})

async function plan(part: string | undefined, settings: Partial<Settings> = {}, own: Partial<ToskaSettings> = {}): Promise<PreparedPreset> {
  const request = { settings: { url, ...settings }, own: own as ToskaSettings, part, targetCommand: [], folder: '/' }
  return await planPreset(toska, request, [])
}

function testOf({ tests }: SuiteConfig, name: string): SuiteTestConfig {
  const found = tests.find((one) => one.name === name)
  if (found === undefined) throw new Error(`there is no test ${name}`)
  return found
}

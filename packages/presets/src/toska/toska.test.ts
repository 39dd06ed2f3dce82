import type { SuiteConfig, SuiteTestConfig } from '@benchpress/core'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { planOfPreset, type Settings, type PreparedPreset } from '../../../cli/test/for-presets.ts'
import { findRedis, type ToskaValues } from './toska-suite.ts'
import { toska } from './toska.ts'

const url = 'http://localhost:4000'
const embedded: Partial<Settings> = { url: undefined }
const hasRedis = !('missing' in findRedis())

afterEach(() => {
  vi.unstubAllEnvs()
})

describe('preset toska', () => {
  test.each([
    ['kv', { keySpace: 10_000, valueSize: 128 }],
    ['replication', { keySpace: 10_000, valueSize: 128 }],
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
      target: { command: ['redis-server', '--port', expect.any(String), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'] },
      plugins: [{ module: expect.stringMatching(/plugin-resp\/src\/plugin\.ts$/) }],
    })
    expect(testOf(suite, 'toska-put')).toMatchObject({ target: { url }, plugins: [] })
  })

  test('the side of Redis is left out where it is missing', async () => {
    vi.stubEnv('PATH', '/nowhere')
    expect(findRedis()).toEqual({ missing: 'there is no redis-server on the PATH' })
    const { suite } = await plan('redis')
    expect(suite.tests.map(({ name }) => name)).toEqual(['toska-put', 'toska-get'])
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

  test('a number of users and a sweep are reported beside the documented levels', async () => {
    const changesOf = async (settings: Partial<Settings>): Promise<readonly string[]> => (await plan('kv', settings)).presetRun.changes
    expect(await changesOf({ users: 20 })).toEqual(['users 10, 20, 30, 40 -> 20'])
    expect(await changesOf({ sweep: { parameter: 'users', values: [5, 6] } })).toEqual(['sweep users 10, 20, 30, 40 -> users 5, 6'])
  })

  test('--scale multiplies users, and never the sleep or the keys', async () => {
    const { suite, presetRun } = await plan('kv', { scale: 0.5 })
    expect(presetRun.changes).toEqual(['users 10, 20, 30, 40 -> 5, 10, 15, 20'])
    expect(testOf(suite, 'kv')).toMatchObject({
      sweep: { users: [5, 10, 15, 20] },
      scenarios: { kv: { journey: { options: { keySpace: 10_000, valueSize: 128 } }, workload: { duration: 60 } } },
    })
  })

  test('every change is listed', async () => {
    const own = { keySpace: 5, valueSize: 6 }
    expect((await plan('kv', { runs: 2 }, own)).presetRun.changes).toEqual(['runs 1 -> 2', 'key space 10000 -> 5', 'value size 128 -> 6'])
  })

  test('a URL with a path is refused', async () => {
    await expect(plan('kv', { url: `${url}/kv` })).rejects.toMatchObject({
      problems: [{ message: 'URL: the paths are those of the preset' }],
    })
  })
})

async function plan(part: string | undefined, settings: Partial<Settings> = {}, own: Partial<ToskaValues> = {}): Promise<PreparedPreset> {
  const request = { settings: { url, ...settings }, own, part, targetCommand: [], folder: '/' }
  return await planOfPreset(toska, request, [])
}

function testOf({ tests }: SuiteConfig, name: string): SuiteTestConfig {
  const found = tests.find((one) => one.name === name)
  if (found === undefined) throw new Error(`there is no test ${name}`)
  return found
}

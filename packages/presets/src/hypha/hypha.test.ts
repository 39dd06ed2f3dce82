import { planSuite, type RequestScenarioConfig, type SuiteTestConfig } from '@benchpress/core'
import { describe, expect, test } from 'vitest'
import { UsageError, type Problem } from '@benchpress/core/preset'
import { planOfPreset, type Settings, type PreparedPreset } from '../../../cli/test/for-presets.ts'
import { hyphaParts } from './hypha-cases.ts'
import type { HyphaValues } from './hypha-suite.ts'
import { hypha } from './hypha.ts'

describe('preset hypha', () => {
  test.each([
    ['single', 25, 430_000],
    ['cluster', 25, 430_000],
    ['compare', 25, 430_000],
    ['max', 6, 90_000 + 2 * 1000],
    ['endpoints', 6, 650 + 1300 + 1950 + 3 * 500],
    ['burst', 5, 38_000],
    [undefined, 42, 430_000 + 92_000 + 5400 + 38_000],
  ] as const)('%s has %d tests of %d requests for each side', async (part, tests, requests) => {
    const { suite } = await plan(part)
    expect(suite.tests).toHaveLength(tests)
    expect(new Set(suite.tests.map(({ name }) => name)).size).toBe(tests)
    const of = suite.tests.map((one) => loadOf(one).workload as { readonly requests: number })
    expect(of.reduce((sum, workload) => sum + workload.requests, 0)).toBe(requests)
  })

  test('every part that is listed can be planned', async () => {
    for (const part of Object.keys(hyphaParts)) {
      const { suite } = await plan(part)
      expect(suite.name).toBe(`hypha:${part}`)
      await expect(planSuite(suite)).resolves.toHaveProperty('tests')
    }
  })

  test('asks five endpoints one after the other at each level, and checks their responses', async () => {
    const { suite } = await plan('single')
    expect(suite.pause).toBe('100ms')
    expect(suite.tests.slice(0, 6).map(({ name }) => name)).toEqual([
      'Light Load, Math Multiply',
      'Light Load, Math Add',
      'Light Load, String Upper',
      'Light Load, Echo',
      'Light Load, Status',
      'Medium Load, Math Multiply',
    ])
    expect(loadOf(suite.tests[0])).toEqual({
      request: { path: '/default/services/benchmark-service/math.multiply?a=9&b=22', expect: { json: { result: 198 } } },
      workload: { connections: 10, requests: 1000, warmup: '500ms' },
    })
    expect(loadOf(suite.tests.at(-1)).workload).toEqual({ connections: 500, requests: 50_000, warmup: '500ms' })
  })

  test('waits for whole batches, as published, when it is asked to', async () => {
    const { suite, presetRun } = await plan('burst', {}, { mode: 'batch' })
    expect(suite.pause).toBe('500ms')
    expect(suite.tests.map((one) => loadOf(one).workload)).toEqual([
      { batch: 50, iterations: 1000 },
      { batch: 100, iterations: 2000 },
      { batch: 200, iterations: 5000 },
      { batch: 500, iterations: 10_000 },
      { batch: 1000, iterations: 20_000 },
    ])
    expect(presetRun.changes).toEqual([])
  })

  test('asks as many of each of 14 endpoints, in batches in turn, and 13 in a shuffled order', async () => {
    const [max] = (await plan('max')).suite.tests
    expect([loadOf(max).order, loadOf(max).request]).toEqual(['shuffled', expect.objectContaining({ length: 14 })])
    expect(loadOf((await plan('max', {}, { mode: 'batch' })).suite.tests[0]).order).toBe('in-turn')
    const [mix] = (await plan('endpoints')).suite.tests
    expect([loadOf(mix).order, loadOf(mix).request]).toEqual(['shuffled', expect.objectContaining({ length: 13 })])
  })

  test('compares variants, and runs the tests that were published for the single instance on that alone', async () => {
    const { suite } = await plan(undefined)
    expect(Object.keys(suite.variants ?? {})).toEqual(['single', 'cluster'])
    expect(suite.variants?.['cluster']).toMatchObject({ servers: { length: 3 }, health: '/health' })
    expect(suite.tests.filter(({ target }) => target === undefined)).toHaveLength(25)
    const single = suite.variants?.['single']
    expect(suite.tests.find(({ name }) => name === 'Light Mix')?.target).toBe(single)
  })

  test('checks the id of a cluster', async () => {
    const { suite } = await plan('cluster')
    expect(loadOf(suite.tests[0]).request).toMatchObject({ path: '/default/services/root:benchmark-service/math.multiply?a=9&b=22' })
    expect(suite.variants).toEqual({ cluster: expect.objectContaining({ servers: expect.objectContaining({ length: 3 }) as unknown }) })
  })

  test('takes servers that are running, one or several, and both sides by their names', async () => {
    const cluster = { servers: ['http://a:1', 'http://b:2'], health: '/health', requires: { path: '/default/services' } }
    expect((await plan('cluster', { url: 'http://a:1,http://b:2' })).suite.variants).toMatchObject({ cluster })
    expect((await plan('cluster', { url: 'http://a:1' })).suite.variants).toMatchObject({ cluster: { servers: ['http://a:1'] } })
    const both = { single: { url: 'http://c:3' }, cluster }
    for (const part of ['compare', undefined])
      expect((await plan(part, { url: 'single=http://c:3 cluster=http://a:1,http://b:2' })).suite.variants).toMatchObject(both)
    expect((await plan('max', { url: 'http://c:3' })).suite.tests[0]?.target).toEqual({ url: 'http://c:3' })
  })

  test('takes a command for each side', async () => {
    const targetCommand = ['single=deno', 'run', 'main.ts', '--', '-x', '--', 'cluster=deno', 'task', 'cluster']
    const request = { settings: { url: 'cluster=http://a:1,http://b:2' }, own: {}, part: 'compare', targetCommand, folder: '/' }
    const { suite } = await planOfPreset(hypha, request, [])
    expect(suite.variants).toMatchObject({
      single: { command: ['deno', 'run', 'main.ts', '--', '-x'], url: 'http://localhost:9640' },
      cluster: { command: ['deno', 'task', 'cluster'], servers: ['http://a:1', 'http://b:2'] },
    })
  })

  test('reports each change once, and not for each level', async () => {
    const { presetRun } = await plan('compare', { scale: 0.1, timeout: '5s' })
    expect(presetRun.changes).toEqual(['timeout 10s -> 5s', 'mode batch -> sound', 'scale 1 -> 0.1'])
  })

  test.each([
    ['compare', { url: 'http://c:3' }, 'one target has nothing to be compared with'],
    ['compare', { url: 'single=http://c:3' }, 'single: one target has nothing to be compared with'],
    ['compare', { url: 'one=http://c:3 many=http://d:4' }, '--url: preset hypha has no variant "one"'],
    ['single', { url: 'http://a:1,http://b:2' }, 'URL: hypha:single takes one server, and there are 2'],
    [undefined, { url: 'http://a:1,http://b:2' }, 'URL: preset hypha takes one server, and there are 2'],
    ['single', { url: 'http://c:3/path' }, 'URL: the paths are those of the preset'],
  ])('%s cannot be run with %j', async (part, settings, message) => {
    await expect(plan(part, settings)).rejects.toThrow(message)
    await expect(plan(part, settings)).rejects.toBeInstanceOf(UsageError)
  })

  test('refuses the flags that would make all levels alike', async () => {
    const problems: Problem[] = []
    await plan('single', { connections: 5, duration: '5s' }, {}, problems)
    expect(problems.map(({ message }) => message)).toEqual([
      '--connections: each level has its own',
      '--duration: each level is a number of requests',
    ])
  })
})

async function plan(
  part: string | undefined,
  settings: Partial<Settings> = {},
  own: Partial<HyphaValues> = {},
  problems: Problem[] = [],
): Promise<PreparedPreset> {
  const request = { settings: settings as Settings, own: own as HyphaValues, part, targetCommand: [], folder: '/' }
  return await planOfPreset(hypha, request, problems)
}

function loadOf(one: SuiteTestConfig | undefined): RequestScenarioConfig {
  return Object.values(one?.scenarios ?? {})[0] as RequestScenarioConfig
}

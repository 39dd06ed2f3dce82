import type { SuiteConfig, SuiteTestConfig } from '@benchpress/core'
import { describe, expect, test } from 'vitest'
import type { Preset, Settings } from '@benchpress/core/preset'
import { presetNamed } from '../../test/preset-named.ts'
import { preparePreset, type PreparedPreset, type WantedPreset } from './prepare-preset.ts'

const deserve = presetNamed('deserve')

const variants = {
  'single-core': { command: ['node', 'server.js'], ready: { port: 1 }, url: 'http://localhost:1' },
  'multi-core': { command: ['node', 'server.js'], ready: { port: 2 }, url: 'http://localhost:2', env: { WORKERS: '2' } },
}
const plugin = '@benchpress/plugin-sse/plugin'

const shop: Preset = {
  ...deserve,
  name: 'shop',
  parts: { reads: 'lists of items', streams: 'news of orders' },
  plugins: (part) => (part === 'reads' ? [] : [plugin]),
  suite: ({ path, part }) => ({ name: 'shop', tests: tests(path).filter(({ name }) => name === (part ?? name)) }),
  standIn: { description: 'a shop', load: async () => ({ variants }) },
}

describe('a preset that returns no suite', () => {
  test.each([
    [{}, 'scenarios'],
    [{ scenarios: { reads: 5 } }, 'scenarios.reads'],
    [{ scenarios: { reads: { request: {} } } }, 'scenarios.reads.workload'],
    [{ scenarios: { reads: { request: 5, workload: { users: 1 } } } }, 'scenarios.reads.request'],
  ])('preparing a preset reports what is wrong with the test %j', async (wrong, path) => {
    const preset: Preset = { ...deserve, suite: () => ({ name: 'deserve', tests: [wrong as SuiteTestConfig] }) }
    await expect(preparePreset(preset, { targetCommand: ['node', 'server.js'] })).rejects.toMatchObject({
      name: 'UsageError',
      problems: [{ message: expect.stringContaining(`preset deserve: suite() returned no suite: ${path}: `) }],
    })
  })
})

describe('a preset with variants and parts', () => {
  test('runs all its parts on all variants of the target that comes with it', async () => {
    const { suite, presetRun } = await prepare()
    expect(suite.variants).toEqual(variants)
    expect(suite.tests.map(({ name, target }) => [name, target])).toEqual([
      ['reads', undefined],
      ['streams', undefined],
    ])
    expect(presetRun).toMatchObject({ part: undefined, isEmbedded: true })
  })

  test('gives its plugins to all tests except those with an empty list of plugins', async () => {
    const { suite } = await prepare()
    expect(suite.tests.map(({ plugins }) => plugins)).toEqual([[], [{ module: expect.stringMatching(/plugin-sse\/src\/plugin\.ts$/) }]])
  })

  test('runs one part, and needs only the plugins of that part', async () => {
    const { suite, presetRun } = await prepare({ part: 'reads' })
    expect(suite.tests.map(({ name, plugins }) => [name, plugins])).toEqual([['reads', []]])
    expect(presetRun.part).toBe('reads')
  })

  test('has one target without a variant where there is a URL or a command', async () => {
    const url = 'http://localhost:9'
    expect((await prepare({ settings: { url } })).suite).toMatchObject({ tests: [{ target: { url } }, { target: { url } }] })
    expect((await prepare({ settings: { url } })).suite).not.toHaveProperty('variants')
    const started = await prepare({ targetCommand: ['node', 'main.js'] })
    expect(started.suite).toMatchObject({ tests: [{ target: { command: ['node', 'main.js'] } }, {}] })
    expect(started.suite).not.toHaveProperty('variants')
  })

  test('takes one server, and refuses several', async () => {
    await expect(prepare({ settings: { url: 'http://a:1,http://b:2' } })).rejects.toMatchObject({
      problems: [{ message: 'URL: preset shop takes one server, and there are 2', hint: 'Give one of them.' }],
    })
  })

  test('starts each variant within the time that is given', async () => {
    const { suite } = await prepare({ settings: { startTimeout: '5s' } })
    expect(Object.values(suite.variants ?? {})).toMatchObject([{ startTimeout: '5s' }, { startTimeout: '5s' }])
  })

  test('gives a condition on a metric of a plugin to the tests that have it', async () => {
    const thresholds = { sse_time_to_open: ['p99 < 1s'], http_failed: ['rate < 1%'] }
    const { suite } = await prepare({ settings: { thresholds } as unknown as Settings })
    expect(suite.tests.map((each) => ('thresholds' in each ? each.thresholds : undefined))).toEqual([
      { http_failed: ['rate < 1%'] },
      thresholds,
    ])
  })

  test('gives a condition on requests of plugins to the tests that have the plugin, or any', async () => {
    const ofPlugins = { 'plugin_response_time{endpoint:!connect, plugin:sse}': ['p99 < 1s'], plugin_failed: ['rate < 1%'] }
    const thresholds = { ...ofPlugins, response_time: ['p99 < 1s'] }
    const { suite } = await prepare({ settings: { thresholds } as unknown as Settings })
    expect(suite.tests.map((each) => ('thresholds' in each ? each.thresholds : undefined))).toEqual([
      { response_time: ['p99 < 1s'] },
      thresholds,
    ])
  })

  test('refuses a condition on a metric that no test has, once', async () => {
    const settings = { thresholds: { sse_time_to_opem: ['p99 < 1s'] } } as unknown as Settings
    await expect(prepare({ settings })).rejects.toMatchObject({
      problems: [
        { message: '--threshold sse_time_to_opem: no test of the preset has such a metric', hint: 'did you mean "sse_time_to_open"?' },
      ],
    })
  })

  test('lists a change of all tests once, and a change of one test with its name', async () => {
    const { presetRun } = await prepare({ settings: { duration: '2s', scale: 2, runs: 3 } })
    expect(presetRun.changes).toEqual(['runs 1 -> 3', 'duration 30s -> 2s', 'reads connections 1 -> 2', 'streams connections 2 -> 4'])
  })
})

function tests(path: string): SuiteConfig['tests'] {
  return [
    { name: 'reads', plugins: [], scenarios: { reads: { request: { path }, workload: { connections: 1, duration: '30s' } } } },
    { name: 'streams', scenarios: { streams: { request: { path }, workload: { connections: 2, duration: '30s' } } } },
  ]
}

async function prepare(request: Partial<WantedPreset> = {}): Promise<PreparedPreset> {
  return await preparePreset(shop, { folder: '/', ...request })
}

import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { run } from '../../../src/run/api.ts'
import { startNotingServer } from './noting-server.ts'
import { resultProblems } from '../../../../../test/result-schema.ts'

const module = new URL('fixtures/parrot.plugin.ts', import.meta.url).href
const journey = fileURLToPath(new URL('fixtures/parrot.journey.ts', import.meta.url))

function countOf(paths: readonly string[], path: string): number {
  return paths.filter((each) => each.split('?', 1)[0] === path).length
}

describe.each([0, 1, 2])('with %i load threads', (workers) => {
  test('a plugin is set up once, gives each user a client and is torn down', async () => {
    const { url, paths } = await startNotingServer()
    const result = await run({
      target: url,
      workers,
      env: { NAME: 'ann' },
      plugins: [{ module }],
      scenarios: { talk: { journey, workload: { users: 4, iterations: 20 } } },
      thresholds: { parrot_said: 'count >= 20', 'parrot_words{word:hello}': 'count >= 20', parrot_time: 'p50 < 30s' },
    })
    expect(resultProblems(result)).toEqual([])
    expect(paths[0]).toBe('/setup')
    expect(paths.at(-1)).toBe('/teardown?by=hello%20ann')
    expect(['/setup', '/say', '/left', '/teardown'].map((path) => countOf(paths, path))).toEqual([1, 20, 4, 1])
    const { users } = result.scenario('talk')
    expect(users?.checks).toEqual([
      { name: 'was said', passed: 20, failed: 0 },
      { name: 'was set up', passed: 20, failed: 0 },
    ])
    expect(result.metrics['parrot_said']).toMatchObject({ type: 'counter', count: 20 })
    expect(result.thresholds.map(({ passed }) => passed)).toEqual([true, true, true])
  })
})

test('the options of a plugin reach its clients, and are shown in the result without what is secret', async () => {
  const { url, paths } = await startNotingServer()
  const result = await run({
    target: url,
    env: { NAME: 'ann' },
    secrets: { WORD: 'open sesame' },
    plugins: [{ module, options: { greeting: 'open sesame' } }],
    scenarios: { talk: { journey, workload: { users: 1, iterations: 1 } } },
  })
  expect(paths).toContain('/say?text=open%20sesame&user=0')
  expect(result.toJSON().config).toMatchObject({ plugins: [{ module, options: { greeting: '[redacted]' } }] })
})

test('what a plugin draws is the same in each run with the same seed, for any number of load threads', async () => {
  const draws: string[][] = []
  for (const workers of [0, 1, 2]) {
    const { url, paths } = await startNotingServer()
    const drawing = { module: journey, export: 'drawing' }
    await run({
      target: url,
      workers,
      seed: 5,
      plugins: [{ module }],
      scenarios: { talk: { journey: drawing, workload: { users: 4, iterations: 4 } } },
    })
    draws.push(paths.filter((path) => path.startsWith('/drawn')).toSorted())
  }
  expect(new Set(draws[0]).size).toBe(4)
  expect(draws[1]).toEqual(draws[0])
  expect(draws[2]).toEqual(draws[0])
})

test('a plugin that cannot be loaded in a load thread ends the run, and the message has its name and what it was about to do', async () => {
  const { url, paths } = await startNotingServer()
  const plugins = [
    { module: new URL('fixtures/first.plugin.ts', import.meta.url).href },
    { module: new URL('fixtures/second.plugin.ts', import.meta.url).href },
    { module: new URL('fixtures/homesick.plugin.ts', import.meta.url).href },
  ]
  const noting = fileURLToPath(new URL('fixtures/noting.journey.ts', import.meta.url))
  await expect(
    run({ target: url, workers: 1, plugins, scenarios: { talk: { journey: noting, workload: { users: 1, iterations: 1 } } } }),
  ).rejects.toMatchObject({
    code: 'WORKER_FAILED',
    message: expect.stringMatching(
      /^load thread 0 failed: plugin homesick: load: the plugin module .*homesick\.plugin\.ts cannot be loaded: I want to go home/,
    ) as string,
  })
  expect(paths.at(-1)).toBe('/first/teardown')
})

test('a journey records the metrics of its config, and not those of a plugin', async () => {
  const { url } = await startNotingServer()
  const stealing = { module: journey, export: 'stealing' }
  const result = await run({
    target: url,
    plugins: [{ module }],
    scenarios: { steal: { journey: stealing, workload: { users: 1, iterations: 1 } } },
  })
  expect(result.scenario('steal').users?.failures).toMatchObject([
    { reason: 'metrics.parrot_said: there is no such metric; the config declares none, in "metrics" of the config' },
  ])
})

test('a scenario of requests runs beside plugins', async () => {
  const { url, paths } = await startNotingServer()
  const result = await run({
    target: url,
    plugins: [{ module }],
    scenarios: { reads: { request: { path: '/read' }, workload: { connections: 1, requests: 5 } } },
  })
  expect(result.scenario('reads').counts.outcomes.ok).toBe(5)
  expect([countOf(paths, '/setup'), countOf(paths, '/read'), countOf(paths, '/teardown')]).toEqual([1, 5, 1])
})

import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { run, type MicrobenchmarkConfig } from '../../src/index.ts'

const special = fileURLToPath(new URL('prepared.bench.ts', import.meta.url))

describe('a function with beforeEach', () => {
  test('beforeEach prepares each call of a function, which is timed by itself', async () => {
    const { microbenchmarks } = await run(scenario('prepared', { time: '5ms', warmup: '1ms' }))
    expect(microbenchmarks[0]).toMatchObject({ case: 'use', batch: 1, failed: 0, failures: [] })
    expect(microbenchmarks[0]?.calls).toBe(microbenchmarks[0]?.samples)
  })

  test('a function is not called where its beforeEach failed, which counts as a failure', async () => {
    const functions = { module: special, export: 'prepared', options: { broken: 1 } }
    const { microbenchmarks } = await run({ scenarios: { special: { functions, time: '5ms', warmup: 0 } } })
    expect(microbenchmarks[0]).toMatchObject({ failed: 1, failures: [{ reason: 'cannot prepare use', count: 1 }] })
    expect(microbenchmarks[0]?.calls).toBe(microbenchmarks[0]?.samples)
  })
})

test('a function that rarely fails is timed in batches all the same', async () => {
  const { microbenchmarks } = await run(scenario('rarely', { time: '20ms', warmup: '50ms' }))
  expect(microbenchmarks[0]?.batch).toBeGreaterThan(1)
})

test('a function that sometimes returns a promise has no samples that leave out waiting for it', async () => {
  const { microbenchmarks } = await run(scenario('changing', { time: '5ms', warmup: 0 }))
  expect(microbenchmarks[0]?.failures).toEqual([
    { reason: 'it returned a promise, although its first call did not', count: microbenchmarks[0]?.failed },
  ])
})

test('a promise anywhere among the last results of a batch is found', async () => {
  const { microbenchmarks } = await run(scenario('odd', { time: '5ms', warmup: '5ms' }))
  const { samples, failed, batch } = microbenchmarks[0] ?? {}
  expect(batch).toBeGreaterThan(8)
  expect([samples, (failed ?? 0) > 0]).toEqual([0, true])
})

function scenario(name: string, times: object): MicrobenchmarkConfig {
  return { scenarios: { special: { functions: { module: special, export: name }, ...times } } }
}

import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sumOutcomes } from '../../src/model/metrics/outcome.ts'
import { findMaxRate, run, runSuite } from '../../src/run/api.ts'
import type { SuiteResult, TestResult } from '../../src/result/shape/result.ts'
import { startShopServer, type ShopServer } from './shop-server.ts'
import { resultProblems } from '../../../../test/result-schema.ts'

const shop = fileURLToPath(new URL('journeys/shop.journey.ts', import.meta.url))
let server: ShopServer

beforeEach(async () => {
  server = await startShopServer()
})

afterEach(() => server.close())

/** Expects every test of a checkpoint to be a result in which all that was started has ended. */
function expectWhole(suite: SuiteResult): void {
  expect(resultProblems(suite)).toEqual([])
  for (const { verdict, scenarios, generator } of suite.tests) {
    expect(verdict.reasons.filter(({ rule }) => rule === 'identity')).toEqual([])
    for (const { counts, users } of scenarios) {
      expect(counts.started).toBe(sumOutcomes(counts.outcomes))
      if (users === null) continue
      expect(users.created).toBe(users.completed + users.failed + users.aborted)
      expect(users.iterations.started).toBe(users.iterations.completed + users.iterations.failed + users.iterations.aborted)
    }
    const started = scenarios.reduce((sum, { counts }) => sum + counts.started, 0)
    expect(generator.threads.reduce((sum, { counts }) => sum + counts.started, 0)).toBe(started)
  }
}

/** Keeps checkpoints as they would be written, and ends the run when there are enough. */
function keepCheckpoints(most: number) {
  const controller = new AbortController()
  const kept: SuiteResult[] = []
  const onCheckpoint = (partial: SuiteResult): void => {
    kept.push(JSON.parse(JSON.stringify(partial)) as SuiteResult)
    if (kept.length === most) controller.abort()
  }
  return { kept, options: { signal: controller.signal, onCheckpoint } }
}

function startedOf(result: TestResult | undefined): number {
  return result?.scenarios.reduce((sum, { counts }) => sum + counts.started, 0) ?? 0
}

test('a checkpoint before the load is empty, the next one has the measurements so far, and neither changes the result', async () => {
  const { kept, options } = keepCheckpoints(2)
  const workload = { rate: 200, duration: '1h', gracefulStop: '1s', maxUsers: 300 } as const
  const scenarios = {
    shop: { journey: shop, workload },
    slow: { request: { path: '/slow' }, workload: { connections: 6, pipelining: 2, duration: '1h', gracefulStop: '1s' } },
  } as const
  const result = await run({ target: server.url, workers: 2, scenarios }, options)
  for (const suite of kept) expectWhole(suite)
  const [before, during] = kept.map(({ tests }) => tests[0])
  expect(before).toMatchObject({ interrupted: { cause: 'checkpoint' } })
  expect(startedOf(before)).toBe(0)
  expect(kept[2]?.tests).toEqual(JSON.parse(JSON.stringify(result.toJSON().tests)))
  expect(during).toMatchObject({ interrupted: { cause: 'checkpoint' }, verdict: { reasons: expect.anything() as unknown } })
  // A response takes 200 ms, so that whenever it is made requests are in flight, which count as aborted.
  const slow = during?.scenarios.find(({ name }) => name === 'slow')
  expect(slow?.counts.outcomes.aborted).toBeGreaterThan(0)
  expect(slow?.counts.outcomes.aborted).toBeLessThanOrEqual(12)
  expect(startedOf(during)).toBeGreaterThan(12)
  expect(startedOf(during)).toBeLessThanOrEqual(startedOf(result))
  // The aborts that the checkpoint added were taken out again.
  expectWhole(result.toJSON())
  const whole = result.scenario('slow').counts
  expect(whole.outcomes.aborted).toBeLessThanOrEqual(12)
  expect(result.interrupted).toMatchObject({ cause: 'signal' })
})

test('a checkpoint of a suite has the finished tests as they are in the result, and the one that is under way', async () => {
  const { kept, options } = keepCheckpoints(Infinity)
  const scenarios = { reads: { request: { path: '/items' }, workload: { connections: 1, requests: 20 } } } as const
  const suite = await runSuite(
    {
      name: 'both',
      tests: [
        { target: server.url, name: 'one', scenarios },
        { target: server.url, name: 'two', scenarios },
      ],
    },
    options,
  )
  for (const partial of kept) expectWhole(partial)
  expect(kept.map(({ tests }) => tests.map(({ name, interrupted }) => `${name} ${interrupted?.cause ?? 'done'}`))).toEqual([
    ['one checkpoint'],
    ['one done'],
    ['one done', 'two checkpoint'],
    ['one done', 'two done'],
  ])
  expect(kept.at(-1)).toEqual(JSON.parse(JSON.stringify(suite)))
})

test('a checkpoint of a search has the steps so far', async () => {
  const { kept, options } = keepCheckpoints(2)
  const scenarios = { reads: { request: { path: '/items' }, workload: { rate: 50, duration: '10s' } } } as const
  await findMaxRate({ target: server.url, scenarios }, { ...options, slo: 'p99 < 10s' })
  for (const partial of kept) expectWhole(partial)
  expect(kept.at(-1)).toMatchObject({ found: { complete: false, steps: [] }, tests: [{ interrupted: { cause: 'checkpoint' } }] })
})

describe('a run without a listener, or in the calling thread', () => {
  test('a run without a listener, or in the calling thread, has no checkpoint while the load runs', async () => {
    const { kept, options } = keepCheckpoints(Infinity)
    const scenarios = { slow: { request: { path: '/slow' }, workload: { connections: 1, duration: '1.4s' } } } as const
    await run({ target: server.url, workers: 0, scenarios }, options)
    expect(kept.map((suite) => startedOf(suite.tests[0]))).toEqual([0, expect.any(Number)])
    expect(kept.at(-1)?.tests[0]?.interrupted).toBeNull()
  })

  test('an error thrown by the listener of checkpoints ends the run, and is thrown by it', async () => {
    const scenarios = { slow: { request: { path: '/slow' }, workload: { connections: 1, duration: '1h' } } } as const
    const failing = run(
      { target: server.url, scenarios },
      {
        onCheckpoint: () => {
          throw new Error('disk is full')
        },
      },
    )
    await expect(failing).rejects.toThrow('disk is full')
  })
})

import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sumOutcomes } from '../../src/model/metrics/outcome.ts'
import type { Result } from '../../src/result/shape/result.ts'
import { run } from '../../src/run/api.ts'
import type { Config } from '../../src/config/config.ts'
import type { Progress } from '../../src/run/progress.ts'
import type { ScenarioSummary } from '../../src/result/summary/scenario-summary.ts'
import type { UsersSummary } from '../../src/result/summary/users-summary.ts'
import { journey, type Journey } from '../../src/load/user/journey.ts'
import { startShopServer, type ShopServer } from './shop-server.ts'
import { resultProblems } from '../../../../test/result-schema.ts'

const shop = fileURLToPath(new URL('journeys/shop.journey.ts', import.meta.url))
let server: ShopServer

beforeEach(async () => {
  server = await startShopServer()
})

afterEach(() => server.close())

/** Expects what holds for every result, however the run ended. */
function expectWhole(result: Result): void {
  expect(resultProblems(result)).toEqual([])
  expect(result.verdict.reasons.filter(({ rule }) => rule === 'identity')).toEqual([])
  for (const { counts, users } of result.scenarios) {
    expect(counts.started).toBe(sumOutcomes(counts.outcomes))
    if (users === null) continue
    const { iterations } = users
    expect(users.created).toBe(users.completed + users.failed + users.aborted)
    expect(iterations.scheduled).toBe(iterations.started + iterations.dropped)
    expect(iterations.started).toBe(iterations.completed + iterations.failed + iterations.aborted)
    for (const { duplicates, used, rows } of users.feeds) expect([duplicates, used <= rows]).toEqual([0, true])
  }
}

function usersOf(result: Result, name: string): ScenarioSummary & { readonly users: UsersSummary } {
  const scenario = result.scenario(name)
  const { users } = scenario
  if (users === null) throw new Error(`${name} has no users`)
  return { ...scenario, users }
}

// One thread does what each of two does.
describe.each([0, 2])('with %i load threads', (workers) => {
  test.each([
    ['users', { users: 6, iterations: 60 }, [60, 60]],
    ['a rate, of fresh users', { rate: 100, iterations: 60, maxUsers: 100 }, [60, 60]],
    ['a rate, of users that are reused', { rate: 100, iterations: 60, maxUsers: 100, reuseUsers: true }, [60, 60]],
    ['a batch', { batch: 6, iterations: 60 }, [60, 60]],
    ['stages of users', { stages: { of: 'users', steps: [{ duration: '500ms', to: 4 }] } }, [1, Infinity]],
  ] as const)('the result of %s has the counts of the server', async (_name, workload, [least, most]) => {
    const result = await run({ target: server.url, workers, seed: 3, scenarios: { shop: { journey: shop, workload } } })
    expectWhole(result)
    const { counts, users, endpoints, statuses } = usersOf(result, 'shop')
    const done = users.iterations.started
    const soldOut = Math.floor(done / 10)
    expect(done).toBeGreaterThanOrEqual(least)
    expect(done).toBeLessThanOrEqual(most)
    expect(counts.started).toBe(3 * done + users.created)
    // One more request was sent in beforeAll, which is in no result.
    expect(server.served.get('GET /items')).toBe(done + 1)
    const byName = Object.fromEntries(endpoints.map(({ name, counts: { started } }) => [name, started]))
    expect(byName).toEqual({
      'POST /login': users.created,
      'GET /items': done,
      'GET /items/{id}': done,
      'POST /orders': done,
    })
    for (const [name, started] of Object.entries(byName)) expect(server.served.get(name)).toBe(started + (name === 'GET /items' ? 1 : 0))
    expect(statuses).toMatchObject(soldOut === 0 ? {} : { 409: soldOut })
    expect(users.iterations.failed).toBe(soldOut)
    expect(users.failures.map(({ reason, count }) => [reason, count])).toEqual(soldOut === 0 ? [] : [['sold out', soldOut]])
    expect(users.checks.map(({ name, passed, failed }) => ({ name, passed, failed }))).toEqual([
      { name: 'is an item', passed: done, failed: 0 },
      { name: 'was ordered', passed: done - soldOut, failed: soldOut },
    ])
    expect(users.groups.map(({ name, duration }) => [name, duration.count])).toEqual([['look', done]])
    expect(users.tags.map(({ name, counts: { started } }) => [name, started])).toEqual([['kind:read', 2 * done]])
    expect(users.feeds).toMatchObject([{ name: 'buyers', rows: 10_000, used: users.created, duplicates: 0 }])
    // Each user was logged in once, by a row of its own.
    expect(new Set(server.tokens).size).toBe(users.created)
    expect(result.metrics['iterations']).toMatchObject({ count: done })
  })

  test('an interruption leaves a whole result, wherever the users are', async () => {
    for (const moment of [5, 60, 130, 300]) {
      const controller = new AbortController()
      const workload = { rate: 200, duration: '10s', gracefulStop: '100ms', maxUsers: 500 } as const
      const running = run(
        { target: server.url, workers, scenarios: { shop: { journey: shop, workload }, reads: { request: { path: '/slow' }, workload } } },
        { signal: controller.signal },
      )
      setTimeout(() => controller.abort(), moment)
      const result = await running
      expect(result.interrupted).toMatchObject({ cause: 'signal' })
      expectWhole(result)
    }
  })
})

// They would last an hour.
describe('what ends a test early', () => {
  test('a threshold that fails ends a test early where abortOnFail is set', async () => {
    const result = await run({
      target: server.url,
      scenarios: { shop: { journey: shop, workload: { users: 4, duration: '1h', gracefulStop: '1s' } } },
      thresholds: { checks: [{ threshold: 'rate > 99%', abortOnFail: true, after: '500ms' }], http_failed: 'rate < 50%' },
    })
    expectWhole(result)
    expect(result.interrupted).toMatchObject({ cause: 'threshold' })
    expect(result.thresholds).toMatchObject([
      { selector: 'checks', condition: 'rate > 99%', passed: false, aborted: true },
      { selector: 'http_failed', condition: 'rate < 50%', passed: true, aborted: false },
    ])
  })

  test('a threshold on one value of the tag that a metric is kept by can end a test early', async () => {
    const result = await run({
      target: server.url,
      workers: 0,
      metrics: { closes: { type: 'counter', by: 'cause' } },
      scenarios: {
        shop: {
          journey: journey<unknown, { closes: { type: 'counter'; by: 'cause' } }>(async ({ http, metrics, iteration }) => {
            await http.get('/items')
            metrics.closes.add(1, iteration.index % 2 === 0 ? 'client' : 'server token=abc')
          }),
          workload: { users: 2, duration: '1h', gracefulStop: '1s' },
        },
      },
      thresholds: {
        'closes{cause:client}': { threshold: 'count < 3', abortOnFail: true, after: '100ms' },
        'closes{cause:s*,scenario:shop}': 'count > 0',
        'closes{cause:error}': { threshold: 'count == 0' },
      },
    })
    expectWhole(result)
    expect(result.interrupted).toMatchObject({ cause: 'threshold' })
    // Errors after the end are unknown.
    expect(result.thresholds.map(({ passed, aborted, inconclusive }) => [passed, aborted, inconclusive?.cause])).toEqual([
      [false, true, undefined],
      [true, false, undefined],
      [false, false, 'interrupted'],
    ])
    const { closes } = result.metrics
    const users = result.scenario('shop').users?.iterations.completed
    expect(closes).toMatchObject({ type: 'counter', count: users, by: { tag: 'cause' } })
    expect(closes?.by?.series.map(({ name }) => name).toSorted()).toEqual(['client', 'server token=[redacted]'])
    for (const { name, ...figures } of closes?.by?.series ?? []) expect(result.metric('closes', { cause: name })).toMatchObject(figures)
    expect(result.metric('closes{cause:error}')).toMatchObject({ count: 0 })
  })

  test('a rate that is not reached ends a test early', async () => {
    const result = await run({
      target: server.url,
      scenarios: {
        slow: {
          request: { path: '/slow' },
          workload: { rate: 100, duration: '1h', maxUsers: 2, gracefulStop: '1s' },
          abortIfRateBelow: '50/s',
        },
      },
    })
    expectWhole(result)
    expect(result.interrupted).toMatchObject({ cause: 'rate' })
  })

  test('a journey that never ends is cut off, and counted as aborted', async () => {
    const never = new Promise<void>(() => undefined)
    const workload = { users: 3, duration: '300ms', gracefulStop: '100ms' }
    const result = await run({ target: server.url, scenarios: { stuck: { journey: journey(() => never), workload } } })
    expectWhole(result)
    expect(result.scenario('stuck').users).toMatchObject({ created: 3, aborted: 3, iterations: { started: 3, aborted: 3 } })
    expect(result.verdict.level).toBe('invalid')
    expect(result.verdict.reasons.map(({ rule }) => rule)).toContain('no-success')
  })
})

test('a run whose rate is set by its own sleeps says so', async () => {
  const result = await run({
    target: server.url,
    scenarios: {
      sleepy: {
        journey: journey(async ({ http, think }) => {
          await http.get('/items')
          await think('100ms')
        }),
        workload: { users: 5, duration: '2s' },
      },
    },
  })
  expectWhole(result)
  expect(result.verdict.reasons.map(({ rule }) => rule)).toContain('think-time')
  const { busy = 0, thinking = 0 } = result.scenarios[0]?.users ?? {}
  expect(thinking).toBeGreaterThan(0)
  expect(thinking).toBeLessThanOrEqual(busy)
  // A machine that is full, of whatever else runs on it, is named before it.
  expect(['think time', 'other processes', 'CPUs']).toContain(result.limitedBy.by)
})

test('secrets are passed to journeys, and appear nowhere in the result nor in its progress', async () => {
  const progress: Progress[] = []
  const config: Config = {
    name: 'a test of open sesame',
    target: server.url,
    secrets: { PASSWORD: 'open sesame' },
    env: { STAGE: 'test' },
    metrics: { logins: { type: 'counter', by: 'with' } },
    scenarios: {
      leaky: {
        journey: journey<unknown, { logins: { type: 'counter'; by: 'with' } }>(async ({ env, http, check, metrics }) => {
          await http.get(`/items/${env['STAGE'] ?? ''}`, { name: `with ${env['PASSWORD'] ?? ''}` })
          check(`knows ${env['PASSWORD'] ?? ''}`, true)
          metrics.logins.add(1, `password ${env['PASSWORD'] ?? ''}`)
          throw new Error(`the password is ${env['PASSWORD'] ?? ''}`)
        }),
        workload: { users: 1, iterations: 2 },
      },
    },
  }
  const result = await run(config, { onProgress: (each) => progress.push(each) })
  expectWhole(result)
  expect(progress[0]).toMatchObject({ test: 'a test of [redacted]', phase: 'setup' })
  expect(JSON.stringify(progress)).not.toContain('sesame')
  expect(result.scenario('leaky').users?.failures).toHaveLength(1)
  expect(result.metric('logins{with:password [redacted]}')).toMatchObject({ count: 2 })
  expect(JSON.stringify(result)).not.toContain('sesame')
})

test('weighted journeys are started as often as their weights say, and counted apart', async () => {
  const visit = (where: string): Journey => journey(async ({ http }) => void (await http.get(where)))
  const result = await run({
    target: server.url,
    seed: 11,
    scenarios: {
      mixed: {
        journeys: {
          look: { journey: visit('/items'), weight: 3 },
          wait: { journey: visit('/slow'), weight: 1 },
        },
        workload: { users: 8, iterations: 64 },
      },
    },
  })
  expectWhole(result)
  const { users, endpoints } = result.scenario('mixed')
  expect(users?.journeys.map(({ name, iterations }) => [name, iterations.completed]).toSorted()).toEqual([
    ['look', 48],
    ['wait', 16],
  ])
  expect(endpoints.map(({ name, counts }) => [name, counts.started])).toEqual([
    ['GET /items', 48],
    ['GET /slow', 16],
  ])
})

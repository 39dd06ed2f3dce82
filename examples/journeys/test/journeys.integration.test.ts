import { fileURLToPath } from 'node:url'
import { run } from '@benchpress/core'
import type { Config, Result, UsersSummary } from '@benchpress/core'
import { invalidReasons } from '@benchpress/core/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import config from '../benchpress.config.ts'
import { openShop } from '../src/shop-server.ts'
import type { ShopServer } from '../src/shop-server.ts'

const cwd = fileURLToPath(new URL('..', import.meta.url))
const customers = 60
const visits = 200

describe.each([1, 2])('the journeys of the shop, with %i load threads', (workers) => {
  let server: ShopServer
  let result: Result

  beforeAll(async () => {
    server = await openShop(0)
    result = await run(shortened(server.url, workers), { cwd })
  })

  afterAll(() => server.close())

  test('give a valid run, and pass their thresholds', () => {
    expect(invalidReasons(result.verdict.reasons)).toEqual([])
    expect(result.thresholds.map(({ selector, condition, passed }) => [selector, condition, passed])).toEqual([
      ['http_failed', 'rate == 0%', true],
      ['checks', 'rate == 100%', true],
      ['sold', 'count > 20', true],
    ])
  })

  test('send the requests that the shop counts, endpoint by endpoint', () => {
    const sent = new Map<string, number>()
    for (const { endpoints } of result.scenarios) {
      for (const { name, counts } of endpoints) sent.set(name, (sent.get(name) ?? 0) + counts.started)
    }
    // Requests of beforeAll are in no result.
    sent.set('GET /items', (sent.get('GET /items') ?? 0) + 1)
    expect(Object.fromEntries(sent)).toEqual(Object.fromEntries(server.asked))
    expect([...sent.keys()].toSorted()).toEqual([
      'GET /items',
      'GET /items/{id}',
      'POST /basket',
      'POST /login',
      'POST /logout',
      'POST /orders',
    ])
  })

  test('log in every customer exactly once by a unique feed, and end when it is used up', () => {
    const users = usersOf('logins')
    expect(users.feeds).toEqual([
      { name: expect.stringContaining('customers who log in'), rows: customers, used: customers, duplicates: 0 },
    ])
    expect(users.iterations).toMatchObject({ completed: customers, failed: 0 })
    expect(server.shop.logins.size).toBe(customers)
    const buyers = result.scenario('visits').endpoints.find(({ name }) => name === 'POST /login')?.counts.started ?? 0
    const logins = [...server.shop.logins.values()].reduce((sum, count) => sum + count, 0)
    expect(logins).toBe(customers + buyers)
  })

  test('divide visits by the weights of the journeys, and complete each of them', () => {
    const users = usersOf('visits')
    const done = Object.fromEntries(users.journeys.map(({ name, iterations }) => [name, iterations.completed]))
    expect(users.iterations).toMatchObject({ started: visits, completed: visits, failed: 0, aborted: 0, dropped: 0 })
    expect(Object.values(done).reduce((sum, count) => sum + count, 0)).toBe(visits)
    expect(done['buy']).toBeGreaterThan(visits / 8)
    expect(done['buy']).toBeLessThan(visits / 2)
    expect(users.created).toBe(users.completed + users.failed + users.aborted)
  })

  test('sell the orders that the shop counts', () => {
    const { sold, basket_value: value, first_page: firstPage } = result.metrics
    const { orders } = server.shop
    expect(sold).toMatchObject({ type: 'counter', count: orders.length })
    expect(value).toMatchObject({
      type: 'trend',
      unit: 'EUR',
      values: { count: orders.length, max: Math.max(...orders.map(({ total }) => total)) },
    })
    const browsed = usersOf('visits').journeys.find(({ name }) => name === 'browse')?.iterations.completed
    expect(firstPage).toMatchObject({ type: 'rate', total: browsed })
  })

  test('check each response that they look at', () => {
    const checks = ['visits', 'logins'].flatMap((scenario) => usersOf(scenario).checks)
    const passed = Object.fromEntries(checks.map((check) => [check.name, check.passed]))
    expect(checks.map(({ failed }) => failed)).toEqual(checks.map(() => 0))
    expect(passed).toEqual({
      'a page has ten items': (server.asked.get('GET /items') ?? 0) - 1,
      'it is the item that was asked for': server.asked.get('GET /items/{id}'),
      'the total is that of the basket': server.asked.get('POST /orders'),
      'the token is new': customers,
    })
  })

  function usersOf(scenario: string): UsersSummary {
    const { users } = result.scenario(scenario)
    if (users === null) throw new TypeError(`${scenario} has no users`)
    return users
  }
})

// Ended by counts rather than by time, so that everything can be compared with the counts of the shop.
function shortened(url: string, workers: number): Config {
  const { visits: visiting, logins } = config.scenarios
  if (visiting === undefined || logins === undefined || 'request' in visiting || 'request' in logins)
    throw new TypeError('the config has changed')
  return {
    ...config,
    target: url,
    workers,
    seed: 7,
    scenarios: {
      visits: { ...visiting, workload: { users: 8, iterations: visits } },
      logins: { ...logins, workload: { users: 4, iterations: customers } },
    },
    thresholds: { http_failed: 'rate == 0%', checks: 'rate == 100%', sold: 'count > 20' },
  }
}

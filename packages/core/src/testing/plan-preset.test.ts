import { expect, test } from 'vitest'
import { definePreset, type Preset } from '../preset/define-preset.ts'
import { planPreset } from './plan-preset.ts'

const parameters = {
  pageSize: { kind: 'count', says: 'items of a list', default: 20 },
  users: { kind: 'count', says: 'users', default: 5, isScaled: true },
  duration: { kind: 'time', says: 'how long', default: 30, setting: 'duration' },
  token: { kind: 'secret', says: 'sent with each request' },
} as const

const shop = {
  name: 'shop',
  title: 'A shop',
  source: { url: 'https://example.com/shop', tool: 'wrk', machine: 'a laptop' },
  parts: { reads: 'lists', orders: 'orders' },
  url: 'http://localhost:3000/items',
  suite: ({ path, part }) => ({
    name: 'shop',
    tests: ['reads', 'orders']
      .filter((name) => name === (part ?? name))
      .map((name) => ({ name, scenarios: { [name]: { request: { path }, workload: { connections: 5, duration: '30s' } } } })),
  }),
  knownRoutes: ({ path = '/items' }) => [{ path, contains: '"price"', of: 'a shop' }],
} satisfies Preset

const paged = definePreset({
  ...shop,
  parameters,
  suite: ({ own: { pageSize, users, duration, token } }) => ({
    name: 'shop',
    tests: [
      {
        name: 'reads',
        ...(token !== undefined && { secrets: { SHOP_TOKEN: token } }),
        scenarios: { reads: { request: { path: `/items?size=${pageSize}` }, workload: { users, duration } } },
      },
    ],
  }),
})

test('a preset is planned as it was published, at its own URL when it has no target', async () => {
  const { suite, changes, routes, plan } = await planPreset(shop)
  expect(changes).toEqual([])
  expect(suite.tests).toMatchObject([
    { target: { url: 'http://localhost:3000/items' } },
    { scenarios: { orders: { request: { path: '/items' } } } },
  ])
  expect(routes).toMatchObject([{ path: '/items' }])
  expect(plan.tests.map(({ name, duration }) => [name, duration])).toEqual([
    ['reads', 30],
    ['orders', 30],
  ])
})

test('flags change the suite of a preset, and are listed', async () => {
  const settings = { url: 'http://localhost:4000/lists', duration: '5s', scale: 2 }
  const { suite, changes } = await planPreset(shop, { part: 'reads', settings })
  expect(suite.tests).toMatchObject([{ name: 'reads', target: { url: 'http://localhost:4000/lists' } }])
  expect(changes).toEqual(['path /items -> /lists', 'connections 5 -> 10', 'duration 30s -> 5s'])
})

test('the values of parameters make the suite, and those that are not the documented ones are listed', async () => {
  const { suite, changes } = await planPreset(paged, {
    own: { pageSize: 5, token: 'hunter2' },
    settings: { duration: '5s', scale: 2, workers: 3 },
  })
  expect(suite.tests[0]?.scenarios['reads']).toMatchObject({ request: { path: '/items?size=5' }, workload: { users: 10, duration: 5 } })
  expect(changes).toEqual(['workers 1 -> 3', 'page size 20 -> 5', 'users 5 -> 10', 'duration 30s -> 5s', 'token none -> given'])
})

test('parameters without a value have the documented one', async () => {
  const { suite, changes } = await planPreset(paged)
  expect(suite.tests[0]?.scenarios['reads']).toMatchObject({ request: { path: '/items?size=20' }, workload: { users: 5, duration: 30 } })
  expect(changes).toEqual([])
})

test('the target that comes with a preset is loaded, and not started', async () => {
  const standIn = { description: 'a shop of a few lines', load: async () => ({ command: ['no-such-program'], ready: { port: 1 } }) }
  const { suite } = await planPreset({ ...shop, standIn }, { part: 'reads' })
  expect(suite.tests).toMatchObject([{ target: { command: ['no-such-program'] } }])
})

test('the issues of a preset or its suite are thrown', async () => {
  await expect(planPreset({ ...shop, title: 5 } as never)).rejects.toThrow(/^title: /)
  const wrong = { ...shop, suite: () => ({ name: 'shop', tests: [{ target: 'http://localhost:1', scenarios: { reads: {} } }] }) }
  await expect(planPreset(wrong as never)).rejects.toMatchObject({ code: 'INVALID_CONFIG' })
})

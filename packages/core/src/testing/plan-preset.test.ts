import { expect, test } from 'vitest'
import { definePreset, onTarget, type Preset } from '../preset/define-preset.ts'
import { countFlag } from '../preset/flag.ts'
import { planPreset } from './plan-preset.ts'

interface ShopFlags {
  readonly pageSize: number | undefined
}

const shop: Preset<ShopFlags> = definePreset<ShopFlags>({
  name: 'shop',
  title: 'A shop',
  source: 'https://example.com/shop',
  documented: { tool: 'wrk', machine: 'a laptop', runs: [] },
  parts: { reads: 'lists', orders: 'orders' },
  flags: { pageSize: countFlag('--page-size <count>', 'items of a list') },
  url: 'http://localhost:3000/items',
  suite: (target, path, part) =>
    onTarget(
      {
        name: 'shop',
        tests: ['reads', 'orders']
          .filter((name) => name === (part ?? name))
          .map((name) => ({ name, scenarios: { [name]: { request: { path }, workload: { connections: 5, duration: '30s' } } } })),
      },
      target,
    ),
  knownRoutes: ({ path = '/items' }) => [{ path, contains: '"price"', of: 'a shop' }],
  sections: () => [],
})

const paged: Preset<ShopFlags> = {
  ...shop,
  adapt: (target, { own, part, settings, apply, describeChanges }) => {
    const path = `/items?size=${own.pageSize ?? 20}`
    const suite = apply(shop.suite(target, path, part), settings)
    return { suite, changes: describeChanges(shop.suite(target, '/items?size=20', part), suite) }
  },
}

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

test("a preset's own flags are those of its adapt", async () => {
  const { changes } = await planPreset(paged, { part: 'reads', own: { pageSize: 5 }, settings: { duration: '5s' } })
  expect(changes).toEqual(['path /items?size=20 -> /items?size=5', 'duration 30s -> 5s'])
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

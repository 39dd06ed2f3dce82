import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Config } from '../../../src/config/config.ts'
import { planSuite, run, runSuite } from '../../../src/run/api.ts'
import type { Progress } from '../../../src/run/progress.ts'
import { startShopServer } from '../shop-server.ts'

let shop: Awaited<ReturnType<typeof startShopServer>>
let config: Config

beforeAll(async () => {
  shop = await startShopServer()
  config = {
    name: 'shop',
    target: shop.url,
    workers: 0,
    scenarios: { items: { request: { path: '/items' }, workload: { users: 1, iterations: { each: 5 } } } },
    sweep: { users: [1, 3] },
  }
})

afterAll(() => shop.close())

test('each value of a sweep is a test of its own, with its repeats', async () => {
  const points = new Set<Progress['point']>()
  const suite = await runSuite({ name: 'sweep', repeats: 2, tests: [config] }, { onProgress: ({ point }) => points.add(point) })
  expect(
    suite.tests.map(({ name, repeat, sweep, scenarios: [scenario] }) => [name, repeat, sweep?.value, scenario?.users?.iterations.started]),
  ).toEqual([
    ['shop users=1', 1, 1, 5],
    ['shop users=1', 2, 1, 5],
    ['shop users=3', 1, 3, 15],
    ['shop users=3', 2, 3, 15],
  ])
  expect(suite.tests[0]?.sweep).toEqual({ of: 'shop', parameter: 'users', value: 1 })
  expect(new Set(suite.tests.map(({ seed }) => seed)).size).toBe(1)
  expect(Array.from(points)).toEqual(['users=1', 'users=3'])
  expect(suite.found).toBeNull()
  expect(suite.config).toMatchObject({ sweep: { users: [1, 3] } })
})

test('a point whose target is gone has a result that names the cause, as the first run of its test', async () => {
  // It is gone with the last response of the second point: 5 and 15 iterations.
  let left = 20
  const gone = createServer((request, response) => {
    response.end('[]')
    if (request.url === '/items' && --left === 0) gone.close()
  })
  await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve))
  const target = `http://127.0.0.1:${(gone.address() as AddressInfo).port}`
  const { tests } = await runSuite({ name: 'sweep', tests: [{ ...config, target, sweep: { users: [1, 3, 5] } }] })
  gone.closeAllConnections()
  expect(tests.map(({ name, repeat }) => [name, repeat])).toEqual([
    ['shop users=1', 1],
    ['shop users=3', 1],
    ['shop users=5', 1],
  ])
  expect(tests.at(-1)?.interrupted?.cause).toBe('target')
})

test('each point of a sweep is run on each variant', async () => {
  const { target: _, ...swept } = config
  const suite = await runSuite({ name: 'sweep', variants: { a: shop.url, b: shop.url }, tests: [swept] })
  expect(suite.tests.map(({ name, variant }) => `${name} ${variant}`)).toEqual([
    'shop users=1 a',
    'shop users=1 b',
    'shop users=3 a',
    'shop users=3 b',
  ])
})

test('a plan lists the points of a sweep', async () => {
  const plan = await planSuite({ name: 'sweep', tests: [config] })
  expect(plan.tests.map(({ name, scenarios: [scenario] }) => [name, scenario?.mostUsers])).toEqual([
    ['shop users=1', 1],
    ['shop users=3', 3],
  ])
})

test('run() gives one result, and refuses a sweep', async () => {
  await expect(run(config)).rejects.toThrow(
    'sweep: makes several tests, and run() gives the result of one; give the config to runSuite() as a test',
  )
})

test('a mistake in a value of a sweep is reported where it is, and one in the test once', async () => {
  const wrong = { ...config, timeout: 'soon', sweep: { users: [0, 2, 1.5] } }
  const issues: unknown[] = (await planSuite({ name: 'sweep', tests: [wrong, { name: 'other', ...config.scenarios }] as never }).catch(
    (error: { issues: unknown[] }) => error.issues,
  )) as unknown[]
  expect(issues).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ path: 'tests[0].sweep.users[0]', message: 'must be at least 1 (was 0)' }),
      expect.objectContaining({ path: 'tests[0].sweep.users[2]', message: 'must be a whole number (was 1.5)' }),
    ]),
  )
  expect(issues.filter((issue) => (issue as { path: string }).path === 'tests[0].timeout')).toHaveLength(1)
})

test('a misspelt field of a path is reported for the sweep', async () => {
  const wrong = { ...config, sweep: { 'scenarios.items.workload.usres': [1, 2] } }
  await expect(planSuite({ name: 'sweep', tests: [wrong] })).rejects.toThrow(
    /^sweep\.scenarios\.items\.workload\.usres: unknown key "usres"; did you mean "users"\?$/,
  )
})

test('a point of a sweep and another test may not have the same name', async () => {
  const { sweep: _, ...plain } = config
  await expect(planSuite({ name: 'sweep', tests: [config, { ...plain, name: 'shop users=3' }] })).rejects.toThrow(
    'tests: two are called "shop users=3"; one is made by a sweep: rename the other',
  )
})

import { afterEach, beforeEach, expect, test } from 'vitest'
import { resultProblems } from '../../../../test/result-schema.ts'
import { run } from '../../src/run/api.ts'
import { writeModule } from '../load/journeys/module-fixture.ts'
import { startShopServer, type ShopServer } from './shop-server.ts'

let server: ShopServer

beforeEach(async () => {
  server = await startShopServer()
})

afterEach(() => server.close())

test('a thread that is stuck is named with its place, and the result of the others is whole', async () => {
  const text = `const json = () => {
    for (;;);
  }
  export default async ({ http, id }) => await http.get('/items', id === 0 ? { expect: { json } } : {})`
  const journey = await writeModule('buy.journey.mjs', text)
  const workload = { users: 2, duration: '1s', gracefulStop: 0 } as const
  const scenarios = { buying: { journey, workload }, reading: { request: { path: '/items' }, workload } } as const
  const result = await run({ target: server.url, workers: 2, scenarios })
  expect(resultProblems(result.toJSON())).toEqual([])
  const [stuck, other] = result.generator.threads.map(({ lost }) => lost?.reason)
  expect(stuck).toMatch(/^stuck for \d+ s at buy\.journey\.mjs:2:/)
  expect(other).toBeUndefined()
  expect(result.interrupted?.cause).toBe('worker')
  expect(result.verdict.level).toBe('invalid')
  const rules = result.verdict.reasons.map(({ rule }) => rule)
  expect(rules).toEqual(expect.arrayContaining(['lost-worker', 'interrupted']))
  expect(rules).not.toContain('identity')
  expect(result.scenario('reading').counts.outcomes.ok).toBeGreaterThan(0)
})

test('a thread that computes for longer than its interval of reports, and ends, is not lost', async () => {
  const text = `export default async ({ http, id }) => {
    await http.get('/items')
    if (id === 0) for (const end = performance.now() + 3000; performance.now() < end; ) JSON.parse(JSON.stringify(process.versions))
  }`
  const journey = await writeModule('parse.journey.mjs', text)
  const workload = { users: 2, iterations: 2 }
  const { generator, verdict, scenarios } = await run({ target: server.url, workers: 1, scenarios: { parsing: { journey, workload } } })
  expect(generator.threads.map(({ lost }) => lost)).toEqual([null])
  expect(scenarios[0]?.users?.iterations).toMatchObject({ started: 2, completed: 2 })
  expect(verdict.reasons.filter(({ rule }) => rule === 'lost-worker')).toEqual([])
})

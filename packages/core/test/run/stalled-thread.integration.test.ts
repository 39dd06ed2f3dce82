import { afterEach, beforeEach, expect, test } from 'vitest'
import { run } from '../../src/run/api.ts'
import { journey } from '../../src/load/user/journey.ts'
import { startShopServer, type ShopServer } from './shop-server.ts'

let server: ShopServer

beforeEach(async () => {
  server = await startShopServer()
})

afterEach(() => server.close())

test.each([
  ['in the middle', 5],
  ['at the end', 18],
])('a journey that keeps its thread busy %s of the run phase is named by the verdict', async (_moment, blocking) => {
  const computing = journey(async ({ http, iteration }) => {
    await http.get('/items')
    const until = performance.now() + 300
    while (iteration.globalIndex === blocking && performance.now() < until);
  })
  const workload = { rate: 20, duration: '1s' }
  const result = await run({ target: server.url, workers: 0, scenarios: { computing: { journey: computing, workload } } })
  // On a machine that leaves the thread hardly any time beside, it was busy all the time.
  const named = result.verdict.reasons.filter(({ rule }) => /^generator-(?:stalled|saturated)$/.test(rule))
  expect(named.map(({ level }) => level)).toEqual([expect.stringMatching(/^(?:suspect|invalid)$/)])
  // Iterations that were due meanwhile are neither forgotten nor postponed.
  expect(result.scenario('computing').counts.started).toBe(20)
  expect(result.scenario('computing').users?.sendLag.max).toBeGreaterThan(20)
})

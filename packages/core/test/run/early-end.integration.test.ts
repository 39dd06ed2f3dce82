import { afterEach, beforeEach, expect, test } from 'vitest'
import { feed } from '../../src/load/user/feed/feed.ts'
import { journey } from '../../src/load/user/journey.ts'
import type { Progress } from '../../src/run/progress.ts'
import { run } from '../../src/run/api.ts'
import { startShopServer, type ShopServer } from './shop-server.ts'

let server: ShopServer

beforeEach(async () => {
  server = await startShopServer()
})

afterEach(() => server.close())

test.each([
  ['users', { users: 2, duration: '1h' }],
  ['a batch', { batch: 2, duration: '1h' }],
] as const)('the run phase of %s whose feed is used up lasts as long as there is work', async (_name, workload) => {
  const rows = feed([1, 2, 3, 4], { mode: 'unique' })
  const buying = journey(async (user) => {
    rows.next(user)
    await user.http.get('/items')
  })
  const started = performance.now()
  const result = await run({ target: server.url, workers: 0, scenarios: { buying: { journey: buying, workload } } })
  const took = (performance.now() - started) / 1000
  const { duration, throughput, series, counts } = result.scenario('buying')
  expect(counts.outcomes.ok).toBe(4)
  expect(duration).toBeLessThan(took)
  expect(throughput.requestsPerSecond * duration).toBeCloseTo(4)
  expect(series.reduce((sum, { length }) => sum + length, 0)).toBeCloseTo(duration)
})

test('a count that was reached before an interruption has rates over its own run phase', async () => {
  const controller = new AbortController()
  const counted = { request: { path: '/items' }, workload: { users: 2, iterations: 20 } }
  const connections = { request: { path: '/items' }, workload: { connections: 2, requests: 20 } }
  const long = { request: { path: '/never' }, workload: { rate: 50, duration: '1h', gracefulStop: 0 } }
  // All that has a response is over by then.
  const onProgress = ({ requests }: Progress): void => void (requests === 40 && controller.abort())
  const scenarios = { counted, connections, long }
  const thresholds = {
    'http_requests{scenario:counted}': 'count < 21',
    'http_requests{scenario:long}': 'count < 1000000',
    http_tls_time: 'p99 < 1s',
  }
  const result = await run(
    { target: server.url, workers: 2, timeout: '1h', scenarios, thresholds },
    { signal: controller.signal, onProgress },
  )
  for (const name of ['counted', 'connections']) {
    const scenario = result.scenario(name)
    expect(scenario.counts.outcomes.ok).toBe(20)
    expect(scenario.duration).toBeLessThan(result.interrupted?.at ?? 0)
    expect(scenario.throughput.requestsPerSecond * scenario.duration).toBeCloseTo(20)
  }
  expect(result.scenario('long').duration).toBeCloseTo(result.interrupted?.at ?? 0)
  // A scenario that was over is known in full; of one that was cut short nothing beyond the end is known.
  expect(result.thresholds.map(({ passed, inconclusive }) => (passed ? 'passed' : inconclusive?.cause))).toEqual([
    'passed',
    'interrupted',
    'interrupted',
  ])
})

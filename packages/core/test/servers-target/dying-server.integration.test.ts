import { afterEach, expect, test } from 'vitest'
import type { WorkloadConfig } from '../../src/config/workload/workload-config.ts'
import { run } from '../../src/run/api.ts'
import type { ScenarioSummary } from '../../src/result/summary/scenario-summary.ts'
import type { SeriesSummary } from '../../src/result/summary/series-summary.ts'
import { Cluster } from './counting-servers.ts'

let cluster: Cluster | undefined

afterEach(() => cluster?.close())

function failedOf({ counts }: SeriesSummary): number {
  const { refused, reset, closed_early } = counts.outcomes
  return refused + reset + closed_early
}

function expectIdentity({ counts, servers = [] }: ScenarioSummary): void {
  for (const outcome of ['ok', 'refused', 'reset', 'closed_early', 'aborted'] as const) {
    expect(servers.reduce((sum, server) => sum + server.counts.outcomes[outcome], 0)).toBe(counts.outcomes[outcome])
  }
}

test.each<[string, WorkloadConfig]>([
  ['batches', { batch: 6, iterations: 300 }],
  ['users', { users: 5, iterations: { shared: 300 } }],
])('a server that dies in the middle keeps its turn, and its requests fail: %s', async (_name, workload) => {
  cluster = await Cluster.start(3)
  const dying = cluster.server(1)
  dying.respond = (_request, response, count) => {
    if (count === 50) dying.close()
    else response.end('ok')
  }
  const result = await run({ target: { servers: cluster.urls }, scenarios: { reads: { request: {}, workload } } })
  const scenario = result.scenario('reads')
  const { servers = [] } = scenario
  expect(servers.map(({ counts }) => counts.started)).toEqual([100, 100, 100])
  expect(servers.map((server) => server.counts.outcomes.ok + failedOf(server))).toEqual([100, 100, 100])
  const [ok, refused] = (['ok', 'refused'] as const).map((outcome) => servers.map(({ counts }) => counts.outcomes[outcome]))
  expect(ok).toEqual([100, expect.any(Number), 100])
  expect(ok?.[1]).toBeLessThan(50)
  expect(refused).toEqual([0, expect.any(Number), 0])
  expect(refused?.[1]).toBeGreaterThan(0)
  expectIdentity(scenario)
  expect(result.target.failed).toBeNull()
  expect(result.verdict.reasons.filter(({ rule }) => rule === 'identity')).toEqual([])
})

test.each([
  [1, '50ms'],
  [3, '50ms'],
  [1, 0],
  [4, 0],
])('a number of requests is met exactly, although a server dies: pipelining %i, warm-up %s', async (pipelining, warmup) => {
  cluster = await Cluster.start(2)
  const dying = cluster.server(1)
  dying.respond = (_request, response, count) => {
    if (count === 20) dying.close()
    else response.end('ok')
  }
  const workload = { connections: 2, pipelining, requests: 200, warmup }
  const result = await run({ target: { servers: cluster.urls }, scenarios: { reads: { request: {}, workload } } })
  expect(result.scenario('reads').counts.started).toBe(200)
  expectIdentity(result.scenario('reads'))
})

test.each<[string, string | number, number]>([
  ['in the warm-up', '200ms', 2],
  ['at its first request', 0, 1],
])('a server that dies is named by the verdict, although few requests fail: %s', async (_when, warmup, last) => {
  cluster = await Cluster.start(2)
  const dying = cluster.server(1)
  const { url } = dying
  dying.respond = (_request, response, count) => {
    if (count === last) dying.close()
    else response.end('ok')
  }
  const workload = { connections: 2, requests: 1000, warmup }
  const result = await run({ target: { servers: cluster.urls }, scenarios: { reads: { request: {}, workload } } })
  const told = result.verdict.reasons.filter(({ rule }) => rule === 'servers-silent')
  expect(told).toMatchObject([{ level: 'suspect', text: expect.stringContaining(`1 of 2 servers gave no response: ${url} (`) }])
  expect(result.scenario('reads').servers?.[1]?.counts.outcomes.ok).toBe(0)
})

test('a test whose servers all die ends, and every request has ended', async () => {
  cluster = await Cluster.start(2)
  const { servers } = cluster
  for (const server of servers) {
    server.respond = (_request, response, count) => {
      if (count === 20) server.close()
      else response.end('ok')
    }
  }
  const result = await run({
    target: { servers: cluster.urls },
    scenarios: {
      connections: { request: {}, workload: { connections: 2, duration: '1m' } },
      users: { request: {}, workload: { users: 2, duration: '1m' } },
    },
  })
  expect(result.interrupted?.cause).toBe('target')
  for (const scenario of result.scenarios) expectIdentity(scenario)
  // Refused in a tight loop they would be hundreds of thousands.
  for (const { counts } of result.scenarios) expect(counts.outcomes.refused).toBeLessThan(2000)
})

test('connections closed after each response, or reopened as asked, are opened again', async () => {
  cluster = await Cluster.start(2)
  const [closing, other] = [cluster.server(0), cluster.server(1)]
  closing.respond = (_request, response) => void response.writeHead(200, { connection: 'close' }).end('ok')
  const result = await run({
    target: { servers: cluster.urls },
    scenarios: {
      reads: { request: {}, reconnectAfter: 3, workload: { connections: 2, requests: 60 } },
      users: { request: {}, workload: { users: 2, iterations: { shared: 40 } } },
    },
  })
  expect(closing.served.length + other.served.length).toBe(100)
  expect(result.scenarios.map(({ counts }) => counts.outcomes.ok)).toEqual([60, 40])
})

import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { run } from '../../src/run/api.ts'
import { journey } from '../../src/load/user/journey.ts'
import { Cluster } from './counting-servers.ts'

let cluster: Cluster | undefined

afterEach(() => cluster?.close())

const spread = fileURLToPath(new URL('spread.journey.ts', import.meta.url))

function usersSeen(served: readonly string[]): ReadonlySet<string | undefined> {
  return new Set(served.map((path) => path.split('user=')[1]))
}

test.each([0, 1, 2])('with %d workers each request of a journey goes to the next server', async (workers) => {
  cluster = await Cluster.start(3)
  const result = await run({
    target: { servers: cluster.urls, health: '/health' },
    workers,
    scenarios: { visits: { journey: spread, workload: { users: 3, iterations: { shared: 90 } } } },
  })
  const { served } = cluster
  expect(served.reduce((sum, count) => sum + count, 0)).toBe(180)
  expect(Math.max(...served) - Math.min(...served)).toBeLessThanOrEqual(Math.max(1, workers))
  const [scenario] = result.scenarios
  expect(scenario?.servers?.map(({ counts }) => counts.outcomes.ok)).toEqual(served)
  // Two requests a journey and a number of servers must not mean that a server responds to one of them alone.
  for (const server of cluster.servers) expect(server.served.some((path) => path.startsWith('/first'))).toBe(true)
  for (const server of cluster.servers) expect(server.served.some((path) => path.startsWith('/second'))).toBe(true)
})

test('a journey with as many requests as servers does not meet the same server with each request', async () => {
  cluster = await Cluster.start(2)
  await run({
    target: { servers: cluster.urls },
    scenarios: { visits: { journey: spread, workload: { users: 1, iterations: { each: 50 } } } },
  })
  for (const { served } of cluster.servers) {
    const first = served.filter((path) => path.startsWith('/first')).length
    expect(first).toBeGreaterThan(10)
    expect(first).toBeLessThan(40)
  }
})

test('a user stays with its server where users are spread, and all servers have equally many users', async () => {
  cluster = await Cluster.start(2)
  const result = await run({
    target: { servers: cluster.urls },
    scenarios: { visits: { journey: spread, spread: 'user', workload: { users: 4, iterations: { each: 5 } } } },
  })
  expect(cluster.served).toEqual([20, 20])
  const [first, second] = cluster.servers.map(({ served }) => usersSeen(served))
  expect([first?.size, second?.size]).toEqual([2, 2])
  expect([...(first ?? [])].filter((user) => second?.has(user))).toEqual([])
  expect(result.scenarios[0]?.servers?.map(({ counts }) => counts.started)).toEqual([20, 20])
})

test('a redirect and a whole URL go to their own servers, and are counted there', async () => {
  cluster = await Cluster.start(2)
  const elsewhere = await Cluster.start(1)
  try {
    const [first, second] = [cluster.server(0), cluster.server(1)]
    for (const server of cluster.servers) {
      server.respond = (request, response) => {
        if (request.url === '/moved') response.writeHead(302, { location: '/here' }).end()
        else response.end('ok')
      }
    }
    const [otherUrl] = elsewhere.urls
    const result = await run({
      target: { servers: cluster.urls },
      scenarios: {
        visits: {
          journey: journey(async ({ http }) => {
            await http.get('/moved')
            await http.get(`${first.url}/fixed`)
            await http.get(`${otherUrl}/away`)
          }),
          workload: { users: 1, iterations: { each: 10 } },
        },
      },
    })
    for (const { served } of cluster.servers) {
      expect(served.filter((path) => path === '/here')).toHaveLength(served.filter((path) => path === '/moved').length)
    }
    expect(second.served).not.toContain('/fixed')
    expect(result.scenarios[0]?.servers?.map(({ name, counts }) => [name, counts.outcomes.ok])).toEqual([
      [first.url, first.served.length],
      [second.url, second.served.length],
      ['other servers', 10],
    ])
    expect(result.verdict.reasons.filter(({ rule }) => rule === 'identity')).toEqual([])
  } finally {
    elsewhere.close()
  }
})

test('beforeAll has the first server that takes part as its target', async () => {
  cluster = await Cluster.start(2)
  const [ill, well] = [cluster.server(0), cluster.server(1)]
  ill.healthStatus = 503
  const result = await run({
    target: { servers: cluster.urls, health: '/health' },
    scenarios: { visits: { journey: spread, workload: { users: 1, iterations: { each: 1 } } } },
  })
  expect(result.target.servers?.map(({ available }) => available)).toEqual([false, true])
  expect([ill, well].map((server) => server.served.length)).toEqual([0, 2])
})

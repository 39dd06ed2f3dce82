import { afterEach, describe, expect, test } from 'vitest'
import type { RequestScenarioConfig } from '../../src/config/scenario.ts'
import { run } from '../../src/run/api.ts'
import type { ScenarioSummary } from '../../src/result/summary/scenario-summary.ts'
import { Cluster, unusedUrl } from './counting-servers.ts'

let cluster: Cluster | undefined

afterEach(() => cluster?.close())

const workloads: Readonly<Record<string, { readonly workload: RequestScenarioConfig['workload']; readonly requests: number }>> = {
  batch: { workload: { batch: 10, iterations: 502 }, requests: 502 },
  users: { workload: { users: 7, iterations: { shared: 400 } }, requests: 400 },
  // No fewer users than iterations, so that none can be dropped.
  rate: { workload: { rate: 200, iterations: 101, maxUsers: 101 }, requests: 101 },
}

const scenarios = Object.fromEntries(
  Object.entries(workloads).map(([name, { workload }]): [string, RequestScenarioConfig] => [
    name,
    { request: { path: `/${name}` }, workload },
  ]),
)

/** Name, requests and responses of each server, as a scenario has them. */
function rowsOf({ servers = [] }: ScenarioSummary): readonly (readonly [name: string, started: number, ok: number, timed: number])[] {
  return servers.map(({ name, counts, responseTime }) => [name, counts.started, counts.outcomes.ok, responseTime.count])
}

// One thread does what each of two does.
describe.each([0, 2])('with %d workers', (workers) => {
  test('each server gets as many requests of each scenario as the others, and the result lists what each served', async () => {
    cluster = await Cluster.start(3)
    const result = await run({ target: { servers: cluster.urls, health: '/health' }, workers, scenarios })
    for (const scenario of result.scenarios) {
      const served = cluster.servers.map((server) => server.served.filter((path) => path === `/${scenario.name}`).length)
      expect(served.reduce((sum, count) => sum + count, 0)).toBe(workloads[scenario.name]?.requests)
      expect(Math.max(...served) - Math.min(...served)).toBeLessThanOrEqual(1)
      expect(rowsOf(scenario)).toEqual(cluster.urls.map((url, index) => [url, served[index], served[index], served[index]]))
    }
    expect(result.verdict.reasons.filter(({ rule }) => rule === 'identity')).toEqual([])
    for (const { hosts, port } of cluster.servers) expect([...hosts]).toEqual([`localhost:${port}`])
  })

  test('each thread keeps its servers even by itself for a duration', async () => {
    cluster = await Cluster.start(3)
    const users = { request: {}, workload: { users: 4, duration: 0.2 } }
    const result = await run({ target: { servers: cluster.urls }, workers, scenarios: { users } })
    for (const scenario of result.scenarios) {
      const started = (scenario.servers ?? []).map(({ counts }) => counts.started)
      expect(Math.max(...started) - Math.min(...started)).toBeLessThanOrEqual(Math.max(1, workers))
      expect(started.reduce((sum, count) => sum + count, 0)).toBe(scenario.counts.started)
    }
  })

  test('each connection stays with one server, and they are dealt out evenly', async () => {
    cluster = await Cluster.start(3)
    const ports = cluster.servers.map(() => new Set<number | undefined>())
    for (const [index, server] of cluster.servers.entries()) {
      server.respond = (request, response) => {
        ports[index]?.add(request.socket.remotePort)
        response.end('ok')
      }
    }
    const workload = { connections: 7, pipelining: 2, requests: 1000 }
    const result = await run({ target: { servers: cluster.urls }, workers, scenarios: { connections: { request: {}, workload } } })
    expect(ports.map(({ size }) => size)).toEqual([3, 2, 2])
    expect(rowsOf(result.scenario('connections'))).toEqual(
      cluster.servers.map(({ url, served: { length } }) => [url, length, length, length]),
    )
    expect(cluster.served.reduce((sum, count) => sum + count, 0)).toBe(1000)
    for (const { hosts, port } of cluster.servers) expect([...hosts]).toEqual([`localhost:${port}`])
  })
})

test('a server that is down is reported by discovery, and the others have equally many requests', async () => {
  cluster = await Cluster.start(2)
  const [first, second] = [cluster.server(0), cluster.server(1)]
  const down = await unusedUrl()
  const result = await run({
    target: { servers: [first.url, down, second.url], health: '/health' },
    scenarios: { reads: { request: {}, workload: { users: 5, iterations: { shared: 333 } } } },
  })
  expect(result.target.servers).toMatchObject([
    { url: first.url, available: true, cause: null },
    { url: down, available: false, address: null, cause: expect.stringContaining('nothing is listening') },
    { url: second.url, available: true, cause: null },
  ])
  expect(cluster.served.toSorted((a, b) => a - b)).toEqual([166, 167])
})

test('each server gets each of several requests in turn equally often', async () => {
  cluster = await Cluster.start(2)
  const request = ['/a', '/b'].map((path) => ({ path }))
  await run({
    target: { servers: cluster.urls },
    workers: 0,
    scenarios: {
      users: { request, workload: { users: 1, iterations: { each: 40 } } },
    },
  })
  for (const { served } of cluster.servers) {
    const counts = Object.entries(Object.groupBy(served, (path) => path)).map(([path, all]) => [path, all?.length])
    expect(Object.fromEntries(counts)).toEqual({ '/a': 10, '/b': 10 })
  }
})

test('requests shuffled by the seed find the bodies that are wrong on one server', async () => {
  cluster = await Cluster.start(2)
  const [first, second] = [cluster.server(0), cluster.server(1)]
  second.respond = (_request, response) => response.end('{"result":null}')
  const request = ['/a', '/b', '/c'].map((path) => ({ path, expect: { body: 'ok' } }))
  const result = await run({
    target: { servers: cluster.urls },
    scenarios: { checked: { request, order: 'shuffled', workload: { users: 2, iterations: { shared: 300 } } } },
  })
  const [scenario] = result.scenarios
  expect([first, second].map((server) => server.served.length)).toEqual([150, 150])
  expect(scenario?.servers?.map(({ counts }) => [counts.outcomes.ok, counts.outcomes.check_failed])).toEqual([
    [150, 0],
    [0, 150],
  ])
  expect(scenario?.endpoints.map(({ counts }) => counts.started)).toEqual([100, 100, 100])
})

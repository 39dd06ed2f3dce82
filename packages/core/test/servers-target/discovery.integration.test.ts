import { afterEach, expect, test } from 'vitest'
import { run } from '../../src/run/api.ts'
import { certificate } from '../servers/secure-server.ts'
import { freePort } from '../../../../test/free-port.ts'
import { Cluster, unusedUrl } from './counting-servers.ts'
import { resultProblems } from '../../../../test/result-schema.ts'

let cluster: Cluster | undefined

afterEach(() => cluster?.close())

const reads = { request: {}, workload: { users: 2, iterations: { shared: 20 } } }

test('a server that does not respond to its health check with 200, or lacks what is required, takes no part', async () => {
  cluster = await Cluster.start(3)
  const [ill, well, other] = [cluster.server(0), cluster.server(1), cluster.server(2)]
  ill.healthStatus = 503
  const result = await run({
    target: { servers: cluster.urls, health: '/health', requires: { path: '/services', contains: 'service-of-http' } },
    scenarios: { reads },
  })
  expect(result.target.servers?.map(({ available, cause }) => [available, cause])).toEqual([
    [false, 'GET /health had the response 503'],
    [true, null],
    [true, null],
  ])
  expect([ill, well, other].map((server) => server.served.length)).toEqual([0, 10, 10])
})

test('a target with all servers down has failed, and each server is named', async () => {
  cluster = await Cluster.start(2)
  const [ill, lacking] = [cluster.server(0), cluster.server(1)]
  ill.healthStatus = 500
  const down = await unusedUrl()
  const target = {
    servers: [ill.url, down, lacking.url],
    health: '/health',
    requires: { path: '/services', contains: 'benchmark-service' },
  }
  const error: unknown = await run({ target, scenarios: { reads } }).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ code: 'TARGET_UNREACHABLE' })
  const lines = String(error).split('\n')
  expect(lines[0]).toContain('none of the 3 servers is available:')
  expect(lines[1]).toBe(`  ${ill.url}: GET /health had the response 500`)
  expect(lines[2]).toContain(`  ${down}: nothing is listening at `)
  expect(lines[3]).toBe(`  ${lacking.url}: GET /services does not contain "benchmark-service"`)
  expect(cluster.served).toEqual([0, 0])
})

test('a server that takes part alone gets everything, and there is no table of servers', async () => {
  cluster = await Cluster.start(1)
  const result = await run({ target: { servers: [await unusedUrl(), ...cluster.urls] }, scenarios: { reads } })
  expect(cluster.served).toEqual([20])
  expect(result.scenarios[0]?.servers).toBeUndefined()
  expect(result.target.servers?.map(({ available }) => available)).toEqual([false, true])
})

test('a command that starts several servers fails where one does not come up', async () => {
  const ports = [await freePort(), await freePort(), await freePort()]
  const source = `for (const port of [${ports[0]}, ${ports[2]}]) require('node:http').createServer((request, response) => response.end()).listen(port, 'localhost')`
  const servers = ports.map((port) => `http://localhost:${port}`)
  const result = await run({
    target: { command: ['node', '-e', source], ready: [`${servers[0]}/`, `${servers[2]}/`], servers, health: '/health' },
    scenarios: { reads },
  })
  expect(result.target).toMatchObject({ kind: 'command', servers: [{ available: true }, { available: false }, { available: true }] })
  expect(result.scenarios[0]?.servers?.map(({ name, counts }) => [name, counts.outcomes.ok])).toEqual([
    [servers[0], 10],
    [servers[2], 10],
  ])
  expect(resultProblems(result)).toEqual([])
})

test('servers over TLS are verified like a single one', async () => {
  cluster = await Cluster.start(2, 'https')
  const target = { servers: cluster.urls, health: '/health' }
  const scenarios = { reads, connections: { request: {}, workload: { connections: 2, requests: 20 } } }
  const trusted = await run({ target, scenarios, tls: { ca: certificate } })
  expect(trusted.scenarios.map(({ counts }) => counts.outcomes.ok)).toEqual([20, 20])
  expect(cluster.served.reduce((sum, count) => sum + count, 0)).toBe(40)
  expect(trusted.target.tls).toMatchObject({ verified: true })
  await expect(run({ target, scenarios })).rejects.toThrow(/none of the 2 servers is available:[^]*self-signed/)
})

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { compareResults, run } from '@benchpress/core'
import { expect, test } from 'vitest'

const connections = 4

test('the compared rates of endpoints are those of the responses that the server sent within the run phase', async () => {
  const served = new Map<string, number>()
  const server = createServer(({ url = '' }, response) => {
    served.set(url, (served.get(url) ?? 0) + 1)
    // The slow one is under way more often when the run phase ends.
    setTimeout(() => response.end('ok'), url === '/slow' ? 40 : 2)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const request = [{ path: '/quick' }, { path: '/quick' }, { path: '/slow' }]
  const result = await run({
    target: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    workers: 1,
    scenarios: { reads: { request, workload: { connections, duration: '2s' } } },
  })
  server.closeAllConnections()
  server.close()
  const suite = result.toJSON()
  const rates = compareResults([suite], [{ ...suite, tests: suite.tests.map((each) => ({ ...each, repeat: 2 })) }], { allow: ['verdict'] })
    .figures.filter(({ part, metric }) => part.kind === 'endpoint' && metric === 'throughput')
    .map(({ part, base }) => [part.names.at(-1), (base[0] ?? 0) * result.scenario('reads').duration] as const)
  expect(rates.map(([name]) => name)).toEqual(['GET /quick', 'GET /slow'])
  // At most one response of each connection came after the run phase, and it may have been of either endpoint.
  for (const [name, count] of rates) {
    const all = served.get(name?.replace('GET ', '') ?? '') ?? 0
    expect(count, name).toBeLessThanOrEqual(all)
    expect(count, name).toBeGreaterThanOrEqual(all - connections)
  }
})

import promises from 'node:dns/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Config } from '../../src/config/config.ts'
import { journey } from '../../src/load/user/journey.ts'
import { run } from '../../src/run/api.ts'

// The system's resolver cannot be asked for a name with several addresses of this machine.
const { lookup } = promises
let found: readonly string[] = []
const servers: { readonly server: Server; readonly connections: { count: number } }[] = []

beforeEach(() => {
  promises.lookup = (async () => found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))) as unknown as typeof lookup
  syncBuiltinESMExports()
})

afterEach(() => {
  promises.lookup = lookup
  syncBuiltinESMExports()
  for (const { server } of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** Starts servers at addresses of this machine, all with one port, which is returned. */
async function serve(responses: Readonly<Record<string, RequestListener>>): Promise<number> {
  let port = 0
  for (const [address, respond] of Object.entries(responses)) {
    const connections = { count: 0 }
    const server = createServer(respond).on('connection', () => (connections.count += 1))
    await new Promise<void>((resolve) => void server.listen(port, address, resolve))
    port = (server.address() as AddressInfo).port
    servers.push({ server, connections })
  }
  return port
}

const ok: RequestListener = (_request, response) => response.end('ok')
const silent: RequestListener = () => {}
// Each server also gets a connection before the test, which carries no request.
const counted = (): number[] => servers.map(({ connections }) => connections.count - 1)

const reads: Config['scenarios'] = { reads: { request: { path: '/' }, workload: { connections: 6, requests: 60 } } }

describe.each([0, 2])('with %d load threads', (workers) => {
  test('connections take the addresses of a name in turn, and the result has how many were used', async () => {
    const port = await serve({ '127.0.0.1': ok, '127.0.0.2': ok, '127.0.0.3': ok })
    found = ['127.0.0.1', '127.0.0.2', '127.0.0.3']
    const { target, verdict, scenarios } = await run({ target: `http://shop.test:${port}`, workers, scenarios: reads })
    expect(scenarios[0]?.counts.outcomes.ok).toBe(60)
    expect(counted()).toEqual([2, 2, 2])
    expect(target.address).toBe(`127.0.0.1:${port}`)
    expect(target.addresses).toEqual(found.map((address) => ({ address: `${address}:${port}`, connections: 2, answered: 2, cause: null })))
    expect(verdict.reasons.filter(({ rule }) => rule === 'addresses-silent')).toEqual([])
  })

  test('an address that takes no connection gets no load, and one that sends nothing is named', async () => {
    const port = await serve({ '127.0.0.2': ok, '127.0.0.3': silent })
    found = ['127.0.0.1', '127.0.0.2', '127.0.0.3', '::1']
    const { target, verdict } = await run({ target: `http://shop.test:${port}`, workers, timeout: '200ms', scenarios: reads })
    expect(target).toMatchObject({ address: `127.0.0.2:${port}` })
    expect(target.addresses?.map(({ address, answered, cause }) => [address, answered > 0, cause])).toEqual([
      [`127.0.0.2:${port}`, true, null],
      [`127.0.0.3:${port}`, false, null],
      [`127.0.0.1:${port}`, false, 'ECONNREFUSED'],
    ])
    expect(verdict.reasons.filter(({ rule }) => rule === 'addresses-silent').map(({ text }) => text)).toEqual([
      `1 of 3 addresses of shop.test took no connection and no load: 127.0.0.1:${port} (ECONNREFUSED)`,
      expect.stringMatching(`^1 of 3 addresses of shop.test sent nothing: 127.0.0.3:${port} \\(\\d+ connections\\)$`),
    ])
  })
})

test('a name is resolved again after its ttl, for new connections, to addresses that took connections or are new', async () => {
  const close: RequestListener = (_request, response) => response.setHeader('connection', 'close').end('ok')
  const port = await serve({ '127.0.0.2': close, '127.0.0.3': close })
  found = ['127.0.0.1', '127.0.0.2']
  let asked = 0
  promises.lookup = (async () => {
    asked += 1
    if (asked === 2) throw new Error('EAI_AGAIN')
    return (asked === 1 ? found : ['127.0.0.1', '127.0.0.3', '::1']).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  }) as unknown as typeof lookup
  syncBuiltinESMExports()
  const { target, verdict, scenarios } = await run({
    target: `http://shop.test:${port}`,
    workers: 0,
    dns: { ttl: '1s' },
    scenarios: { reads: { request: { path: '/' }, workload: { rate: 20, iterations: 60 } } },
  })
  expect(scenarios[0]?.counts.outcomes.ok).toBe(60)
  const [before, after, left] = target.addresses ?? []
  expect([before?.address, after?.address]).toEqual([`127.0.0.2:${port}`, `127.0.0.3:${port}`])
  expect(left).toMatchObject({ address: `127.0.0.1:${port}`, cause: 'ECONNREFUSED', connections: 0 })
  // The second is reached only by what is resolved during the test, and gets no connection before it.
  expect(servers.map(({ connections }) => connections.count)).toEqual([(before?.connections ?? 0) + 1, after?.connections])
  expect(after?.answered).toBeGreaterThan(0)
  expect(before?.answered).toBeGreaterThan(after?.answered ?? 0)
  expect(target.unresolved).toBe(1)
  expect(verdict.reasons.filter(({ rule }) => rule === 'name-unresolved').map(({ text }) => text)).toEqual([
    'shop.test could not be resolved again 1 time: connections kept to the addresses of before',
  ])
})

test('users take the addresses in turn, too, and with dns first all go to the first', async () => {
  const port = await serve({ '127.0.0.1': ok, '127.0.0.2': ok })
  found = ['127.0.0.1', '127.0.0.2']
  const config: Config = {
    target: `http://shop.test:${port}`,
    workers: 0,
    scenarios: {
      users: { journey: journey(async ({ http }) => void (await http.get('/'))), workload: { users: 4, iterations: 8 } },
      requests: { request: { path: '/' }, workload: { rate: 100, iterations: 8, maxUsers: 2 } },
    },
  }
  const { target } = await run(config)
  const [one = 0, other = 0] = counted()
  expect(one + other).toBeGreaterThanOrEqual(5)
  // All scenarios of a thread share the turns.
  expect(Math.abs(one - other)).toBeLessThanOrEqual(1)
  expect(target.addresses).toHaveLength(2)
  servers.forEach(({ connections }) => (connections.count = 1))
  const first = await run({ ...config, dns: 'first' })
  expect(first.target).not.toHaveProperty('addresses')
  expect(counted()[1]).toBe(0)
})

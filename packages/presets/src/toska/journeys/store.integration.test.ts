import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { run, type Result } from '@benchpress/core'
import { afterEach, beforeEach, expect, test } from 'vitest'

interface Seen {
  readonly request: string
  readonly body: string
}

let seen: Seen[] = []
const bodies: Readonly<Record<number, string>> = { 404: '{"error":"Not Found"}', 503: '{"error":"KV store unavailable"}' }
let statusOf: (request: IncomingMessage) => number = () => 200
const server = createServer((request, response) => {
  void text(request).then((body) => {
    seen.push({ request: `${request.method} ${request.url}`, body })
    const status = statusOf(request)
    response.writeHead(status).end(bodies[status])
  })
})

beforeEach(async () => {
  seen = []
  statusOf = () => 200
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
})

afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => void server.close(resolve))
})

function runJourney(name: string, users: number, iterations: number): Promise<Result> {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return run({
    target: `http://127.0.0.1:${port}`,
    workers: 0,
    seed: 1,
    scenarios: {
      [name]: {
        journey: { module: new URL('./store.ts', import.meta.url).href, export: name, options: { keySpace: 10, valueSize: 128 } },
        workload: { users, iterations: { each: iterations } },
      },
    },
  })
}

const checksOf = (result: Result, name: string): unknown =>
  Object.fromEntries(result.scenario(name).users?.checks.map((check) => [check.name, [check.passed, check.failed]]) ?? [])

test('a user of the key-value test sends its requests in order, for keys of its own, and then sleeps', async () => {
  const result = await runJourney('kv', 1, 2)
  const key = /k6_1_\d/.exec(seen[0]?.request ?? '')?.[0]
  expect(seen.slice(0, 5)).toEqual([
    { request: `PUT /kv/${key}`, body: JSON.stringify({ value: 'x'.repeat(128) }) },
    { request: `GET /kv/${key}`, body: '' },
    { request: 'POST /kv/mget', body: JSON.stringify({ keys: [key] }) },
    { request: 'GET /stats', body: '' },
    { request: `DELETE /kv/${key}`, body: '' },
  ])
  const { endpoints, users } = result.scenario('kv')
  expect(endpoints.map((endpoint) => endpoint.name).toSorted()).toEqual(['DELETE /kv/:key', 'GET /kv/:key', 'GET /stats', 'POST /kv/mget', 'PUT /kv/:key']) // prettier-ignore
  expect(users?.thinkOvershoot.count).toBe(2)
  expect(users?.iterationDuration.min).toBeGreaterThanOrEqual(100)
  expect(checksOf(result, 'kv')).toEqual({
    'put status 200': [2, 0],
    'get status 200/404': [2, 0],
    'mget status 200': [2, 0],
    'stats status 200/503': [2, 0],
    'delete status 200/503': [2, 0],
  })
})

test('a journey accepts the documented statuses, and continues after any other', async () => {
  statusOf = ({ method }) => (method === 'GET' ? 404 : 503)
  const result = await runJourney('kv', 2, 1)
  expect(seen).toHaveLength(10)
  expect(new Set(seen.map(({ request }) => /k6_\d/.exec(request)?.[0]).filter((id) => id !== undefined))).toEqual(new Set(['k6_1', 'k6_2']))
  expect(checksOf(result, 'kv')).toEqual({
    'put status 200': [0, 2],
    'get status 200/404': [2, 0],
    'mget status 200': [0, 2],
    'stats status 200/503': [0, 2],
    'delete status 200/503': [2, 0],
  })
  expect(result.scenario('kv').counts.outcomes).toMatchObject({ ok: 4, http_error: 6 })
})

test('a user of the replication test sends the requests of a follower', async () => {
  statusOf = ({ url }) => (url?.startsWith('/replication/aof') === true ? 204 : 503)
  const result = await runJourney('replication', 1, 1)
  expect(seen.map(({ request }) => request)).toEqual([
    'GET /replication/info',
    'GET /replication/snapshot',
    'GET /replication/aof?since=0&max_bytes=65536',
  ])
  expect(result.scenario('replication').counts.outcomes.ok).toBe(3)
  expect(checksOf(result, 'replication')).toEqual({
    'info status 200/503': [1, 0],
    'snapshot status 200/503': [1, 0],
    'aof status 200/204/503': [1, 0],
  })
})

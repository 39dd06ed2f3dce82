import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { run } from '../../src/run/api.ts'
import type { Config, ScenarioConfig } from '../../src/config/config.ts'
import type { Result } from '../../src/result/shape/result.ts'

interface Seen {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** Runs a scenario against a real server, and returns the requests as that server saw them. */
async function see(scenario: ScenarioConfig, config: Partial<Config> = {}): Promise<{ result: Result; seen: Seen[]; connections: number }> {
  const seen: Seen[] = []
  let connections = 0
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('latin1')) body += String(chunk)
    seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
    response.end('{"hello":"world!"}')
  })
  server.on('connection', () => (connections += 1))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}/base?a=1`
    const result = await run({ target, ...config, scenarios: { seen: scenario } })
    return { result, seen, connections }
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

test('a request has the path of the target by default, and sends nothing that was not asked for', async () => {
  const { seen } = await see({ request: {}, workload: { connections: 1, requests: 1 } })
  expect(seen).toHaveLength(1)
  expect(seen[0]).toMatchObject({ method: 'GET', url: '/base?a=1', body: '' })
  expect(Object.keys(seen[0]?.headers ?? {}).toSorted()).toEqual(['connection', 'host'])
})

test('method, headers and JSON arrive unchanged', async () => {
  const request = { method: 'put', path: '/items/1', headers: { 'X-One': 'eins' }, json: { a: ['ä'] } }
  const { seen } = await see({ request, workload: { connections: 2, pipelining: 3, requests: 30 } })
  expect(seen).toHaveLength(30)
  for (const { method, url, headers, body } of seen) {
    expect({ method, url, body }).toEqual({ method: 'PUT', url: '/items/1', body: Buffer.from('{"a":["ä"]}').toString('latin1') })
    expect(headers).toMatchObject({ 'x-one': 'eins', 'content-type': 'application/json', 'content-length': '12' })
  }
})

test('several requests take turns on each connection', async () => {
  const request = ['/a', '/b', '/c'].map((path) => ({ path }))
  const { seen, result } = await see({ request, workload: { connections: 1, pipelining: 4, requests: 10 } })
  expect(seen.map(({ url }) => url)).toEqual(['/a', '/b', '/c', '/a', '/b', '/c', '/a', '/b', '/c', '/a'])
  expect(result.scenario('seen').request).toBe('GET /a and 2 more in turn')
})

test('secrets of a query are sent, and appear in no result', async () => {
  const { seen, result } = await see({ request: { path: '/show?token=SECRET&page=1' }, workload: { connections: 1, requests: 1 } })
  expect(seen[0]?.url).toBe('/show?token=SECRET&page=1')
  expect(result.scenario('seen').request).toBe('GET /show?token=[redacted]&page=1')
  expect(JSON.stringify(result)).not.toContain('SECRET')
})

test('a form is sent as multipart, with its files', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'benchpress-'))
  const path = join(directory, 'note.txt')
  writeFileSync(path, 'the note')
  try {
    const form = { title: { type: 'text', value: 'a title' }, note: { type: 'file', path } } as const
    const { seen } = await see({ request: { form }, workload: { connections: 1, requests: 2 } })
    expect(seen).toHaveLength(2)
    expect(seen[0]?.method).toBe('POST')
    expect(seen[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
    expect(seen[0]?.body).toContain('name="title"\r\n\r\na title')
    expect(seen[0]?.body).toMatch(/name="note"; filename="note.txt"\r\n(.+\r\n)*\r\nthe note/)
  } finally {
    rmSync(directory, { recursive: true })
  }
})

test('each request has an id of its own where one is asked for', async () => {
  const scenario = { request: { path: '/items/[<id>]' }, uniqueIds: true, workload: { connections: 2, pipelining: 2, requests: 40 } }
  const { seen } = await see(scenario)
  expect(new Set(seen.map(({ url }) => url)).size).toBe(40)
  expect(seen.every(({ url }) => /^\/items\/[^[\]<>%]{20,}$/.test(url))).toBe(true)
})

test('connections are reopened after the number of requests in the config', async () => {
  const scenario = { request: {}, reconnectAfter: 5, workload: { connections: 1, pipelining: 3, requests: 20 } }
  const { connections, result } = await see(scenario)
  expect(result.scenario('seen').counts.outcomes.ok).toBe(20)
  expect(result.scenario('seen').connections.opened).toBeGreaterThanOrEqual(4)
  expect(connections).toBeGreaterThanOrEqual(4 + 1)
  expect(connections).toBeLessThanOrEqual(5 + 1)
})

test('user and password of the URL are sent, and appear in no result', async () => {
  const server = createServer((request, response) => {
    response.statusCode = request.headers.authorization === `Basic ${btoa('ada:secret')}` ? 200 : 401
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const target = `http://ada:secret@127.0.0.1:${(server.address() as AddressInfo).port}/`
    const result = await run({ target, scenarios: { basic: { request: {}, workload: { connections: 1, requests: 3 } } } })
    expect(result.scenario('basic').counts.outcomes.ok).toBe(3)
    expect(JSON.stringify(result)).not.toContain('secret')
    expect(result.target.url).toBe(target.replace('ada:secret@', ''))
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { runAutocannon, type AutocannonClient, type AutocannonOptions } from './autocannon.ts'

// The behaviour the transport relies on. autocannon documents little of it, so an upgrade must prove it anew.

async function collect(options: Partial<AutocannonOptions> = {}): Promise<AutocannonClient[]> {
  const clients: AutocannonClient[] = []
  await runAutocannon({
    url: 'http://127.0.0.1:1/base',
    connections: 3,
    pipelining: 2,
    idReplacement: false,
    requests: [{ method: 'GET', path: '/a', headers: {} }],
    setupClient: (client) => {
      client._connect = () => undefined
      client._destroyConnection = () => undefined
      clients.push(client)
    },
    ...options,
  })
  return clients
}

test('autocannon is the version that the contract was checked with', () => {
  const { version } = createRequire(import.meta.url)('autocannon/package.json') as { version: string }
  expect(version).toBe('9.0.0')
})

test('autocannon hands over each client before it connects, and connects only through replaceable functions', async () => {
  let connections = 0
  const server = createServer(() => (connections += 1)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const calls: string[] = []
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const clients = await collect({
    url,
    setupClient: (client) => {
      client._connect = () => void calls.push('connect')
      client._destroyConnection = () => void calls.push('destroy')
    },
  })
  server.close()
  await once(server, 'close')
  expect(clients).toEqual([])
  expect(calls).toEqual(['connect', 'connect', 'connect', 'destroy', 'destroy', 'destroy'])
  expect(connections).toBe(0)
})

test('autocannon has built every request when it hands over its clients, byte for byte', async () => {
  const requests = [
    { method: 'GET', path: '/a?b=c', headers: {} },
    { method: 'POST', path: '/d', headers: { 'X-E': 'f' }, body: Buffer.from('body') },
  ]
  const [client] = await collect({ requests })
  expect(client?.requestIterator.requests.map(({ requestBuffer }) => requestBuffer.toString())).toEqual([
    'GET /a?b=c HTTP/1.1\r\nHost: 127.0.0.1:1\r\nConnection: keep-alive\r\n\r\n',
    'POST /d HTTP/1.1\r\nHost: 127.0.0.1:1\r\nConnection: keep-alive\r\nX-E: f\r\nContent-Length: 4\r\n\r\nbody',
  ])
})

test('autocannon takes the Host header from the headers, and basic authentication from the URL', async () => {
  const [client] = await collect({
    url: 'http://ada:secret@127.0.0.1:1/',
    requests: [{ method: 'GET', path: '/', headers: { Host: 'other.test' } }],
  })
  const text = client?.requestIterator.requests[0]?.requestBuffer.toString() ?? ''
  expect(text.match(/^host:/gim)).toHaveLength(1)
  expect(text).toContain('Host: other.test\r\n')
  expect(text).toContain(`Authorization: Basic ${btoa('ada:secret')}\r\n`)
})

test('autocannon rebuilds any request on demand with a unique id and the matching length, even after it has stopped', async () => {
  const requests = ['/a/[<id>]', '/b/[<id>]'].map((path) => ({ method: 'POST', path, headers: {}, body: Buffer.from('[<id>]') }))
  const [client] = await collect({ idReplacement: true, requests })
  const { requestIterator } = client!
  const built = [1, 1, 0].map((place) => {
    requestIterator.setRequest(requestIterator.requests[place]!)
    return requestIterator.currentRequest.requestBuffer.toString()
  })
  for (const [index, text] of built.entries()) {
    const [head = '', body = ''] = text.split('\r\n\r\n')
    expect(head.startsWith(`POST /${index < 2 ? 'b' : 'a'}/${body} HTTP/1.1\r\n`)).toBe(true)
    expect(head).toContain(`\r\nContent-Length: ${body.length}`)
    expect(body).not.toContain('id')
  }
  expect(new Set(built).size).toBe(3)
})

test('autocannon refuses invalid options with an error that can be caught', async () => {
  await expect(collect({ connections: 0 })).rejects.toThrow(/connections/)
})

import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectedOf, readRecording, replay } from '../../../test/recordings.ts'
import type { RecordedExchange } from '../../../test/recordings.ts'
import { hyphaTarget } from '../src/index.ts'
import { Registry } from '../src/registry.ts'
import { otherCalls } from './calls.ts'
import { RunningProcess } from './running-process.ts'

describe('a single instance', () => {
  let server: RunningProcess
  let url = ''

  beforeAll(async () => {
    server = new RunningProcess(hyphaTarget())
    url = (await server.urls())[0] ?? ''
  })

  afterAll(() => server.stop('SIGKILL'))

  test('responds as healthy', async () => {
    const response = await fetch(`${url}/health`)
    expect(response.status).toBe(200)
    const { status, timestamp } = (await response.json()) as Record<string, string>
    expect(status).toBe('OK')
    expect(new Date(timestamp ?? '').toISOString()).toBe(timestamp)
  })

  test('lists its services by their ids', async () => {
    const services = (await (await fetch(`${url}/default/services`)).json()) as { id: string }[]
    expect(services.map(({ id }) => id)).toEqual([
      'root:default',
      'root:benchmark-service',
      'root:max-throughput-service',
      'root:stress-test-service',
      'root:ws',
    ])
  })

  test.each(exchangesOf('hypha-right'))('responds as the published program: $method $path', async (exchange) => {
    expect(await replay(url, exchange)).toEqual(expectedOf(exchange))
  })

  test.each(otherCalls)('responds to %s with %i %j', async (path, status, body) => {
    const response = await fetch(`${url}/default/services/${path}`)
    expect([response.status, await response.json()]).toEqual([status, body])
  })

  test.each(['/', '/nope', '/default', '/default/servicesx', '/other/services/benchmark-service'])('responds 404 to %s', async (path) => {
    const response = await fetch(`${url}${path}`)
    expect([response.status, await response.text()]).toEqual([404, 'Not Found'])
    expect(response.headers.get('content-type')).toMatch(/^text\/plain/)
  })

  test('sends a content length', async () => {
    const { headers } = await fetch(`${url}/default/services/benchmark-service/math.multiply?a=9&b=22`)
    expect(headers.get('content-length')).toBe('14')
  })

  test('responds to a preflight request of a browser', async () => {
    const response = await fetch(`${url}/default/services/benchmark-service/echo`, { method: 'OPTIONS' })
    expect([response.status, await response.text()]).toEqual([204, ''])
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
  })

  test.each([
    ['math.add', '{"a":15,"b":30}', 200, { result: 45 }],
    ['math.add?a=15', '{"b":30}', 200, { result: 45 }],
    ['math.add?a=1&b=2', '{"b":30}', 200, { result: 31 }],
    ['math.add?a=1&b=2', '', 200, { result: 3 }],
    ['string.upper', '{"s":"né"}', 200, { result: 'NÉ' }],
    ['math.add', '{"a":1', 400, { success: false, detail: 'The body is not a JSON object' }],
    ['math.add', '[1,2]', 400, { success: false, detail: 'The body is not a JSON object' }],
    ['math.add', 'null', 400, { success: false, detail: 'The body is not a JSON object' }],
    ['nope', '{"a":1}', 404, { success: false, detail: 'Function nope not found' }],
  ])('a POST to %s with %s has the response %i %j', async (path, body, status, expected) => {
    const response = await fetch(`${url}/default/services/benchmark-service/${path}`, { method: 'POST', body })
    expect([response.status, await response.json()]).toEqual([status, expected])
  })

  test('refuses bodies that are too long, and methods other than GET and POST', async () => {
    const path = `${url}/default/services/benchmark-service/string.upper`
    const long = await fetch(path, { method: 'POST', body: JSON.stringify({ s: 'x'.repeat(1024 * 1024) }) })
    expect([long.status, await long.json()]).toEqual([413, { success: false, detail: 'The body is longer than 1048576 bytes' }])
    const other = await fetch(path, { method: 'DELETE' })
    expect([other.status, await other.json()]).toEqual([405, { success: false, detail: 'Method DELETE not allowed' }])
  })

  test('responds with the fault as the published program did when several arguments reached a function as one object', async () => {
    const broken = new RunningProcess(hyphaTarget({ break: 'arguments' }))
    try {
      const [base = ''] = await broken.urls()
      for (const exchange of exchangesOf('hypha-wrong')) expect(await replay(base, exchange)).toEqual(expectedOf(exchange))
    } finally {
      await broken.stop('SIGKILL')
    }
  })

  test('names everything that is wrong with its settings at once', async () => {
    const { child } = new RunningProcess(hyphaTarget(), { PORT: '70000', SERVER_ID: '0', BREAK: 'all' })
    const [message, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    expect(code).toBe(2)
    expect(message.trim().split('\n')).toEqual([
      'PORT: "70000" is not a whole number from 0 to 65535',
      'BREAK: "all" is not arguments',
      'SERVER_ID: "0" is not a whole number from 1 to 1000',
    ])
  })

  test('reports in one line that its port is busy', async () => {
    const { child } = new RunningProcess(hyphaTarget({ port: Number(new URL(url).port) }))
    const [message, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    expect(message).toMatch(/^[^\n]*(EADDRINUSE|in use)[^\n]*\n$/)
    expect(code).toBe(1)
  })

  test('ends at SIGTERM, although a connection is open', async () => {
    const own = new RunningProcess(hyphaTarget())
    const [base = ''] = await own.urls()
    const socket = connect(Number(new URL(base).port), '127.0.0.1')
    socket.write('GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n')
    await once(socket, 'data')
    const closed = once(socket.resume(), 'close')
    expect(await own.stop('SIGTERM')).toEqual([0, null])
    await closed
  })
})

test('the script of bursts has another service by the same name, whose results are objects', () => {
  const registry = new Registry({ script: 'burst' })
  const call = (path: string): readonly unknown[] => {
    const { status, body } = registry.respond({ method: 'GET', target: `/default/services/stress-test-service/${path}`, body: '' })
    return [status, body]
  }
  expect(call('math.multiply?a=9&b=22')).toEqual([200, '{"result":198}'])
  expect(call('fibonacci?n=15')).toEqual([404, '{"success":false,"detail":"Function fibonacci not found"}'])
})

function exchangesOf(recording: 'hypha-right' | 'hypha-wrong'): readonly RecordedExchange[] {
  return readRecording(new URL(`recordings/${recording}.json`, import.meta.url))
}

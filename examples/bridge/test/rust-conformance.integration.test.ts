import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startBridge, type RunningBridge } from '../src/index.ts'
import { postMessage } from './post-message.ts'
import { StreamReader } from './stream-reader.ts'

const instant = 1_795_190_494_496
const long = 'x'.repeat(65)
const refused = (problem: string): string => JSON.stringify({ message: `Failed to deserialize query string: ${problem}`, statusCode: 400 })

let bridge: RunningBridge
const readers: StreamReader[] = []

beforeEach(async () => {
  bridge = await startBridge({ now: () => instant, bodyLimit: 4096 })
})

afterEach(async () => {
  for (const reader of readers.splice(0)) reader.cut()
  await bridge.close()
})

async function open(query: string, headers?: Readonly<Record<string, string>>): Promise<StreamReader> {
  const reader = await StreamReader.open(`${bridge.url}/events?${query}`, headers)
  readers.push(reader)
  return reader
}

describe('POST /message', () => {
  test('confirms an accepted message', async () => {
    expect(await postMessage(bridge.url, 'client_id=zz&to=x&ttl=300&topic=sendTransaction')).toEqual([
      200,
      '{"message":"OK","statusCode":200}',
    ])
    const response = await fetch(`${bridge.url}/message?client_id=a&to=b`, { method: 'POST', body: 'aGk=' })
    expect(response.headers.get('content-type')).toBe('application/json')
  })

  test.each([
    ['', 'missing field `client_id`'],
    ['to=2', 'missing field `client_id`'],
    ['client_id=1', 'missing field `to`'],
    ['client_id=&to=2', 'empty field `client_id`'],
    ['client_id=1&to=', 'empty field `to`'],
    [`client_id=${long}&to=2`, 'field `client_id` must not exceed 64 characters'],
    [`client_id=1&to=${long}`, 'field `to` must not exceed 64 characters'],
    ['client_id=1&to=2&ttl=501', '`ttl` value must be less than 500'],
    ['client_id=1&to=2&ttl=abc', 'invalid digit found in string'],
    ['client_id=1&to=2&ttl=-1', 'invalid digit found in string'],
    ['client_id=1&to=2&ttl=', 'cannot parse integer from empty string'],
    ['client_id=1&to=2&ttl=65536', 'number too large to fit in target type'],
    ['ttl=abc', 'invalid digit found in string'],
    ['client_id=1&client_id=2&to=2', 'duplicate field `client_id`'],
  ])('refuses %j', async (query, problem) => {
    expect(await postMessage(bridge.url, query)).toEqual([400, refused(problem)])
  })

  test.each([
    ['', 'Missing request body'],
    ['hello world!', 'Request body must be a valid base64 message'],
    ['aGk', 'Request body must be a valid base64 message'],
    ['aGl=', 'Request body must be a valid base64 message'],
    ['a_k=', 'Request body must be a valid base64 message'],
  ])('refuses the body %j', async (body, message) => {
    expect(await postMessage(bridge.url, 'client_id=1&to=2', body)).toEqual([400, JSON.stringify({ message, statusCode: 400 })])
  })

  test('refuses a body over the limit, with a content length or without', async () => {
    const response = [413, 'Failed to buffer the request body: length limit exceeded']
    expect(await postMessage(bridge.url, 'client_id=1&to=2', 'A'.repeat(4096))).toEqual([200, expect.anything()])
    expect(await postMessage(bridge.url, 'client_id=1&to=2', 'A'.repeat(4100))).toEqual(response)
    expect(
      await exchange(`${head('POST', '/message?client_id=1&to=2', 'transfer-encoding: chunked')}1004\r\n${'A'.repeat(4100)}\r\n0\r\n\r\n`),
    ).toMatch(/^HTTP\/1\.1 413 [^]*length limit exceeded$/)
    expect(bridge.counts).toMatchObject({ posted: 3, accepted: 1 })
  })

  test('accepts ids of 64 characters, counted in bytes', async () => {
    const id = encodeURIComponent('ü'.repeat(32))
    expect((await postMessage(bridge.url, `client_id=${id}&to=${'x'.repeat(64)}`))[0]).toBe(200)
    expect((await postMessage(bridge.url, `client_id=${id}x&to=1`))[0]).toBe(400)
  })
})

describe('GET /events', () => {
  test('streams the documented bytes', async () => {
    const stream = await open('client_id=x,y')
    expect(stream.status).toBe(200)
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache',
      'transfer-encoding': 'chunked',
    })
    await postMessage(bridge.url, 'client_id=zz&to=y', 'SGVsbG8=')
    await postMessage(bridge.url, 'client_id=zz&to=x', 'SGVsbG8=')
    const expected =
      'event: message\nid: 1795190494496-0\ndata: {"from":"zz","message":"SGVsbG8="}\n\n' +
      'event: message\nid: 1795190494496-1\ndata: {"from":"zz","message":"SGVsbG8="}\n\n'
    await stream.until(() => stream.text.length >= expected.length)
    expect(stream.text).toBe(expected)
  })

  test('writes one chunk for each event', async () => {
    const socket = connect(Number(new URL(bridge.url).port), 'localhost')
    let bytes = ''
    socket.setEncoding('latin1').on('data', (data) => (bytes += String(data)))
    socket.write(`GET /events?client_id=x HTTP/1.1\r\nhost: localhost\r\n\r\n`)
    await expect.poll(() => bytes).toContain('\r\n\r\n')
    const from = 'ä"\\'
    await postMessage(bridge.url, `client_id=${encodeURIComponent(from)}&to=x`, 'SGVsbG8=')
    await expect.poll(() => bytes).toMatch(/\n\n\r\n$/)
    socket.destroy()
    const event = 'event: message\nid: 1795190494496-0\ndata: {"from":"ä\\"\\\\","message":"SGVsbG8="}\n\n'
    expect(Buffer.from(bytes.split('\r\n\r\n').slice(1).join(), 'latin1').toString()).toBe(
      `${Buffer.byteLength(event).toString(16)}\r\n${event}\r\n`,
    )
  })

  test.each([
    ['', 'missing field `client_id`'],
    ['client_id=', 'field `client_id` is empty'],
    ['client_id=,%20,', 'field `client_id` is empty'],
    [`client_id=1,${long}`, 'field `client_id` must not exceed 64 characters'],
    [`client_id=${Array.from({ length: 101 }, (_, id) => id).join()}`, 'field `client_id` must contain no more than 100 ids'],
    ['client_id=1&client_id=2', 'duplicate field `client_id`'],
  ])('refuses %j', async (query, problem) => {
    const response = await fetch(`${bridge.url}/events?${query}`)
    expect([response.status, response.headers.get('content-type')]).toEqual([400, 'application/json'])
    expect(await response.text()).toBe(refused(problem))
  })

  test('accepts 100 ids of 64 bytes that have to be escaped', async () => {
    const ids = Array.from({ length: 100 }, (_, id) => encodeURIComponent(`${id + 100}x${'ü'.repeat(30)}`))
    const stream = await open(`client_id=${ids.join()}`)
    await postMessage(bridge.url, `client_id=a&to=${ids[99]}`)
    await stream.until(() => stream.messages.length === 1)
    expect(stream.messages[0]?.from).toBe('a')
  })

  test('accepts 100 ids with spaces around them', async () => {
    const stream = await open(`client_id=${Array.from({ length: 100 }, (_, id) => `%20${id}+`).join()}`)
    await postMessage(bridge.url, 'client_id=a&to=99')
    await stream.until(() => stream.messages.length === 1)
    expect(stream.status).toBe(200)
  })

  test('responds to HTTP/1.0 without chunks', async () => {
    const socket = connect(Number(new URL(bridge.url).port), 'localhost')
    let bytes = ''
    socket.setEncoding('latin1').on('data', (data) => (bytes += String(data)))
    socket.write('GET /events?client_id=x HTTP/1.0\r\n\r\n')
    await expect.poll(() => bytes).toContain('\r\n\r\n')
    await postMessage(bridge.url, 'client_id=zz&to=x', 'SGVsbG8=')
    await expect.poll(() => bytes).toMatch(/\n\n$/)
    socket.destroy()
    expect(bytes).toMatch(/\r\n\r\nevent: message\nid: 1795190494496-0\n/)
    expect(bytes).not.toContain('transfer-encoding')
  })

  test('serves a subscription that is pipelined after a POST', async () => {
    const socket = connect(Number(new URL(bridge.url).port), 'localhost')
    let bytes = ''
    socket.setEncoding('latin1').on('data', (data) => (bytes += String(data)))
    const post = `${head('POST', '/message?client_id=zz&to=x', 'content-length: 4')}aGk=`
    socket.write(`${post}GET /events?client_id=x HTTP/1.1\r\nhost: localhost\r\n\r\n`)
    await expect.poll(() => bytes).toContain('text/event-stream')
    await postMessage(bridge.url, 'client_id=zz&to=x', 'SGVsbG8=')
    await expect.poll(() => bytes).toContain('SGVsbG8=')
    socket.destroy()
    expect(bytes).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*"statusCode":200}HTTP\/1\.1 200 OK\r\n[^]*event: message/)
  })
})

describe('a second subscription', () => {
  test('a second subscription takes over its ids, and ends the first when no id is left', async () => {
    const first = await open('client_id=a,b')
    const second = await open('client_id=b')
    await postMessage(bridge.url, 'client_id=s&to=a', 'MQ==')
    await postMessage(bridge.url, 'client_id=s&to=b', 'Mg==')
    await second.until(() => second.messages.length === 1)
    await first.until(() => first.messages.length === 1)
    expect([first, second].map(({ messages }) => messages.map(({ message }) => message))).toEqual([['MQ=='], ['Mg==']])

    const third = await open('client_id=a')
    await first.ended()
    second.cut()
    await postMessage(bridge.url, 'client_id=s&to=a', 'Mw==')
    await third.until(() => third.messages.length === 1)
    expect(first.messages).toHaveLength(1)
  })

  test('a second subscription keeps its ids when the first is closed afterwards', async () => {
    const first = await open('client_id=a,b')
    const second = await open('client_id=a')
    first.cut()
    await expect.poll(async () => (await fetch(bridge.metricsUrl)).text()).toMatch(/^active_connections_number 1$/m)
    await postMessage(bridge.url, 'client_id=s&to=a')
    await second.until(() => second.messages.length === 1)
    expect(bridge.counts.delivered).toBe(1)
  })
})

describe('other paths', () => {
  test('responds to /health', async () => {
    const response = await fetch(`${bridge.url}/health`)
    expect([response.status, await response.text()]).toEqual([200, 'OK'])
  })

  test.each(['/', '/event', '/events/', '/bridge/events', '/constructor'])('responds to %s with an empty 404', async (path) => {
    const response = await fetch(bridge.url + path)
    expect([response.status, await response.text()]).toEqual([404, ''])
  })

  test.each([
    ['POST', '/events?client_id=a', 'GET'],
    ['GET', '/message?client_id=a&to=b', 'POST'],
    ['DELETE', '/health', 'GET'],
    ['POST', '/metrics', 'GET'],
  ])('responds to %s %s with 405', async (method, path, allow) => {
    const response = await fetch(bridge.url + path, { method })
    expect([response.status, response.headers.get('allow'), await response.text()]).toEqual([405, allow, ''])
  })

  test('keeps the paths of the protocol below a base path', async () => {
    const based = await startBridge({ basePath: '/bridge' })
    try {
      expect((await postMessage(`${based.url}/bridge`, 'client_id=a&to=b'))[0]).toBe(200)
      expect((await postMessage(based.url, 'client_id=a&to=b'))[0]).toBe(404)
      expect((await fetch(`${based.url}/health`)).status).toBe(200)
    } finally {
      await based.close()
    }
  })
})

function head(method: string, path: string, field: string): string {
  return `${method} ${path} HTTP/1.1\r\nhost: localhost\r\n${field}\r\n\r\n`
}

/** Sends bytes, ends the connection, and returns the response. */
async function exchange(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(bridge.url).port), 'localhost')
  socket.end(bytes)
  return text(socket)
}

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startBridge, type RunningBridge } from '../src/index.ts'
import { postMessage } from './post-message.ts'
import { StreamReader } from './stream-reader.ts'

const instant = 1_795_190_494_496
const [a, b] = ['a'.repeat(64), 'B'.repeat(64)]
const trace = '01926f2a-7a5e-7c3d-9d0a-0123456789ab'

let bridge: RunningBridge
let url: string
const readers: StreamReader[] = []

beforeEach(async () => {
  bridge = await startBridge({ now: () => instant, ids: 'hex64', basePath: '/bridge', heartbeatInterval: 0.02 })
  url = `${bridge.url}/bridge`
})

afterEach(async () => {
  for (const reader of readers.splice(0)) reader.cut()
  await bridge.close()
})

async function open(query: string, headers?: Readonly<Record<string, string>>): Promise<StreamReader> {
  const reader = await StreamReader.open(`${url}/events?${query}`, headers)
  readers.push(reader)
  return reader
}

test('a stream starts with a blank line, and ids of messages are whole numbers', async () => {
  const stream = await open(`client_id=${a},${b}`)
  await postMessage(url, `client_id=${b}&to=${a}&ttl=300&trace_id=${trace}`, 'aGVsbG8=')
  const event = `event: message\nid: ${instant * 2048}\ndata: {"from":"${b}","message":"aGVsbG8=","trace_id":"${trace}","connect_source":{"ip":""}}\n\n`
  await stream.until(() => stream.text.includes('aGVsbG8=') && stream.heartbeats > 0)
  expect(stream.text.replaceAll('event: heartbeat\n\n', '')).toBe(`\n${event}`)
  expect(stream.text.startsWith('\n')).toBe(true)
})

test('heartbeats are sent at each tick, as a message with CRLF on request', async () => {
  const stream = await open(`client_id=${a}&heartbeat=message`)
  await stream.until(() => stream.text.length >= 71)
  expect(stream.text.slice(0, 71)).toBe(`\n${'event: message\r\ndata: heartbeat\r\n\r\n'.repeat(2)}`)
})

describe('a refused subscription is a 200 that ends at once', () => {
  test.each([
    ['', 'param "client_id" not present'],
    ['client_id=', 'param "client_id" must be a valid public address, error: public address must be 64 characters long'],
    ['client_id=abc', 'param "client_id" must be a valid public address, error: public address must be 64 characters long'],
    [
      `client_id=${a},${'g'.repeat(64)}`,
      'param "client_id" must be a valid public address, error: public address must be a valid hex string',
    ],
    [`client_id=${a}&last_event_id=x`, 'last_event_id should be int'],
    [`client_id=${a}&heartbeat=x`, 'invalid heartbeat type. Supported: legacy and message'],
  ])('a subscription with the query %j is refused', async (query, message) => {
    const response = await fetch(`${url}/events?${query}`)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
    expect(await response.text()).toBe(`\n${JSON.stringify({ message, statusCode: 400 })}\n`)
  })

  test('a subscription with a header that is no number is refused', async () => {
    const response = await fetch(`${url}/events?client_id=${a}`, { headers: { 'last-event-id': '1-0' } })
    expect(await response.text()).toBe('\n{"message":"Last-Event-ID should be int","statusCode":400}\n')
  })
})

describe('POST /message', () => {
  test('confirms an accepted message, with a line feed', async () => {
    expect(await postMessage(url, `client_id=${a}&to=${b}&ttl=300`)).toEqual([200, '{"message":"OK","statusCode":200}\n'])
  })

  test.each([
    ['', 'param "client_id" not present'],
    [`client_id=${a}`, 'param "to" not present'],
    [`client_id=${a}&to=${b}`, 'param "ttl" not present'],
    [`client_id=${a}&to=${b}&ttl=301`, 'param "ttl" too high'],
    [`client_id=${a}&to=${b}&ttl=x`, 'strconv.ParseInt: parsing "x": invalid syntax'],
    [`client_id=${a}&to=${b}&ttl=2147483648`, 'strconv.ParseInt: parsing "2147483648": value out of range'],
    [`client_id=abc&to=${b}&ttl=1`, 'failed to parse the "client_id" address: public address must be 64 characters long'],
    [`client_id=${a}&to=${'z'.repeat(64)}&ttl=1`, 'failed to parse the "to" address: public address must be a valid hex string'],
  ])('refuses %j', async (query, message) => {
    expect(await postMessage(url, query)).toEqual([400, `${JSON.stringify({ message, statusCode: 400 })}\n`])
  })
})

test('a subscription without a last id gets all kept messages, and shares its ids with others', async () => {
  await postMessage(url, `client_id=${a}&to=${b}&ttl=300`, 'MQ==')
  const [first, second] = [await open(`client_id=${b}`), await open(`client_id=${b}&last_event_id=${instant * 2048}`)]
  await postMessage(url, `client_id=${a}&to=${b}&ttl=300`, 'Mg==')
  await first.until(() => first.messages.length === 2)
  await second.until(() => second.messages.length === 1)
  expect(first.messages.map(({ message }) => message)).toEqual(['MQ==', 'Mg=='])
  expect(second.messages.map(({ message }) => message)).toEqual(['Mg=='])
  expect(bridge.counts).toEqual({ posted: 2, accepted: 2, delivered: 3 })
})

test('the header of the last id wins over the parameter, unless it is 0', async () => {
  for (const body of ['MQ==', 'Mg==', 'Mw==']) await postMessage(url, `client_id=${a}&to=${b}&ttl=300`, body)
  const id = instant * 2048
  const headed = await open(`client_id=${b}&last_event_id=${id}`, { 'last-event-id': String(id + 1) })
  const zero = await open(`client_id=${b}&last_event_id=${id}`, { 'last-event-id': '0' })
  await headed.until(() => headed.messages.length === 1)
  await zero.until(() => zero.messages.length === 2)
  expect(headed.messages.map(({ message }) => message)).toEqual(['Mw=='])
  expect(zero.messages.map(({ message }) => message)).toEqual(['Mg==', 'Mw=='])
})

test('a message that expires at once is delivered, but not kept', async () => {
  const stream = await open(`client_id=${b}`)
  await postMessage(url, `client_id=${a}&to=${b}&ttl=0`, 'MQ==')
  await stream.until(() => stream.messages.length === 1)
  const later = await open(`client_id=${b}`)
  await later.until(() => later.heartbeats > 0)
  expect(later.messages).toEqual([])
})

import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { startBridge, type BridgeOptions, type RunningBridge } from '../src/index.ts'
import { postMessage } from './post-message.ts'
import { StreamReader } from './stream-reader.ts'

let bridge: RunningBridge
const readers: StreamReader[] = []

afterEach(async () => {
  for (const reader of readers.splice(0)) reader.cut()
  await bridge.close()
})

async function open(query: string): Promise<StreamReader> {
  const reader = await StreamReader.open(`${bridge.url}/events?${query}`)
  readers.push(reader)
  return reader
}

async function start(options: BridgeOptions): Promise<void> {
  bridge = await startBridge(options)
}

test('every stream gets heartbeats, more than one', async () => {
  await start({ heartbeatInterval: 0.02 })
  // More streams than get their heartbeat at once.
  const streams = await Promise.all(Array.from({ length: 250 }, (_, id) => open(`client_id=${id}`)))
  await Promise.all(streams.map((stream) => stream.until(() => stream.heartbeats >= 3)))
  for (const stream of streams) expect(stream.text).toMatch(/^(?:event: heartbeat\n\n)+$/)
})

test('a heartbeat is a message with CRLF where a stream asks for it', async () => {
  await start({ heartbeatInterval: 0.02 })
  const [plain, message] = [await open('client_id=a'), await open('client_id=b&heartbeat=message')]
  await plain.until(() => plain.heartbeats > 0)
  await message.until(() => message.text.length >= 35)
  expect(message.text.slice(0, 35)).toBe('event: message\r\ndata: heartbeat\r\n\r\n')
})

test('events do not put off the heartbeats of the Go bridge', async () => {
  const id = 'a'.repeat(64)
  await start({ heartbeatInterval: 0.2, ids: 'hex64' })
  const busy = await open(`client_id=${id}`)
  // If heartbeats waited for silence, a row of events would put them off forever. Their exact times are tested with `Heartbeats` itself.
  while (busy.heartbeats < 2) await postMessage(bridge.url, `client_id=${id}&to=${id}&ttl=300`)
  expect(busy.messages.length).toBeGreaterThan(0)
})

test('a reader that does not read is cut off, and the others continue', async () => {
  await start({ inboxLimit: 1 })
  const socket = connect(Number(new URL(bridge.url).port), 'localhost')
  socket.on('error', () => {})
  socket.write('GET /events?client_id=a HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await once(socket, 'readable')
  socket.pause()
  const other = await open('client_id=b')
  const body = 'AAAA'.repeat(256 * 1024)
  const connections = async (): Promise<string> =>
    /active_connections_number (\d+)/.exec(await (await fetch(bridge.metricsUrl)).text())?.[1] ?? ''
  expect(await connections()).toBe('2')
  for (let sent = 0; sent < 64 && (await connections()) === '2'; sent++) await postMessage(bridge.url, 'client_id=s&to=a', body)
  expect(await connections()).toBe('1')
  await postMessage(bridge.url, 'client_id=s&to=b')
  await other.until(() => other.messages.length === 1)
  socket.destroy()
})

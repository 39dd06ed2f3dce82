import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { OpenResources } from './watched-plugin.ts'

let server: Server
let resources: OpenResources

beforeEach(async () => {
  server = createServer((socket) => socket.on('error', () => socket.destroy())).listen(0, '127.0.0.1')
  await once(server, 'listening')
  resources = new OpenResources()
})

afterEach(() => {
  resources.stop()
  server.close()
})

async function open(): Promise<Socket> {
  await nextTurn()
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

async function waitUntilClosed(): Promise<void> {
  while (resources.open !== '') await nextTurn()
}

test('the resources that code opens, and that code which it awaits opens, are observed until they are closed', async () => {
  expect([resources.open, resources.opened]).toEqual(['', ''])
  const first = await resources.watch(open)
  const second = await resources.watch(open)
  expect([resources.open, resources.opened]).toEqual(['2 TCP sockets', '2 TCP sockets'])
  first.destroy()
  second.destroy()
  await waitUntilClosed()
  expect(resources.opened).toBe('2 TCP sockets')
})

test('resources of other code are not observed', async () => {
  const socket = await open()
  const other = new OpenResources()
  const theirs = await other.watch(open)
  expect([resources.open, other.open]).toEqual(['', '1 TCP socket'])
  socket.destroy()
  theirs.destroy()
  other.stop()
})

test('a timer is open until it has fired or is cleared, and is not I/O', () => {
  const timer = resources.watch(() => setInterval(() => undefined, 60_000))
  expect([resources.open, resources.opened]).toEqual(['1 timer', ''])
  timer.unref()
  expect(resources.open).toBe('')
  timer.ref()
  expect(resources.open).toBe('1 timer')
  clearInterval(timer)
  return waitUntilClosed()
})

test('a timer that ends by itself is not counted', () => {
  const signal = resources.watch(() => AbortSignal.timeout(60_000))
  expect([signal.aborted, resources.open]).toEqual([false, ''])
})

test('files are I/O', async () => {
  await resources.watch(() => readFile(new URL(import.meta.url)))
  expect(resources.opened).toContain('file')
  await waitUntilClosed()
})

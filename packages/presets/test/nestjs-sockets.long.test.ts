import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { run, type JourneyReference, type Result, type UsersSummary } from '@benchpress/core'
import { auctionsTarget } from '@benchpress/example-nestjs'
import { socketio } from '@benchpress/plugin-socketio'
import { describe, expect, test } from 'vitest'
import { auctionMetrics } from '../src/nestjs/journeys/bidding.ts'
import { startBrokenAuctions } from './broken-auctions.ts'

describe('a journey over Socket.IO against the service', () => {
  test('a user waits for each reply, bids ten times, and pauses as configured', async () => {
    const { users, metrics } = await go(auctionsTarget(), 'socketBidding')
    expect(users).toMatchObject({ created: 1, completed: 1, failed: 0, aborted: 0 })
    expect(users.checks).toMatchObject([{ name: 'bid accepted', passed: 10, failed: 0 }])
    expect(countsIn(metrics, 'socketio_emits')).toEqual({ 'place-bid': 10, auth: 1, 'join-auction': 1 })
    expect(countsIn(metrics, 'socketio_events')).toMatchObject({ 'new-bid': 10 })
    expect(metrics['socketio_replies_missing']).toMatchObject({ count: 0 })
    // One second, and ten times half a second: the published sessions lasted one.
    const length = metrics['socketio_session_length']
    expect(length?.type === 'trend' && length.values.mean).toBeGreaterThanOrEqual(6000)
  })
})

describe('a journey over Socket.IO fails its user', () => {
  test('a refused WebSocket connection fails its user, with the reason', async () => {
    const server = await startBrokenAuctions()
    const { users, metrics } = await go(server.url, 'connectionFlow')
    await server.close()
    expect(users).toMatchObject({ completed: 0, failed: 1 })
    expect(users.failures).toMatchObject([{ reason: expect.stringContaining('websocket refused') as unknown, count: 1 }])
    expect(metrics['socketio_refused']).toMatchObject({ count: 1 })
  })

  test('a token that the service does not know fails its user, rather than continuing without', async () => {
    const { users, metrics } = await behindWrongTokens('bidMonitoring')
    expect(users.failures).toMatchObject([{ reason: 'auth was refused with Invalid token', count: 1 }])
    expect(metrics['socketio_emits']).toMatchObject({ count: 1 })
  })

  test('an event without a reply fails its user, with the name of the event', async () => {
    // The connection is cut when the event with the token arrives, which then has no reply.
    const { users } = await behindWrongTokens('bidMonitoring', 'cut')
    expect(users.failures).toMatchObject([
      { reason: expect.stringMatching(/^no reply before the connection ended: .+ \(event "auth"\)$/) as unknown, count: 1 },
    ])
  })
})

// Starts a server whose tokens are signed by another service, and which passes WebSocket connections on to the real one.
async function behindWrongTokens(name: string, then: 'pass' | 'cut' = 'pass'): Promise<Measured> {
  const { command, env } = auctionsTarget()
  const [node = '', ...args] = command
  const service = spawn(node, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(service, 'exit')
  const port = await portOf(service.stdout)
  const gateway = await startBrokenAuctions({}, (request, socket) => {
    const onward = connect(port, '127.0.0.1', () => {
      onward.write(`GET ${request.url ?? ''} HTTP/1.1\r\n${headersOf(request)}\r\n`)
      socket.pipe(onward).pipe(socket)
    })
    // Frames of users are masked, so the event with the token is recognised by its length: the frame before it is shorter.
    if (then === 'cut') socket.on('data', (bytes: Buffer) => bytes.length > 20 && socket.destroy())
    onward.on('close', () => socket.destroy())
    socket.on('close', () => onward.destroy())
  })
  try {
    return await go(gateway.url, name)
  } finally {
    service.kill()
    await exited
    await gateway.close()
  }
}

async function portOf(stdout: Readable): Promise<number> {
  for await (const line of createInterface(stdout)) {
    const port = /listening on http:\/\/[\d.]+:(\d+)/.exec(line)?.[1]
    if (port !== undefined) return Number(port)
  }
  throw new Error('the service ended without a word')
}

function headersOf({ rawHeaders }: IncomingMessage): string {
  return rawHeaders.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('')
}

async function go(target: string | ReturnType<typeof auctionsTarget>, name: string): Promise<Measured> {
  const url = new URL('../src/nestjs/journeys/socket-journeys.ts', import.meta.url).href
  const journey: JourneyReference = { module: url, export: name, options: { timeout: 5 } }
  const result: Result = await run({
    target,
    workers: 0,
    plugins: [socketio()],
    metrics: auctionMetrics,
    env: { AUCTION_ACCOUNTS: '1' },
    scenarios: { sockets: { journey, workload: { users: 1, iterations: 1 } } },
  })
  const users = result.scenarios[0]?.users
  if (users == null) throw new Error('nothing was measured')
  return { users, metrics: result.metrics }
}

interface Measured {
  readonly users: UsersSummary
  readonly metrics: Result['metrics']
}

function countsIn(metrics: Result['metrics'], name: string): Readonly<Record<string, number>> {
  const metric = metrics[name]
  return Object.fromEntries(metric?.type === 'counter' ? (metric.by?.series ?? []).map((one) => [one.name, one.count]) : [])
}

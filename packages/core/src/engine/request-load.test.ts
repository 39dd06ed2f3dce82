import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { answerOf } from '../../test/servers/memory-load.ts'
import { systemClock } from '../clock/clock.ts'
import { sumOutcomes } from '../metrics/outcome.ts'
import { ScenarioTotals } from '../recorder/scenario-totals.ts'
import { DeadlineWheel } from '../wire/deadline-wheel.ts'
import { HeadCache } from '../wire/head-cache.ts'
import type { ClosedWorkload } from '../workload/closed-workload.ts'
import { RequestLoad } from './request-load.ts'
import type { ScenarioShare } from './scenario-share.ts'

/** A server that does with each connection what the test says, and the loads against it. */
let server: Server
let sockets: Socket[]
let serve: (socket: Socket) => void
let wheel: DeadlineWheel
let loads: RequestLoad[]

beforeEach(async () => {
  sockets = []
  loads = []
  serve = answerAll
  wheel = new DeadlineWheel(systemClock)
  server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined))
    serve(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})

afterEach(async () => {
  await Promise.all(loads.map((load) => load.end()))
  wheel.stop()
  for (const socket of sockets) socket.destroy()
  server.close()
})

/** Answers each request as soon as it is there. */
function answerAll(socket: Socket): void {
  socket.on('data', (bytes) => socket.write(answerOf().repeat(bytes.toString('latin1').split('\r\n\r\n').length - 1)))
}

interface Running {
  readonly load: RequestLoad
  readonly told: string[]
  totals(): ScenarioTotals
}

/** Creates a load of 2 connections with 3 requests in flight each, which are opening. */
async function openLoad(workload: Partial<ClosedWorkload>, over: Partial<ScenarioShare> = {}): Promise<Running> {
  const { port } = server.address() as AddressInfo
  const expected = { status: undefined, body: undefined }
  const share: ScenarioShare = {
    name: 'load',
    url: `http://127.0.0.1:${port}`,
    route: { address: { kind: 'tcp', host: '127.0.0.1', port, family: 4 }, host: '127.0.0.1', tls: undefined },
    requests: [{ method: 'GET', path: '/', headers: {}, body: undefined, form: undefined, expect: expected }],
    workload: { connections: 2, pipelining: 3, duration: undefined, requests: undefined, warmup: 0, gracefulStop: 100_000, ...workload },
    timeout: 2e6,
    connectTimeout: 2e6,
    uniqueIds: false,
    reconnectAfter: undefined,
    bailout: undefined,
    ...over,
  }
  const told: string[] = []
  const tell = (what: string) => () => void told.push(what)
  const events = { onReady: tell('ready'), onRunEnd: tell('run end'), onDrained: tell('drained'), onBailout: tell('bailout') }
  const load = await RequestLoad.create(share, { clock: systemClock, wheel, heads: new HeadCache() }, Buffer.alloc(64 * 1024), events)
  loads.push(load)
  const totals = new ScenarioTotals()
  const take = (): ScenarioTotals => {
    totals.add(load.take(systemClock.now()))
    return totals
  }
  return { load, told, totals: take }
}

/** Opens a load and waits until it is ready. */
async function createLoad(workload: Partial<ClosedWorkload>, over: Partial<ScenarioShare> = {}): Promise<Running> {
  const running = await openLoad(workload, over)
  await waitUntilTold(running.told, 'ready')
  expect(running.told).toEqual(['ready'])
  return running
}

async function waitUntilTold(told: readonly string[], what: string): Promise<void> {
  await vi.waitFor(() => expect(told).toContain(what), { timeout: 5000, interval: 5 })
}

describe('the life of a load', () => {
  test('a number of requests: exactly as many are sent, and it ends and drains by itself', async () => {
    const { load, told, totals } = await createLoad({ requests: 100 })
    expect([load.opened, load.isStarted]).toEqual([2, false])
    load.start(systemClock.now())
    await waitUntilTold(told, 'drained')
    expect(told).toEqual(['ready', 'run end', 'drained'])
    expect(totals().run).toMatchObject({ started: 100, outcomes: { ok: 100 } })
  })

  test('a duration: it ends by its clock, and nothing of it is left in flight', async () => {
    const { load, told, totals } = await createLoad({ duration: 100_000, warmup: 50_000 })
    const start = systemClock.now()
    load.start(start)
    await waitUntilTold(told, 'drained')
    expect(systemClock.now() - start).toBeGreaterThanOrEqual(150_000)
    const { run, warmup } = totals()
    for (const phase of [run, warmup]) {
      expect(phase.started).toBeGreaterThan(0)
      expect(phase.outcomes.ok).toBe(phase.started)
    }
  })

  test('stopped with requests that are never answered: they are aborted after the graceful stop', async () => {
    serve = () => undefined
    const { load, told, totals } = await createLoad({ duration: 60e6 })
    load.start(systemClock.now())
    const stoppedAt = systemClock.now()
    load.stop()
    expect(told).toEqual(['ready', 'run end'])
    await waitUntilTold(told, 'drained')
    expect(systemClock.now() - stoppedAt).toBeGreaterThan(95_000)
    expect(totals().run).toMatchObject({ started: 6, outcomes: { aborted: 6 } })
    expect(load.opened).toBe(0)
  })

  test('more failures than it may have end it', async () => {
    serve = (socket) => socket.on('data', () => socket.write(answerOf('', 500).repeat(3)))
    const { load, told, totals } = await createLoad({ duration: 60e6 }, { bailout: 10 })
    load.start(systemClock.now())
    await waitUntilTold(told, 'drained')
    expect(told).toEqual(['ready', 'bailout', 'run end', 'drained'])
    const { run } = totals()
    expect(run.outcomes.http_error).toBe(run.started)
    expect(run.started).toBeLessThanOrEqual(10 + 6)
  })
})

describe('before the start', () => {
  test('nothing is sent, whatever the server says', async () => {
    serve = (socket) => {
      socket.write('\r\n')
      answerAll(socket)
    }
    const { load, told, totals } = await createLoad({ requests: 10 })
    await vi.waitFor(() => expect(totals().warmup.bytesReceived).toBe(4), { timeout: 5000, interval: 5 })
    expect(totals().warmup).toMatchObject({ started: 0, bytesSent: 0 })
    load.start(systemClock.now())
    await waitUntilTold(told, 'drained')
    expect(totals().run).toMatchObject({ started: 10, outcomes: { ok: 10 } })
    expect(load.recorder.inFlight).toBe(0)
  })

  test('ended while it opens: nothing is left open, and nothing was refused', async () => {
    const { load, told, totals } = await openLoad({ requests: 10 })
    expect([load.opened, told]).toEqual([0, []])
    await load.end()
    const { run, connections } = totals()
    expect([load.opened, run.started, connections.refused]).toEqual([0, 0, 0])
    await vi.waitFor(() => expect(sockets.every((socket) => socket.destroyed || socket.readableEnded)).toBe(true), { timeout: 5000 })
  })

  test('a server that closes what it has just opened is no failure, but closed an idle connection', async () => {
    serve = (socket) => (sockets.length <= 2 ? socket.end() : answerAll(socket))
    const { load, told, totals } = await createLoad({ requests: 10 })
    await vi.waitFor(() => expect([load.opened, sockets.length]).toEqual([2, 4]), { timeout: 5000, interval: 5 })
    load.start(systemClock.now())
    await waitUntilTold(told, 'drained')
    const { run, connections } = totals()
    expect(run).toMatchObject({ started: 10, outcomes: { ok: 10 } })
    expect(connections).toEqual({ opened: 4, refused: 0, closedIdle: 2, closedBehindAnswer: 0 })
  })
})

describe('connections', () => {
  test('requests behind an answer with `Connection: close` are closed early, and counted', async () => {
    serve = (socket) => socket.on('data', () => socket.end(answerOf('ok', 200, 'Connection: close\r\n')))
    const { load, told, totals } = await createLoad({ connections: 1, requests: 7 })
    load.start(systemClock.now())
    await waitUntilTold(told, 'drained')
    const { run, connections } = totals()
    // 3, 3 and 1: the first of each is answered.
    expect(run).toMatchObject({ started: 7, outcomes: { ok: 3, closed_early: 4 } })
    expect(connections).toMatchObject({ opened: 3, closedBehindAnswer: 4, closedIdle: 0, refused: 0 })
  })

  test('a server that is gone is refused, one request for each attempt, and what we close is not', async () => {
    const { load, told, totals } = await createLoad({ duration: 60e6 })
    server.close()
    for (const socket of sockets) socket.destroy()
    load.start(systemClock.now())
    await vi.waitFor(() => expect(load.recorder.failures).toBeGreaterThan(8), { timeout: 5000, interval: 5 })
    load.stop()
    await load.end()
    const { run, connections } = totals()
    expect(told).toEqual(['ready', 'run end', 'drained'])
    expect(run.outcomes.refused).toBe(connections.refused)
    expect(connections.refused).toBeGreaterThan(2)
    expect(sumOutcomes(run.outcomes)).toBe(run.started)
  })
})

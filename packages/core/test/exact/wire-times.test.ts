import { afterEach, expect, test } from 'vitest'
import { ManualClock } from '../../src/base/clock/clock.ts'
import { outcomeIndex } from '../../src/model/metrics/outcome.ts'
import { ScenarioRecorder } from '../../src/measure/recorder/scenario-recorder.ts'
import { ScenarioTotals } from '../../src/measure/recorder/scenario-totals.ts'
import { Connection } from '../../src/load/wire/connection.ts'
import type { ConnectionOwner, RequestBatch } from '../../src/load/wire/connection-owner.ts'
import { DeadlineWheel } from '../../src/load/wire/deadline-wheel.ts'
import { HeadCache } from '../../src/load/wire/head-cache.ts'
import { createMemoryServer, type MemoryServer } from '../servers/memory-dial.ts'

const response = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'
const batch = (count: number): RequestBatch => ({
  bytes: Buffer.from('GET / HTTP/1.1\r\n\r\n'.repeat(count)),
  tags: new Uint32Array(count),
})

interface Bench {
  readonly clock: ManualClock
  readonly connection: Connection
  readonly server: MemoryServer
  readonly recorder: ScenarioRecorder
  readonly wheel: DeadlineWheel
  send(count: number): void
}

let wheel: DeadlineWheel | undefined
afterEach(() => wheel?.stop())

/** Connection and recorder as a load uses them, over an in-memory socket with a clock that only the test moves. */
async function createBench(pipelining: number): Promise<Bench> {
  const clock = new ManualClock(1000)
  const recorder = new ScenarioRecorder()
  recorder.begin(1000, Infinity)
  const owner: ConnectionOwner = {
    wantsBody: false,
    isHead: () => false,
    onOpen: (_now, connectTime) => recorder.opened(connectTime, undefined),
    onBytes: (now, length) => {
      recorder.turn(now)
      recorder.received(length, now)
    },
    onBody: () => undefined,
    onResponse: (_tag, head, sentAt, now) => recorder.responded(outcomeIndex.ok, head.status, sentAt, now, undefined),
    onRead: () => undefined,
    onLost: (_tag, loss, reason, sentAt, now) => recorder.lost(loss, reason, sentAt, now, 50_000),
    onClosed: () => undefined,
  }
  const server = createMemoryServer()
  const watching = new DeadlineWheel(clock)
  wheel = watching
  const thread = { clock, wheel: watching, heads: new HeadCache() }
  const connection = new Connection(owner, thread, server.dial, { pipelining, timeout: 50_000, connectTimeout: 50_000 })
  connection.open()
  await Promise.resolve()
  const send = (count: number): void => {
    recorder.turn(clock.now())
    recorder.started(count, 0, clock.now())
    connection.send(batch(count), clock.now())
  }
  return { clock, connection, server, recorder, wheel: watching, send }
}

function totalsOf(recorder: ScenarioRecorder, clock: ManualClock): ScenarioTotals {
  const totals = new ScenarioTotals()
  totals.add(recorder.take(clock.now()))
  return totals
}

test('100 µs from write to last byte are recorded as 100 µs, a thousand times', async () => {
  const { clock, server, recorder, send } = await createBench(1)
  for (let i = 0; i < 1000; i++) {
    send(1)
    clock.advance(100)
    server.send(response)
    clock.advance(37)
  }
  const { responseTime, run } = totalsOf(recorder, clock)
  expect(run.outcomes.ok).toBe(1000)
  expect([responseTime.min, responseTime.percentile(50), responseTime.percentile(99), responseTime.max]).toEqual([100, 100, 100, 100])
})

test('each of ten pipelined requests has its own time, whatever bytes come together', async () => {
  const { clock, server, recorder, send } = await createBench(10)
  send(10)
  for (const [delay, bytes] of [
    [100, response],
    [100, response + response + response.slice(0, 20)],
    [300, response.slice(20)],
    [500, response.repeat(6)],
  ] as const) {
    clock.advance(delay)
    server.send(bytes)
  }
  const { responseTime } = totalsOf(recorder, clock)
  expect(responseTime.count).toBe(10)
  expect(responseTime.sum).toBe(100 + 2 * 200 + 500 + 6 * 1000)
})

test('a request without a response counts at its timeout, those behind it apart, and the next one anew', async () => {
  const { clock, connection, server, recorder, wheel: watching, send } = await createBench(3)
  send(1)
  clock.advance(20_000)
  send(2)
  for (let elapsed = 0; elapsed < 40_000; elapsed += 10_000) {
    clock.advance(10_000)
    watching.turn()
  }
  expect(connection.isOpen).toBe(false)
  connection.open()
  await Promise.resolve()
  send(1)
  clock.advance(100)
  server.send(response)
  const { responseTime, run } = totalsOf(recorder, clock)
  expect(run.outcomes).toMatchObject({ timeout: 1, aborted: 2, ok: 1 })
  expect([responseTime.min, responseTime.max, responseTime.count]).toEqual([100, 50_000, 2])
})

test('a response that the server cuts off is counted as closed early, and has no time', async () => {
  const { clock, server, recorder, send } = await createBench(2)
  send(2)
  clock.advance(100)
  server.send(response + response.slice(0, 10))
  server.close()
  const { run, responseTime } = totalsOf(recorder, clock)
  expect(run.outcomes).toMatchObject({ ok: 1, closed_early: 1 })
  expect(responseTime.count).toBe(1)
})

test('requests in flight are averaged over time', async () => {
  const { clock, server, recorder, send } = await createBench(4)
  send(4)
  clock.advance(1000)
  server.send(response.repeat(2))
  clock.advance(1000)
  server.send(response.repeat(2))
  clock.advance(1000)
  expect(totalsOf(recorder, clock).inFlightTime).toBe(4 * 1000 + 2 * 1000)
})

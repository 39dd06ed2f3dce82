import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { responseOf, MemoryLoad, memoryTimeout, type MemoryLoadOptions } from '../../../test/servers/memory-load.ts'

const loads: MemoryLoad[] = []
afterEach(() => {
  for (const load of loads.splice(0)) load.end()
})

async function startLoad(options: MemoryLoadOptions = {}): Promise<MemoryLoad> {
  const load = new MemoryLoad(options)
  loads.push(load)
  await load.start()
  return load
}

/** Milliseconds between one dial and the next, from the dial at `from` on. */
function waitsOf(load: MemoryLoad, from: number): number[] {
  const times = load.network.dialledAt.slice(from)
  return times.slice(1).map((time, index) => time - (times[index] ?? 0))
}

async function waitForDials(load: MemoryLoad, dials: number): Promise<void> {
  await vi.waitFor(() => expect(load.network.sockets.length).toBeGreaterThanOrEqual(dials), { timeout: 20_000, interval: 5 })
}

/** Expects waits of at least these milliseconds; that they are no longer is shown of the back-off alone. */
function expectWaits(waits: readonly number[], expected: readonly number[]): void {
  expect(waits).toHaveLength(expected.length)
  // A timer may fire a millisecond early, and late by what else the machine does.
  for (const [index, wait] of expected.entries()) expect(waits[index]).toBeGreaterThan(wait - 2)
}

describe('reopening', () => {
  test('a connection that worked is reopened at once, each time', async () => {
    const load = await startLoad({ requests: [{ method: 'POST' }] })
    for (let closes = 0; closes < 20; closes++) {
      load.network.last.send(responseOf())
      load.network.last.end()
      await load.settle()
      expect(load.network.sockets).toHaveLength(closes + 2)
      expect(load.network.last.requests).toHaveLength(1)
    }
    expect(load.totals().run.outcomes).toMatchObject({ ok: 20, closed_early: 20 })
  })

  test('a connection that never worked waits twice as long each time', async () => {
    const load = new MemoryLoad()
    loads.push(load)
    load.network.welcome = 'refuse'
    await load.start()
    await waitForDials(load, 5)
    load.end()
    expectWaits(waitsOf(load, 0), [50, 100, 200, 400])
    expect(load.settled.length).toBeGreaterThanOrEqual(5)
    // The first was refused before the load had started: no request was due.
    const { run, connections } = load.totals()
    expect([run.started, run.outcomes.refused, connections.refused, connections.opened]).toEqual([4, 4, 5, 0])
  })

  test('a server that accepts and closes without a response is retried with growing waits, too', async () => {
    const load = await startLoad()
    load.network.last.end()
    await waitForDials(load, 2)
    load.network.last.fail('ECONNRESET')
    await waitForDials(load, 3)
    expectWaits(waitsOf(load, 0), [50, 100])
    expect(load.totals().run.outcomes).toMatchObject({ closed_early: 1, reset: 1 })
  })

  test('a connection that worked and is then refused backs off, and starts from the shortest wait after it worked again', async () => {
    const load = await startLoad({ requests: [{ method: 'POST' }] })
    for (let lives = 0; lives < 2; lives++) {
      const dialled = load.network.sockets.length
      load.network.welcome = 'refuse'
      load.network.last.send(responseOf())
      load.network.last.end()
      await waitForDials(load, dialled + 2)
      load.network.welcome = 'accept'
      await waitForDials(load, dialled + 3)
      await load.settle()
      expectWaits(waitsOf(load, dialled), [50, 100])
    }
    expect(load.totals().run.outcomes).toMatchObject({ ok: 2, closed_early: 2, refused: 4 })
  })

  test('a server that does not accept a connection is refused at the connect timeout', async () => {
    const load = new MemoryLoad()
    loads.push(load)
    load.network.welcome = 'held'
    load.connections[0]?.open()
    load.begin()
    load.pass(memoryTimeout - 10_000)
    expect(load.closings).toEqual([])
    load.pass(30_000)
    expect(load.closings).toMatchObject([{ by: 'server', reason: 'connect timeout', wasOpen: false, lost: 0 }])
    expect(load.network.last.isHeld).toBe(false)
    expect(load.totals().run.outcomes.refused).toBe(1)
  })

  test('a connection is reopened after its number of requests, when it has their responses', async () => {
    const load = await startLoad({ pipelining: 2, reconnectAfter: 5, budget: 12 })
    while (load.recorder.inFlight > 0) {
      load.network.last.send(responseOf())
      await load.settle()
    }
    expect(load.network.sockets.map((socket) => socket.requests.length)).toEqual([5, 5, 2])
    expect(load.closings.slice(0, 2)).toMatchObject([
      { by: 'us', lost: 0 },
      { by: 'us', lost: 0 },
    ])
    const { run, connections } = load.totals()
    expect([run.outcomes.ok, run.started, connections.opened, connections.refused]).toEqual([12, 12, 3, 0])
  })
})

describe('the end', () => {
  test('at the end requests in flight are aborted, and no connection is opened any more', async () => {
    const load = await startLoad({ connections: 3, pipelining: 2 })
    load.network.last.send(responseOf())
    load.end()
    await load.settle()
    expect([load.network.sockets.length, load.network.open.length]).toEqual([3, 0])
    const { run, connections } = load.totals()
    expect(run.outcomes).toMatchObject({ ok: 1, aborted: 6 })
    expect(connections.refused).toBe(0)
  })

  test('an end while connections open leaves none open, opens no more, and counts none as refused', async () => {
    const load = new MemoryLoad({ connections: 3 })
    load.network.welcome = 'held'
    for (const connection of load.connections) connection.open()
    load.begin()
    load.end()
    for (const socket of load.network.sockets) socket.accept()
    for (const connection of load.connections) connection.open()
    await load.settle()
    expect(load.network.sockets.filter((socket) => socket.isHeld)).toEqual([])
    expect(load.closings.map(({ by, wasOpen }) => ({ by, wasOpen }))).toEqual(
      Array.from({ length: 3 }, () => ({ by: 'us', wasOpen: false })),
    )
    const { connections, run } = load.totals()
    expect([load.network.sockets.length, connections.refused, run.started]).toEqual([3, 0, 0])
  })

  test.each(['at once', 'after a wait'])('a connection that was to be reopened %s stays closed once nothing will be sent', async (when) => {
    const load = await startLoad({ requests: [{ method: 'POST' }] })
    if (when === 'at once') load.network.last.send(responseOf())
    load.network.last.end()
    load.stop()
    await load.settle()
    await sleep(80)
    expect(load.network.sockets).toHaveLength(1)
  })

  test('a connection that opens after the last request was granted sends nothing', async () => {
    const load = new MemoryLoad({ connections: 2, pipelining: 3, budget: 3 })
    loads.push(load)
    load.connections[0]?.open()
    await load.settle()
    load.network.welcome = 'held'
    load.connections[1]?.open()
    load.begin()
    load.network.last.accept()
    expect(load.network.last.written).toBe('')
    expect(load.idles).toBe(1)
  })
})

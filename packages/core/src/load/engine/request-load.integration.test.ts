import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { respondToAll, LoadAgainstSockets, waitUntilTold } from '../../../test/servers/load-against-sockets.ts'
import { responseOf } from '../../../test/servers/memory-load.ts'
import { systemClock } from '../../base/clock/clock.ts'
import { sumOutcomes } from '../../model/metrics/outcome.ts'
import { noConnections } from '../../measure/recorder/snapshot.ts'

let against: LoadAgainstSockets

beforeEach(async () => {
  against = await LoadAgainstSockets.start()
})

afterEach(() => against.end())

describe('the life of a load', () => {
  test('a load with a number of requests sends exactly this number, then ends and drains by itself', async () => {
    const { load, told, totals } = await against.create({ requests: 100 })
    expect([load.opened, load.isStarted]).toEqual([2, false])
    load.start(systemClock.now())
    await waitUntilTold(told, 'drained')
    expect(told).toEqual(['ready', 'run end', 'drained'])
    expect(totals().run).toMatchObject({ started: 100, outcomes: { ok: 100 } })
  })

  test('a load with a duration ends by its clock, with nothing left in flight', async () => {
    const { load, told, totals } = await against.create({ duration: 100_000, warmup: 50_000 })
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

  test('a load with a delay sends nothing before, and its phases count from the end of the delay', async () => {
    const { load, told, totals } = await against.create({ duration: 50_000, startAfter: 60_000 })
    const start = systemClock.now()
    load.start(start)
    await vi.waitFor(() => expect(load.isStarted).toBe(true), { timeout: 20_000, interval: 1 })
    expect(systemClock.now() - start).toBeGreaterThanOrEqual(60_000)
    await waitUntilTold(told, 'drained')
    expect(systemClock.now() - start).toBeGreaterThanOrEqual(110_000)
    const { run, warmup, inFlightTime } = totals()
    expect([run.outcomes.ok, warmup.started]).toEqual([run.started, 0])
    expect(inFlightTime).toBeLessThanOrEqual(6 * 50_000)
  })

  test('a load that is stopped before its delay is over sends nothing', async () => {
    const { load, told, totals } = await against.create({ duration: 50_000, startAfter: 60e6 })
    load.start(systemClock.now())
    load.stop()
    expect(told).toEqual(['ready', 'run end', 'drained'])
    expect(totals().run.started).toBe(0)
  })

  test('requests that get no response are aborted after the graceful stop', async () => {
    against.serve = () => undefined
    const { load, told, totals } = await against.create({ duration: 60e6 })
    load.start(systemClock.now())
    const stoppedAt = systemClock.now()
    load.stop()
    expect(told).toEqual(['ready', 'run end'])
    await waitUntilTold(told, 'drained')
    expect(systemClock.now() - stoppedAt).toBeGreaterThan(95_000)
    expect(totals().run).toMatchObject({ started: 6, outcomes: { aborted: 6 } })
    expect(load.opened).toBe(0)
  })

  test('a load ends after more failures than bailout allows', async () => {
    against.serve = (socket) => socket.on('data', () => socket.write(responseOf('', 500).repeat(3)))
    const { load, told, totals } = await against.create({ duration: 60e6 }, { bailout: 10 })
    load.start(systemClock.now())
    await waitUntilTold(told, 'drained')
    expect(told).toEqual(['ready', 'bailout', 'run end', 'drained'])
    const { run } = totals()
    expect(run.outcomes.http_error).toBe(run.started)
    expect(run.started).toBeLessThanOrEqual(10 + 6)
  })
})

describe('before the start', () => {
  test('nothing is sent before the start, whatever the server sends', async () => {
    against.serve = (socket) => {
      socket.write('\r\n')
      respondToAll(socket)
    }
    const { load, told, totals } = await against.create({ requests: 10 })
    await vi.waitFor(() => expect(totals().warmup.dataReceived).toBe(4), { timeout: 20_000, interval: 5 })
    expect(totals().warmup).toMatchObject({ started: 0, dataSent: 0 })
    load.start(systemClock.now())
    await waitUntilTold(told, 'drained')
    expect(totals().run).toMatchObject({ started: 10, outcomes: { ok: 10 } })
    expect(load.recorder.inFlight).toBe(0)
  })

  test('a load that is ended while it opens leaves no connection open, and counts none as refused', async () => {
    const { load, told, totals } = await against.open({ requests: 10 })
    expect([load.opened, told]).toEqual([0, []])
    await load.end()
    const { run, connections } = totals()
    expect([load.opened, run.started, connections.refused]).toEqual([0, 0, 0])
    await vi.waitFor(() => expect(against.sockets.every((socket) => socket.destroyed || socket.readableEnded)).toBe(true), {
      timeout: 20_000,
    })
  })

  test('a server that closes a new connection causes no failure, but a closed idle connection', async () => {
    against.serve = (socket) => (against.sockets.length <= 2 ? socket.end() : respondToAll(socket))
    const { load, told, totals } = await against.create({ requests: 10 })
    await vi.waitFor(() => expect([load.opened, against.sockets.length]).toEqual([2, 4]), { timeout: 20_000, interval: 5 })
    load.start(systemClock.now())
    await waitUntilTold(told, 'drained')
    const { run, connections } = totals()
    expect(run).toMatchObject({ started: 10, outcomes: { ok: 10 } })
    expect(connections).toEqual({ ...noConnections(), opened: 4, closedIdle: 2 })
  })
})

describe('connections', () => {
  test('requests after a response with `Connection: close` are closed early, and counted', async () => {
    against.serve = (socket) => socket.on('data', () => socket.end(responseOf('ok', 200, 'Connection: close\r\n')))
    const { load, told, totals } = await against.create({ connections: 1, requests: 7 })
    load.start(systemClock.now())
    await waitUntilTold(told, 'drained')
    const { run, connections } = totals()
    // 3, 3 and 1: the first of each gets a response.
    expect(run).toMatchObject({ started: 7, outcomes: { ok: 3, closed_early: 4 } })
    expect(connections).toMatchObject({ opened: 3, closedAfterResponse: 3, pipelinedAfterClose: 4, closedIdle: 0, refused: 0 })
  })

  test('a limit of responses per connection is found, and avoided by closing the connection before it', async () => {
    against.serve = (socket) => {
      let responded = 0
      socket.on('data', (bytes) => {
        for (const _ of String(bytes).matchAll(/\r\n\r\n/g)) {
          responded += 1
          if (responded < 5) socket.write(responseOf())
          else if (responded === 5) socket.end(responseOf('ok', 200, 'Connection: close\r\n'))
        }
      })
    }
    const lost: number[] = []
    for (const reconnectAfter of [undefined, 5]) {
      const { load, told, totals } = await against.create({ connections: 1, requests: 20 }, { reconnectAfter })
      load.start(systemClock.now())
      await waitUntilTold(told, 'drained')
      const { run, connections } = totals()
      expect(connections.responsesBeforeClose).toEqual(reconnectAfter === undefined ? { least: 5, most: 5 } : null)
      // The fifth response announces that the server closes, even where the load would have closed next; pipelined requests may get no response.
      expect(connections.closedAfterResponse).toBeGreaterThanOrEqual(reconnectAfter === undefined ? 3 : 4)
      lost.push(run.outcomes.closed_early)
    }
    expect(lost).toEqual([expect.toSatisfy((count: number) => count > 0), 0])
  })

  test('a lost server refuses one request for each attempt, and connections that we close count for nothing', async () => {
    const { load, told, totals } = await against.create({ duration: 60e6 })
    against.close()
    load.start(systemClock.now())
    await vi.waitFor(() => expect(load.recorder.failures).toBeGreaterThan(8), { timeout: 20_000, interval: 5 })
    load.stop()
    await load.end()
    const { run, connections } = totals()
    expect(told).toEqual(['ready', 'run end', 'drained'])
    expect(run.outcomes.refused).toBe(connections.refused)
    expect(connections.refused).toBeGreaterThan(2)
    expect(sumOutcomes(run.outcomes)).toBe(run.started)
  })
})

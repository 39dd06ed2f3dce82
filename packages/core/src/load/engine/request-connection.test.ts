import { afterEach, describe, expect, test } from 'vitest'
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

describe('sending', () => {
  test('a connection keeps exactly the pipelined number of requests in flight, however many responses come together', async () => {
    const load = await startLoad({ pipelining: 5 })
    const { last } = load.network
    expect(last.requests).toHaveLength(5)
    for (const [bytes, sent] of [
      [responseOf(), 6],
      [responseOf().repeat(3), 9],
      [responseOf().slice(0, 30), 9],
      [responseOf().slice(30) + responseOf().repeat(4), 14],
    ] as const) {
      load.pass(100)
      last.send(bytes)
      expect(last.requests).toHaveLength(sent)
      expect(load.recorder.inFlight).toBe(5)
    }
  })

  test('with refill batch a connection waits for all responses, then sends the whole pipelined number in one write', async () => {
    const load = await startLoad({ pipelining: 3, refill: 'batch', budget: 8 })
    const { last } = load.network
    for (const [responses, sent] of [
      [2, 3],
      [1, 6],
      [1, 6],
      [2, 8],
      [2, 8],
    ] as const) {
      last.send(responseOf().repeat(responses))
      expect(last.requests).toHaveLength(sent)
    }
    expect([load.recorder.inFlight, load.idles]).toEqual([0, 1])
  })

  test('each connection sends the requests in turn, from the first', async () => {
    const load = await startLoad({ connections: 2, pipelining: 2, requests: [{}, {}, {}] })
    for (const socket of load.network.open) socket.send(responseOf() + responseOf())
    for (const socket of load.network.sockets) {
      expect(socket.requests).toEqual([0, 1, 2, 0].map((index) => `GET /${index} HTTP/1.1`))
    }
  })

  test('all connections together send exactly the budget, and are idle after it', async () => {
    const load = await startLoad({ connections: 3, pipelining: 4, budget: 17 })
    while (load.recorder.inFlight > 0) {
      for (const socket of load.network.open) socket.send(responseOf())
    }
    expect(load.network.sockets.flatMap((socket) => socket.requests)).toHaveLength(17)
    expect(load.idles).toBeGreaterThanOrEqual(3)
    const { run } = load.totals()
    expect([run.started, run.outcomes.ok]).toEqual([17, 17])
  })

  test('a connection sends nothing before the start, whatever the server sends', async () => {
    const load = new MemoryLoad({ pipelining: 3 })
    loads.push(load)
    for (const connection of load.connections) connection.open()
    await load.settle()
    load.network.last.send('\r\n')
    expect(load.network.last.written).toBe('')
    load.begin()
    expect(load.network.last.requests).toHaveLength(3)
    expect(load.recorder.inFlight).toBe(3)
  })

  test('a connection that opens after the start sends at once, and is in flight from then on', async () => {
    const load = new MemoryLoad({ pipelining: 2 })
    loads.push(load)
    load.network.welcome = 'held'
    for (const connection of load.connections) connection.open()
    load.begin()
    load.pass(7000)
    load.network.last.accept()
    load.pass(1000)
    load.network.last.send(responseOf() + responseOf())
    load.stop()
    const { connectTime, inFlightTime, responseTime } = load.totals()
    expect([connectTime.max, inFlightTime, responseTime.max]).toEqual([7000, 2000, 1000])
  })

  test('connections that start one after the other are in flight from their own first send', async () => {
    const load = new MemoryLoad({ connections: 2 })
    loads.push(load)
    for (const connection of load.connections) connection.open()
    await load.settle()
    load.recorder.begin(load.clock.now(), Infinity)
    load.isStarted = true
    for (const connection of load.connections) {
      load.clock.advance(1000)
      connection.fill(load.clock.now())
    }
    load.clock.advance(1000)
    expect(load.totals().inFlightTime).toBe(2000 + 1000)
  })
})

describe('responses', () => {
  test('a response to HEAD ends with its head, even between other responses', async () => {
    const load = await startLoad({ pipelining: 3, requests: [{}, { method: 'HEAD' }, {}] })
    load.network.last.send(responseOf('abc') + responseOf('').replace('Length: 0', 'Length: 1000') + responseOf('abc'))
    const { run } = load.totals()
    expect(run.outcomes.ok).toBe(3)
    expect(load.network.open).toHaveLength(1)
  })

  test('responses that a request did not accept are counted by status, with the status line as the reason', async () => {
    const load = await startLoad({ pipelining: 3, requests: [{ status: [201] }, { status: [201] }, { status: [201] }] })
    load.network.last.send(responseOf('', 201) + responseOf('', 200) + responseOf('', 503))
    const { run, errors } = load.totals()
    expect(run.outcomes).toMatchObject({ ok: 1, check_failed: 1, http_error: 1 })
    expect(run.statuses).toEqual({ 200: 1, 201: 1, 503: 1 })
    expect(errors.map(({ reason }) => reason)).toEqual(['200 Reason', '503 Reason'])
  })

  test.each([
    ['empty, expected so', '', responseOf(''), 1],
    ['empty, expected otherwise', 'x', responseOf(''), 0],
    ['none at all, expected otherwise', 'x', 'HTTP/1.1 204 \r\n\r\n', 0],
    ['chunked', 'hello', 'HTTP/1.1 200 \r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n', 1],
    ['chunked and empty', '', 'HTTP/1.1 200 \r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', 1],
    ['chunked and longer', 'hell', 'HTTP/1.1 200 \r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n', 0],
    ['the start of what is expected', 'hello', responseOf('hell'), 0],
    ['of the same length', 'hello', responseOf('hellx'), 0],
  ])('a body that is %s is judged alike after a match, a mismatch and an empty one', async (_name, body, response, matching) => {
    const requests = [{ body: 'before' }, { body }, { body: 'before' }, { body }, { body: '' }, { body }]
    const others = [responseOf('before'), responseOf('beforx'), responseOf('')]
    const stream = others.map((other) => other + response).join('')
    const load = await startLoad({ pipelining: 6, requests })
    for (let at = 0; at < stream.length; at += 7) load.network.last.send(stream.slice(at, at + 7))
    const { run, errors } = load.totals()
    expect([run.outcomes.ok, run.outcomes.check_failed]).toEqual([2 + 3 * matching, 1 + 3 * (1 - matching)])
    expect(errors).toMatchObject([{ reason: 'unexpected body', count: run.outcomes.check_failed }])
  })

  test('half a body on a broken connection does not affect the next connection', async () => {
    const load = await startLoad({ requests: [{ body: 'hello' }] })
    load.network.last.send(responseOf('hello'))
    load.network.last.send(responseOf('hello').slice(0, -2))
    load.network.last.fail('ECONNRESET')
    await load.settle()
    load.network.last.send(responseOf('hello'))
    expect(load.totals().run.outcomes).toMatchObject({ ok: 2, reset: 1, check_failed: 0 })
  })

  test('a body without a length is complete when the server closes, and in flight until then', async () => {
    const load = await startLoad({ pipelining: 2, requests: [{ body: 'until the end' }] })
    load.pass(1000)
    load.network.last.send('HTTP/1.1 200 OK\r\n\r\nuntil ')
    load.pass(2000)
    load.network.last.send('the end')
    load.pass(3000)
    load.network.last.end()
    expect(load.closings).toMatchObject([{ by: 'server', lost: 1, pipelinedAfterClose: 1, isAnnounced: true }])
    const { run, responseTime, inFlightTime } = load.totals()
    expect(run.outcomes).toMatchObject({ ok: 1, closed_early: 1 })
    expect([responseTime.count, responseTime.max, inFlightTime]).toEqual([1, 6000, 12_000])
  })
})

describe('timeouts', () => {
  test('the oldest request times out, and the requests after it are aborted unless they were due as well', async () => {
    const load = await startLoad({ pipelining: 3 })
    load.pass(60_000)
    load.network.last.send(responseOf())
    load.pass(memoryTimeout - 60_000 + 20_000)
    expect(load.closings).toMatchObject([{ by: 'us', reason: 'request timeout', lost: 3 }])
    const { run, responseTime } = load.totals()
    expect(run.outcomes).toMatchObject({ ok: 1, timeout: 2, aborted: 1 })
    expect([responseTime.min, responseTime.max, responseTime.count]).toEqual([60_000, memoryTimeout, 3])
  })

  test('a response after the timeout comes too late, even if the timeout was not noticed yet', async () => {
    const load = await startLoad()
    load.clock.advance(memoryTimeout)
    load.network.last.send(responseOf())
    const { run, responseTime } = load.totals()
    expect(run.outcomes).toMatchObject({ ok: 0, timeout: 1 })
    expect(run.statuses).toEqual({})
    expect(responseTime.max).toBe(memoryTimeout)
  })

  test('a response a microsecond before the timeout is in time', async () => {
    const load = await startLoad()
    load.clock.advance(memoryTimeout - 1)
    load.network.last.send(responseOf())
    expect(load.totals().run.outcomes).toMatchObject({ ok: 1, timeout: 0 })
  })
})

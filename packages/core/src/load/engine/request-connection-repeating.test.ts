import { afterEach, describe, expect, test } from 'vitest'
import { responseOf, MemoryLoad, type MemoryLoadOptions } from '../../../test/servers/memory-load.ts'

const loads: MemoryLoad[] = []
afterEach(() => {
  for (const load of loads.splice(0)) load.end()
})

/** A load of one connection that has carried a response, with the second request in flight. */
async function startUsed(options: MemoryLoadOptions = {}): Promise<MemoryLoad> {
  const load = new MemoryLoad({ budget: 2, ...options })
  loads.push(load)
  await load.start()
  load.network.last.send(responseOf())
  return load
}

const sentOn = (load: MemoryLoad): number[] => load.network.sockets.map(({ requests }) => requests.length)

describe('a request on a used connection that closes before anything of a response', () => {
  test.each([
    ['closed', (load: MemoryLoad): void => load.network.last.end()],
    ['reset', (load: MemoryLoad): void => load.network.last.fail('ECONNRESET')],
  ])('is sent once more when the connection is %s, and timed from its first send', async (_how, close) => {
    const load = await startUsed()
    load.pass(300)
    close(load)
    load.pass(20)
    await load.settle()
    load.pass(5)
    load.network.last.send(responseOf())
    const { run, responseTime } = load.totals()
    expect(sentOn(load)).toEqual([2, 1])
    expect(run).toMatchObject({ started: 2, retried: 1, outcomes: { ok: 2, closed_early: 0, reset: 0 } })
    expect(responseTime.max).toBe(325)
  })

  test('is sent only once more', async () => {
    const load = await startUsed()
    load.network.last.end()
    await load.settle()
    load.network.last.end()
    await load.settle()
    expect(load.totals().run).toMatchObject({ started: 2, retried: 1, outcomes: { ok: 1, closed_early: 1 } })
    expect(sentOn(load)).toEqual([2, 1])
  })

  test('is refused when no connection opens for it, which counts for no other request', async () => {
    const load = await startUsed({ budget: 3 })
    load.network.welcome = 'refuse'
    load.network.last.end()
    await load.settle()
    const { run } = load.totals()
    expect(run).toMatchObject({ started: 2, retried: 0, outcomes: { ok: 1, refused: 1 } })
  })

  test('is aborted when the load ends before it is sent again', async () => {
    const load = await startUsed()
    load.network.welcome = 'held'
    load.network.last.end()
    expect(load.recorder.inFlight).toBe(1)
    load.end()
    expect([load.recorder.inFlight, load.totals().run.outcomes.aborted]).toEqual([0, 1])
  })

  test('times out counted from its first send', async () => {
    const load = await startUsed({ timeout: 50_000 })
    load.pass(30_000)
    load.network.last.end()
    await load.settle()
    load.pass(40_000)
    const { run, responseTime } = load.totals()
    expect([run.outcomes.timeout, responseTime.max]).toEqual([1, 50_000])
  })

  test.each<[string, MemoryLoadOptions, string]>([
    ['its method is not idempotent', { requests: [{ method: 'POST' }] }, ''],
    ['it may be pipelined', { pipelining: 2, budget: 3 }, ''],
    ['a part of a response has come', {}, 'HTTP/1.1 2'],
    ['an interim response has come', {}, 'HTTP/1.1 103 Early Hints\r\n\r\n'],
  ])('is closed early where %s', async (_why, options, before) => {
    const load = await startUsed(options)
    if (before !== '') load.network.last.send(before)
    load.network.last.end()
    await load.settle()
    const { run } = load.totals()
    expect([run.retried, run.outcomes.closed_early]).toEqual([0, run.started - 1])
  })

  test('is closed early on a connection that was not used before', async () => {
    const load = new MemoryLoad({ budget: 1 })
    loads.push(load)
    await load.start()
    load.network.last.end()
    await load.settle()
    expect(load.totals().run).toMatchObject({ started: 1, retried: 0, outcomes: { closed_early: 1 } })
  })
})

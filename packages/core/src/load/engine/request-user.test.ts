import { afterEach, describe, expect, test } from 'vitest'
import { responseOf, memoryTimeout } from '../../../test/servers/memory-load.ts'
import { MemoryUserLoad, type MemoryUserLoadOptions } from '../../../test/servers/memory-user-load.ts'
import { rateWorkload, usersWorkload } from '../../../test/servers/memory-workloads.ts'
import type { Welcome } from '../../../test/servers/memory-network.ts'
import type { UserWorkload } from '../../model/workload/workload.ts'

const loads: MemoryUserLoad[] = []
afterEach(async () => {
  for (const load of loads.splice(0)) await load.end()
})

async function startLoad(
  workload: UserWorkload,
  options: MemoryUserLoadOptions = {},
  welcome: Welcome = 'accept',
): Promise<MemoryUserLoad> {
  const load = new MemoryUserLoad(workload, options)
  load.network.welcome = welcome
  loads.push(load)
  await load.start()
  return load
}

const interim = 'HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n'

// One user, one iteration at a time, so that the next request shows how the last iteration ended.
const oneUser = usersWorkload(1)
// An iteration each 20 ms.
const arrivals = rateWorkload(50)

describe('its connection', () => {
  test('the time to open a connection is in the response time, and not in the service time', async () => {
    const load = await startLoad(arrivals, {}, 'held')
    await load.pass(15_000)
    load.network.last.accept()
    load.stand(4000)
    load.servers.respondToAll()
    const { responseTime, serviceTime, connectTime, users } = load.totals()
    expect([responseTime.max, serviceTime.max, connectTime.max]).toEqual([19_000, 4000, 15_000])
    expect([users?.timeToFirstByte.max, users?.sendLag.max]).toEqual([4000, 0])
  })

  test.each(['EMFILE', 'ENFILE', 'EADDRNOTAVAIL', 'ENOBUFS', 'ENOMEM', 'EPERM'])(
    'a connection that a limit of this machine keeps from opening causes a local error, and is not refused (%s)',
    async (code) => {
      const load = await startLoad(arrivals, {}, 'held')
      load.network.last.fail(code)
      const { run, users } = load.totals()
      expect(run).toMatchObject({ started: 1, outcomes: { local_error: 1, refused: 0 } })
      expect(users?.failures).toMatchObject([{ reason: code, count: 1 }])
    },
  )

  test('the time to first byte is not the time to the last byte', async () => {
    const load = await startLoad(arrivals)
    load.stand(3000)
    load.network.last.send(responseOf().slice(0, 20))
    load.stand(5000)
    load.network.last.send(responseOf().slice(20))
    const { serviceTime, users } = load.totals()
    expect([users?.timeToFirstByte.max, serviceTime.max]).toEqual([3000, 8000])
  })

  test.each([
    ['in a read of its own', [interim, responseOf()], 5000],
    ['together with the final one', [interim + responseOf()], 3000],
  ])('the time to first byte is not that of an interim response (%s)', async (_, reads, expected) => {
    const load = await startLoad(arrivals)
    load.stand(3000)
    for (const [index, bytes] of reads.entries()) {
      load.stand(index * 2000)
      load.network.last.send(bytes)
    }
    expect(load.totals().users?.timeToFirstByte.max).toBe(expected)
  })

  test('an idle connection that closes is opened again for the next request, without a failure', async () => {
    const load = await startLoad(arrivals)
    await load.respond()
    load.network.last.end()
    await load.pass(19_000)
    expect(load.network.sockets).toHaveLength(1)
    await load.pass(2000)
    await load.respond()
    const { run, connections } = load.totals()
    expect(run).toMatchObject({ started: 2, outcomes: { ok: 2 } })
    expect(connections).toMatchObject({ opened: 2, closedIdle: 1 })
  })

  test('a request whose reused connection closes is sent once more over a new one, without a failure', async () => {
    const load = await startLoad(arrivals)
    await load.respond()
    await load.pass(20_000)
    load.network.last.end()
    await load.pass(1000)
    await load.respond()
    const { run, responseTime } = load.totals()
    expect(run).toMatchObject({ started: 2, retried: 1, outcomes: { ok: 2, closed_early: 0 } })
    expect(responseTime.max).toBe(1000)
    expect(load.network.sockets.map(({ requests }) => requests.length)).toEqual([2, 1])
  })

  test.each([
    ['because it was sent twice', {}, (load: MemoryUserLoad): void => load.network.last.end(), [2, 1]],
    ['because its method is not repeatable', { method: 'POST' }, undefined, [2]],
    ['because an interim response has come', {}, (load: MemoryUserLoad): void => load.network.last.send(interim), [2]],
  ] as const)('a request that must not be sent once more is closed early, %s', async (_, request, before, sent) => {
    const load = await startLoad(rateWorkload(50, { iterations: 2 }), { requests: [request] })
    await load.respond()
    await load.pass(20_000)
    before?.(load)
    await load.pass(1)
    load.network.last.end()
    await load.pass(1)
    const { run, users } = load.totals()
    expect(run).toMatchObject({ started: 2, outcomes: { ok: 1, closed_early: 1 } })
    expect(users?.failures).toMatchObject([{ reason: 'closed before the response', count: 1 }])
    expect(load.network.sockets.map(({ requests }) => requests.length)).toEqual(sent)
  })

  test('a connection is used until a second before its server closes it as idle', async () => {
    const load = await startLoad(rateWorkload(1, { iterations: 3 }))
    load.network.last.send(responseOf('ok', 200, 'Keep-Alive: timeout=3\r\n'))
    await load.pass(1e6, false, 1e6)
    load.network.last.send(responseOf('ok', 200, 'Keep-Alive: max=5, timeout=2\r\n'))
    expect(load.network.sockets).toHaveLength(1)
    await load.pass(1e6, false, 1e6)
    await load.respond()
    expect(load.network.sockets.map(({ requests }) => requests.length)).toEqual([2, 1])
    expect(load.totals().run).toMatchObject({ started: 3, outcomes: { ok: 3 } })
  })

  test('a connection that closes after a response is followed by another one', async () => {
    const load = await startLoad(oneUser)
    load.network.last.send(responseOf('ok', 200, 'Connection: close\r\n'))
    await load.pass(1)
    await load.respond()
    const { run, connections } = load.totals()
    expect(run).toMatchObject({ started: 3, outcomes: { ok: 2, closed_early: 0 } })
    expect(connections).toMatchObject({ opened: 2, closedIdle: 0, pipelinedAfterClose: 0 })
  })

  test('a connection with more bytes than the response is not used again', async () => {
    const load = await startLoad(arrivals)
    load.network.last.send(responseOf() + responseOf('more'))
    expect(load.network.open).toEqual([])
    await load.pass(20_000)
    await load.respond()
    expect(load.totals().run).toMatchObject({ started: 2, outcomes: { ok: 2 } })
    expect(load.network.sockets.map(({ requests }) => requests.length)).toEqual([1, 1])
  })

  test('the connection of a user with a single iteration is closed with the user', async () => {
    const load = await startLoad(rateWorkload(50, { reuseUsers: false }))
    const first = load.network.last
    await load.respond()
    expect(first.isHeld).toBe(false)
    expect(load.load.opened).toBe(0)
  })
})

describe('a target that cannot be reached', () => {
  test('an unreachable target refuses each iteration of an open workload at its time', async () => {
    const load = await startLoad(arrivals, {}, 'refuse')
    await load.pass(90_000)
    const { run, users, errors, connections } = load.totals()
    expect(run).toMatchObject({ started: 5, outcomes: { refused: 5 } })
    expect([users?.created, users?.run.failed, connections.refused]).toEqual([1, 5, 5])
    expect(errors).toMatchObject([{ reason: 'ECONNREFUSED', count: 5 }])
  })

  test('a user of a closed workload retries an unreachable target after 50 ms, 100 ms and so on', async () => {
    const load = await startLoad(oneUser, {}, 'refuse')
    const dials: number[] = []
    for (let time = 0; time < 400; time += 10) {
      dials.push(load.network.sockets.length)
      await load.pass(10_000)
    }
    // The first was before the test, and no iteration.
    expect([0, 4, 14, 34].map((at) => dials[at])).toEqual([1, 1, 2, 3])
    expect(dials.at(-1)).toBe(4)
    expect(load.totals().run).toMatchObject({ outcomes: { refused: 3 } })
  })

  test('a target that does not accept a connection in time has refused it', async () => {
    const load = await startLoad(rateWorkload(50, { maxUsers: 1 }), {}, 'held')
    await load.pass(memoryTimeout + 20_000)
    const { errors, serviceTime } = load.totals()
    expect(errors).toMatchObject([{ reason: 'connect timeout', count: 1 }])
    expect(serviceTime.count).toBe(0)
  })

  test('a target is retried at once after a connection with a response', async () => {
    const load = await startLoad(oneUser)
    await load.respond()
    load.network.last.fail('ECONNRESET')
    await load.pass(1)
    expect(load.network.sockets).toHaveLength(2)
    expect(load.network.last.requests).toHaveLength(1)
  })
})

describe('a response', () => {
  test('a response is judged by its status and its body', async () => {
    const load = await startLoad(oneUser, { requests: [{ body: 'yes' }, { status: [201] }] })
    for (const response of [
      responseOf('yes'),
      responseOf('', 201),
      responseOf('no'),
      responseOf('', 200),
      responseOf('', 503),
      responseOf('', 503),
    ]) {
      load.network.last.send(response)
      await load.pass(1)
    }
    const { run, users, endpoints } = load.totals()
    expect(run.outcomes).toMatchObject({ ok: 2, check_failed: 2, http_error: 2 })
    expect([users?.run.completed, users?.run.failed]).toEqual([2, 4])
    expect(users?.failures.map(({ reason, count }) => `${count} ${reason}`)).toEqual(['2 503 Reason', '1 200 Reason', '1 unexpected body'])
    expect(endpoints.all.map(({ name, started }) => `${name}: ${started}`)).toEqual(['GET /0: 4', 'GET /1: 3'])
  })

  test('a response to HEAD ends with its head', async () => {
    const load = await startLoad(oneUser, { requests: [{ method: 'HEAD' }] })
    for (let responses = 0; responses < 2; responses++) {
      load.network.last.send(responseOf('').replace('Length: 0', 'Length: 1000'))
      await load.pass(1)
    }
    expect(load.totals().run).toMatchObject({ started: 3, outcomes: { ok: 2 } })
  })

  test('the bytes of a response count for its endpoint', async () => {
    const load = await startLoad(oneUser, { requests: [{}, {}] })
    load.network.last.send(responseOf('abc'))
    await load.pass(1)
    load.network.last.send(responseOf('abcdef'))
    const { endpoints, run } = load.totals()
    expect(endpoints.all.map(({ dataReceived }) => dataReceived)).toEqual([responseOf('abc').length, responseOf('abcdef').length])
    expect(run.dataReceived).toBe(responseOf('abc').length + responseOf('abcdef').length)
  })

  test('a response that never comes is a timeout', async () => {
    const load = await startLoad(rateWorkload(50, { iterations: 1 }))
    await load.pass(memoryTimeout + 20_000)
    const { run, responseTime, serviceTime } = load.totals()
    expect(run).toMatchObject({ started: 1, outcomes: { timeout: 1 } })
    expect([responseTime.max, serviceTime.max]).toEqual([memoryTimeout, memoryTimeout])
  })
})

describe('the end of the test', () => {
  test.each<[string, Welcome, number]>([
    ['waits for its connection', 'held', 0],
    ['waits until it may connect again', 'refuse', 60_000],
    ['waits for a response', 'accept', 0],
  ])('the end of a test aborts an iteration that %s, once', async (_name, welcome, time) => {
    const load = await startLoad(oneUser, {}, welcome)
    await load.pass(time)
    const { started, refused } = { started: load.recorder.starts.length, refused: load.network.sockets.length - 1 }
    await load.end()
    const { run, users } = load.totals()
    expect(run.outcomes.aborted).toBe(1)
    expect(run.started).toBe(started)
    expect(users?.aborted).toBe(1)
    expect([users?.run.aborted, users?.run.failed]).toEqual([1, started - 1])
    expect(welcome === 'refuse' ? refused : 1).toBe(1)
  })
})

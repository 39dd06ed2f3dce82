import { afterEach, describe, expect, test } from 'vitest'
import { MemoryUserLoad, type MemoryUserLoadOptions } from '../../../test/servers/memory-user-load.ts'
import { batchWorkload, rateWorkload, usersWorkload } from '../../../test/servers/memory-workloads.ts'
import type { UserWorkload } from '../../model/workload/workload.ts'

const loads: MemoryUserLoad[] = []
afterEach(async () => {
  for (const load of loads.splice(0)) await load.end()
})

function createLoad(workload: UserWorkload, options: MemoryUserLoadOptions = {}): MemoryUserLoad {
  const load = new MemoryUserLoad(workload, options)
  loads.push(load)
  return load
}

describe('what is opened before the test', () => {
  const stairs = {
    from: 2,
    steps: [
      { duration: 0, to: 3 },
      { duration: 1e6, to: 9 },
    ],
  }

  test.each<[string, UserWorkload, number]>([
    ['users', usersWorkload(5), 5],
    ['users that are there from the start', usersWorkload(0, { curve: stairs }), 3],
    ['a batch', batchWorkload(4), 4],
    ['a rate, which has none beforehand,', rateWorkload(1000), 0],
  ])('the connections of %s are opened before the test', async (_name, workload, connections) => {
    const load = createLoad(workload)
    await load.prepare()
    expect([load.network.open.length, load.load.opened]).toEqual([connections, connections])
    expect(load.network.sockets.flatMap(({ requests }) => requests)).toEqual([])
  })

  test('the connections of this thread are opened before the test, no more than 256 at a time', async () => {
    const load = createLoad(usersWorkload(601), { worker: 0, workers: 2 })
    load.network.welcome = 'held'
    await load.prepare()
    expect(load.network.sockets).toHaveLength(256)
    for (const socket of load.network.sockets.slice(0, 10)) socket.accept()
    for (const socket of load.network.sockets.slice(10, 20)) socket.fail('ECONNREFUSED')
    expect(load.network.sockets).toHaveLength(256 + 20)
    load.network.welcome = 'accept'
    for (const socket of load.network.sockets) socket.accept()
    await load.prepared
    expect(load.network.sockets).toHaveLength(301)
    expect(load.load.opened).toBe(291)
  })

  test('the connections that were opened before the test are those that users send over', async () => {
    const load = createLoad(usersWorkload(3))
    await load.prepare()
    const sockets = [...load.network.sockets]
    load.begin()
    expect(load.network.sockets).toEqual(sockets)
    expect(sockets.map(({ requests }) => requests.length)).toEqual([1, 1, 1])
  })
})

describe('several requests', () => {
  const requests = [{}, {}, {}]
  const paths = (load: MemoryUserLoad): string => load.recorder.sent.map((name) => name.at(-1)).join('')

  test('users send several requests in turn', async () => {
    const load = createLoad(rateWorkload(100), { requests })
    await load.start()
    await load.pass(75_000, true)
    expect(paths(load)).toBe('01201201')
  })

  test('users send several requests shuffled, each equally often', async () => {
    const load = createLoad(rateWorkload(1000, { iterations: 90, warmup: 7000 }), { requests, order: 'shuffled' })
    await load.start()
    await load.pass(200_000, true)
    const sent = paths(load)
    expect(sent.slice(0, 7)).toBe('0120120')
    expect(sent.slice(7)).not.toContain('012012012012')
    expect(['0', '1', '2'].map((path) => sent.slice(7).split(path).length - 1)).toEqual([30, 30, 30])
  })

  test('users send requests one after another by the number of iterations, or by the time with a duration', async () => {
    const counted = createLoad(usersWorkload(2, { warmup: 10_000, iterations: { of: 'user', count: 6 } }), {
      requests,
      order: 'one-after-another',
    })
    await counted.start()
    await counted.pass(100_000, true)
    expect(paths(counted)).toBe('01000011112222')
    const timed = createLoad(rateWorkload(10), { requests, order: 'one-after-another' })
    await timed.start()
    await timed.pass(1.1e6, true)
    expect(paths(timed)).toBe('0000111222')
  })

  test('a single request has no figures apart from its scenario', async () => {
    const load = createLoad(rateWorkload(100))
    await load.start()
    await load.pass(50_000, true)
    expect(load.totals().endpoints.all).toEqual([])
  })
})

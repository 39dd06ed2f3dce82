import { afterEach, expect, test } from 'vitest'
import { responseOf } from '../../../test/servers/memory-load.ts'
import { InstantUsers } from '../../../test/servers/instant-users.ts'
import { MemoryUserLoad, type MemoryUserLoadOptions } from '../../../test/servers/memory-user-load.ts'
import { rateWorkload } from '../../../test/servers/memory-workloads.ts'
import type { RateWorkload } from '../../model/workload/workload.ts'

const loads: MemoryUserLoad[] = []
afterEach(async () => {
  for (const load of loads.splice(0)) await load.end()
})

async function startLoad(workload: RateWorkload, options: MemoryUserLoadOptions = {}): Promise<{ load: MemoryUserLoad; start: number }> {
  const load = new MemoryUserLoad(workload, options)
  loads.push(load)
  return { load, start: await load.start() }
}

/** Times as whole microseconds from the start. */
const since = (start: number, times: readonly number[]): number[] => times.map((time) => Math.round(time - start))

test('iterations start at their planned times, whether or not responses have come', async () => {
  const { load, start } = await startLoad(rateWorkload(100))
  await load.pass(55_000)
  expect(since(start, load.recorder.planned)).toEqual([0, 10_000, 20_000, 30_000, 40_000, 50_000])
  expect(load.recorder.starts).toEqual(load.recorder.planned)
  expect(load.network.open).toHaveLength(6)
})

test('an iteration uses the user that was freed last, and a new user only when none is free', async () => {
  const { load } = await startLoad(rateWorkload(100))
  await load.pass(25_000)
  const [first, second, third] = load.network.sockets
  for (const socket of [first, third, second]) socket?.send(responseOf())
  await load.pass(20_000)
  expect(load.network.sockets.map((socket) => socket.requests.length)).toEqual([1, 2, 2])
  await load.pass(20_000)
  expect(load.network.sockets.map((socket) => socket.requests.length)).toEqual([2, 2, 2, 1])
  expect(load.recorder.users).toBe(4)
})

test('without reuse each arrival has its own user, which leaves after its iteration', async () => {
  const { load } = await startLoad(rateWorkload(100, { reuseUsers: false }))
  await load.pass(195_000, true)
  const { users } = load.totals()
  expect([users?.created, users?.completed, users?.run.completed]).toEqual([20, 20, 20])
  expect(load.network.sockets).toHaveLength(20)
  expect(load.network.open).toEqual([])
})

test.each([
  [false, [1, 3, 5, 7]],
  [true, [1]],
])('users of an open workload are numbered over all threads; with reuse: %s', async (reuseUsers, left) => {
  const source = new InstantUsers()
  const { load } = await startLoad(rateWorkload(100, { reuseUsers, iterations: 8 }), { worker: 1, workers: 2, source: () => source })
  await load.pass(100_000)
  expect(source.iterations.map(({ globalIndex }) => globalIndex)).toEqual([1, 3, 5, 7])
  expect(source.left).toEqual(left)
})

test('a user that cannot continue leaves, and another takes its place', async () => {
  const source = new InstantUsers(3)
  const { load } = await startLoad(rateWorkload(100, { maxUsers: 1, iterations: 8 }), { source: () => source })
  await load.pass(100_000)
  expect(source.left).toEqual([0, 1, 2])
  expect(load.recorder.dropped).toEqual([])
  expect(load.told).toEqual(['run end', 'drained'])
})

test('iterations that are due while all users are busy are dropped, and belong to the phase in which they were due', async () => {
  const { load, start } = await startLoad(rateWorkload(100, { maxUsers: 3, warmup: 50_000 }))
  await load.pass(75_000)
  expect(since(start, load.recorder.planned)).toEqual([0, 10_000, 20_000])
  expect(since(start, load.recorder.dropped)).toEqual([30_000, 40_000, 50_000, 60_000, 70_000])
  load.servers.respondToAll()
  await load.pass(10_000)
  expect(since(start, load.recorder.planned)).toEqual([0, 10_000, 20_000, 80_000])
  const { warmup, run, users } = load.totals()
  expect([warmup.started, warmup.dropped, run.started, run.dropped]).toEqual([3, 2, 1, 3])
  expect([users?.warmup.dropped, users?.run.dropped]).toEqual([2, 3])
})

test('a thread that was held up starts every due iteration, and the send lag shows how late it was', async () => {
  const { load, start } = await startLoad(rateWorkload(100))
  await load.pass(5000)
  await load.block(80_000)
  expect(since(start, load.recorder.planned)).toEqual([0, 10_000, 20_000, 30_000, 40_000, 50_000, 60_000, 70_000, 80_000])
  load.servers.respondToAll()
  const { users, responseTime, serviceTime } = load.totals()
  expect([users?.sendLag.count, users?.sendLag.max]).toEqual([9, 75_000])
  expect([responseTime.min, responseTime.max]).toEqual([5000, 85_000])
  // All but the first were sent when the thread continued.
  expect([serviceTime.count, serviceTime.percentile(80), serviceTime.max]).toEqual([9, 0, 85_000])
})

test('a thread that was held up over the end of the run phase still starts iterations that were due before', async () => {
  const { load } = await startLoad(rateWorkload(100))
  await load.pass(900_000, true)
  await load.block(500_000)
  expect(load.recorder.planned).toHaveLength(100)
  expect(load.told).toEqual(['run end'])
})

test('a response that arrives when an iteration is due starts it at once, before the alarm rings', async () => {
  const { load, start } = await startLoad(rateWorkload(100))
  await load.pass(5000)
  load.stand(30_000)
  expect(load.recorder.planned).toHaveLength(1)
  load.servers.respondToAll()
  expect(since(start, load.recorder.planned)).toEqual([0, 10_000, 20_000, 30_000])
  await load.pass(9000)
  expect(since(start, load.recorder.planned)).toEqual([0, 10_000, 20_000, 30_000, 40_000])
})

test.each([1, 2, 4])('the schedule of one thread is the same when %d threads share it, request by request', async (workers) => {
  const workload = rateWorkload(200, { arrivals: 'poisson', warmup: 100_000, iterations: 60 })
  const planned: [time: number, request: string][] = []
  for (let worker = 0; worker < workers; worker++) {
    const { load, start } = await startLoad(workload, { worker, workers, requests: [{}, {}, {}], order: 'shuffled' })
    await load.pass(1e6, true)
    const requests = load.network.sockets.flatMap((socket) => socket.requests)
    expect(requests).toHaveLength(load.recorder.planned.length)
    planned.push(
      ...load.recorder.planned.map((time, index): [number, string] => [Math.round(time - start), load.recorder.sent[index] ?? '']),
    )
  }
  planned.sort(([one], [other]) => one - other)
  const { load, start } = await startLoad(workload, { requests: [{}, {}, {}], order: 'shuffled' })
  await load.pass(1e6, true)
  const times = since(start, load.recorder.planned)
  expect(planned.map(([time]) => time)).toEqual(times)
  const run = times.findIndex((time) => time >= 100_000)
  expect(planned.slice(run).map(([, request]) => request)).toEqual(load.recorder.sent.slice(run))
})

test('a number of iterations ends the load when the last one has started, and it drains when that has ended', async () => {
  const { load } = await startLoad(rateWorkload(100, { iterations: 5 }))
  await load.pass(39_000)
  expect(load.told).toEqual([])
  await load.pass(2000)
  expect(load.told).toEqual(['run end'])
  load.servers.respondToAll()
  expect(load.told).toEqual(['run end', 'drained'])
  expect(load.network.open).toEqual([])
})

test('nothing starts before the delay of the scenario is over', async () => {
  const { load, start } = await startLoad(rateWorkload(100, { startAfter: 200_000 }))
  await load.pass(199_000)
  expect(load.recorder.planned).toEqual([])
  await load.pass(15_000)
  expect(since(start, load.recorder.planned)).toEqual([200_000, 210_000])
})

test.each([
  [400_000, 1, ['run end', 'drained']],
  [Infinity, 61, []],
])(
  'a thread with a patience of %d microseconds that stood still for 600,000 has started %d iterations',
  async (patience, started, told) => {
    const { load } = await startLoad(rateWorkload(100), { source: () => new InstantUsers(), patience })
    await load.block(600_000)
    expect(load.totals().users?.run.started).toBe(started)
    expect(load.told).toEqual(told)
  },
)

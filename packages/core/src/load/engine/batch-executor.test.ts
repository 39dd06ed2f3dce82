import { afterEach, expect, test } from 'vitest'
import { InstantUsers } from '../../../test/servers/instant-users.ts'
import { MemoryUserLoad, type MemoryUserLoadOptions } from '../../../test/servers/memory-user-load.ts'
import { batchWorkload } from '../../../test/servers/memory-workloads.ts'
import type { BatchWorkload } from '../../model/workload/workload.ts'

const loads: MemoryUserLoad[] = []
afterEach(async () => {
  for (const load of loads.splice(0)) await load.end()
})

async function startLoad(workload: BatchWorkload, options: MemoryUserLoadOptions = {}): Promise<MemoryUserLoad> {
  const load = new MemoryUserLoad(workload, options)
  loads.push(load)
  await load.start()
  return load
}

const sentBy = (load: MemoryUserLoad): number[] => load.network.sockets.map((socket) => socket.requests.length)

test('the next batch starts when the last iteration of a batch has ended, over the same connections', async () => {
  const load = await startLoad(batchWorkload(3))
  expect(sentBy(load)).toEqual([1, 1, 1])
  const [first, second, third] = load.network.sockets
  await load.respond(second)
  await load.respond(first)
  await load.pass(30_000)
  expect(sentBy(load)).toEqual([1, 1, 1])
  await load.respond(third)
  expect(sentBy(load)).toEqual([2, 2, 2])
})

test('a failed iteration has ended, too, so that the next batch starts', async () => {
  const load = await startLoad(batchWorkload(2))
  load.network.sockets[0]!.fail('ECONNRESET')
  load.network.sockets[1]!.send('SSH-2.0\r\n')
  await load.pass(100_000)
  expect(load.recorder.starts).toHaveLength(4)
})

test('a number of iterations ends the load with a smaller last batch', async () => {
  const load = await startLoad(batchWorkload(4, { iterations: 10 }))
  await load.respond()
  expect([sentBy(load), load.recorder.users, load.told]).toEqual([[2, 2, 2, 2], 4, []])
  await load.respond()
  expect(sentBy(load)).toEqual([3, 3, 2, 2])
})

test('a user that is not needed for the last batch leaves before the end', async () => {
  const load = await startLoad(batchWorkload(4, { iterations: 6 }))
  await load.respond()
  expect([load.recorder.users, load.told]).toEqual([2, ['run end']])
  await load.respond()
  expect([load.recorder.users, load.told]).toEqual([0, ['run end', 'drained']])
})

test('threads share a batch, and each waits for its own part', async () => {
  const counts: number[] = []
  for (const worker of [0, 1, 2]) {
    const load = await startLoad(batchWorkload(2, { iterations: 9 }), { worker, workers: 3 })
    await load.pass(100_000, true, 1000)
    counts.push(load.recorder.starts.length)
    expect(load.told).toEqual(['run end', 'drained'])
  }
  expect(counts).toEqual([5, 4, 0])
})

test('the warm-up does not count for the number of iterations', async () => {
  const load = await startLoad(batchWorkload(2, { warmup: 30_000, iterations: 4 }))
  await load.pass(100_000, true)
  const { users } = load.totals()
  expect([users?.warmup.completed, users?.run.completed]).toEqual([6, 4])
})

test('batches that wait for nothing let the event loop turn', async () => {
  const source = new InstantUsers()
  const load = await startLoad(batchWorkload(5, { iterations: 20_000 }), { source: () => source })
  for (let waited = 0; waited < 10_000 && !load.told.includes('drained'); waited++) await load.pass(1)
  expect([source.iterations.length, load.told]).toEqual([20_000, ['run end', 'drained']])
})

test('a batch load continues with the users that can, and ends when none can', async () => {
  const source = new InstantUsers(2)
  const load = await startLoad(batchWorkload(3), { source: () => source })
  for (let turns = 0; turns < 5; turns++) await load.pass(1)
  expect([source.iterations.length, load.told]).toEqual([6, ['run end', 'drained']])
})

test('after a batch without any response the next one waits, counted from the start of the batch', async () => {
  const source = new InstantUsers(Infinity, (done) => done < 4 || done === 5)
  const load = await startLoad(batchWorkload(2, { iterations: 12 }), { source: () => source })
  const start = load.clock.now()
  await load.pass(500_000, false, 1000)
  const starts = source.iterations.filter((_, index) => index % 2 === 0).map(({ plannedAt }) => plannedAt - start)
  expect(starts.slice(0, 4)).toEqual([0, 50_000, 150_000, 350_000])
  expect((starts[5] ?? 0) - (starts[4] ?? 0)).toBe(50_000)
})

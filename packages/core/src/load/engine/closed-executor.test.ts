import { afterEach, describe, expect, test } from 'vitest'
import { InstantUsers } from '../../../test/servers/instant-users.ts'
import { MemoryUserLoad, type MemoryUserLoadOptions } from '../../../test/servers/memory-user-load.ts'
import { usersWorkload } from '../../../test/servers/memory-workloads.ts'
import type { SecondsTotals } from '../../measure/recorder/series-totals.ts'
import { constantCurve } from '../../model/workload/load-curve.ts'
import type { UsersWorkload } from '../../model/workload/workload.ts'

const loads: MemoryUserLoad[] = []
afterEach(async () => {
  for (const load of loads.splice(0)) await load.end()
})

async function startLoad(workload: UsersWorkload, options: MemoryUserLoadOptions = {}): Promise<MemoryUserLoad> {
  const load = new MemoryUserLoad(workload, options)
  loads.push(load)
  await load.start()
  return load
}

describe('one iteration after the other', () => {
  test('each user starts its next iteration when the last one has ended, over the same connection', async () => {
    const load = await startLoad(usersWorkload(3))
    expect(load.network.sockets.map((socket) => socket.requests.length)).toEqual([1, 1, 1])
    const [first, second] = load.network.sockets
    for (let responses = 0; responses < 4; responses++) await load.respond(first)
    await load.respond(second)
    expect(load.network.sockets.map((socket) => socket.requests.length)).toEqual([5, 2, 1])
    expect(load.recorder.planned).toEqual(load.recorder.starts)
  })

  test('with a pacing an iteration starts no earlier than this after the start of the last one, and at once when that took longer', async () => {
    const load = await startLoad(usersWorkload(1, { pacing: 30_000 }))
    const start = load.clock.now()
    await load.pass(10_000, true)
    await load.pass(25_000)
    await load.pass(35_000)
    await load.respond()
    await load.pass(10_000)
    expect(load.recorder.starts.map((time) => time - start)).toEqual([0, 30_000, 70_000])
  })

  test('a pacing counts from when an iteration was due, however late the thread started it', async () => {
    const load = await startLoad(usersWorkload(1, { pacing: 30_000 }))
    const start = load.clock.now()
    await load.pass(25_000, true)
    await load.block(12_000)
    await load.respond()
    await load.pass(30_000, true)
    expect(load.recorder.starts.map((time) => time - start)).toEqual([0, 37_000, 60_000])
  })

  test('after iterations without a response each user waits like a connection that cannot be opened, from the start of the last one', async () => {
    const source = new InstantUsers(Infinity, (done) => done !== 7 && done < 10)
    const load = await startLoad(usersWorkload(1, { pacing: 20_000, iterations: { of: 'run', count: 12 } }), { source: () => source })
    const start = load.clock.now()
    await load.pass(4_000_000)
    const gaps = source.iterations.map(({ plannedAt }, index, all) => plannedAt - (all[index - 1]?.plannedAt ?? start))
    expect(gaps).toEqual([0, 50, 100, 200, 400, 800, 1000, 20, 50, 100, 20, 20].map((wait) => wait * 1000))
  })

  test('a load that is stopped twice stops once, and unfinished iterations get no more time', async () => {
    const load = await startLoad(usersWorkload(2))
    await load.pass(10_000)
    load.load.stop()
    await load.pass(40_000)
    expect(load.told).toEqual(['run end'])
    load.load.stop()
    await load.pass(10_000)
    expect([load.told, load.recorder.users]).toEqual([['run end', 'drained'], 0])
  })

  test('a load whose thread was held up at its end was under way until that end', async () => {
    const load = await startLoad(usersWorkload(2))
    await load.pass(10_000)
    const heldUpFrom = load.clock.now()
    load.load.recorder.take(heldUpFrom)
    load.stand(800_000)
    load.load.stop(heldUpFrom + 300_000)
    const { inFlightTime, users } = load.load.recorder.take(load.clock.now())
    expect([inFlightTime, users?.busy]).toEqual([600_000, 600_000])
  })

  test('a user that waits after iterations without a response leaves at the end of the run', async () => {
    const source = new InstantUsers(Infinity, () => true)
    const load = await startLoad(usersWorkload(2), { source: () => source })
    await load.pass(500_000)
    load.load.stop()
    expect([source.left, load.told]).toEqual([
      [0, 1],
      ['run end', 'drained'],
    ])
  })

  test('iterations that wait for nothing let the event loop turn, and do not pile up on the stack', async () => {
    const source = new InstantUsers()
    const load = await startLoad(usersWorkload(2, { iterations: { of: 'run', count: 50_000 } }), { source: () => source })
    for (let waited = 0; waited < 40_000 && !load.told.includes('drained'); waited++) await load.pass(1)
    expect(load.told).toEqual(['run end', 'drained'])
    expect(source.iterations).toHaveLength(50_000)
  })

  test('an iteration that ends in the turn of its start is followed by one at once, and by more after a turn of the event loop', async () => {
    const source = new InstantUsers()
    const load = await startLoad(usersWorkload(1, { iterations: { of: 'run', count: 5 } }), { source: () => source })
    expect(source.iterations).toHaveLength(2)
    while (!load.told.includes('drained')) await load.pass(1)
    expect(source.iterations).toHaveLength(5)
  })

  test('iterations of a closed workload are numbered over all threads', async () => {
    const source = new InstantUsers(3)
    const load = await startLoad(usersWorkload(4), { source: () => source, worker: 1, workers: 2 })
    for (let turns = 0; turns < 5; turns++) await load.pass(1)
    expect(source.iterations.map(({ globalIndex }) => globalIndex)).toEqual([1, 3, 5, 7, 9, 11])
    expect(source.left).toEqual([1, 3])
  })
})

describe('counts', () => {
  test('with a number of iterations for each user a fast user does no more than a slow one', async () => {
    const load = await startLoad(usersWorkload(2, { iterations: { of: 'user', count: 3 } }))
    const [fast, slow] = load.network.sockets
    for (let responses = 0; responses < 5; responses++) await load.respond(fast)
    expect([fast?.requests.length, slow?.requests.length, load.recorder.users]).toEqual([3, 1, 1])
    for (let responses = 0; responses < 3; responses++) await load.respond(slow)
    expect([slow?.requests.length, load.told]).toEqual([3, ['run end', 'drained']])
  })

  test('with a number of iterations for all users a fast user does what a slow one does not', async () => {
    const load = await startLoad(usersWorkload(2, { iterations: { of: 'run', count: 6 } }))
    const [fast, slow] = load.network.sockets
    for (let responses = 0; responses < 5; responses++) await load.respond(fast)
    expect([fast?.requests.length, slow?.requests.length]).toEqual([5, 1])
    expect(load.told).toEqual(['run end'])
    await load.respond()
    expect(load.told).toEqual(['run end', 'drained'])
  })

  test('the warm-up does not count for the number of iterations of users', async () => {
    const load = await startLoad(usersWorkload(1, { warmup: 50_000, iterations: { of: 'user', count: 4 } }))
    for (let waited = 0; waited < 12; waited++) await load.pass(10_000, true)
    const { users } = load.totals()
    expect([users?.warmup.completed, users?.run.completed, load.told]).toEqual([5, 4, ['run end', 'drained']])
  })

  test('threads share a number of iterations in proportion to their users', async () => {
    const counts: number[] = []
    for (const worker of [0, 1]) {
      const load = await startLoad(usersWorkload(3, { iterations: { of: 'run', count: 30 } }), { worker, workers: 2 })
      await load.pass(500_000, true, 1000)
      counts.push(load.recorder.starts.length)
    }
    expect(counts).toEqual([20, 10])
  })

  test('a thread without users has nothing to do', async () => {
    const load = await startLoad(usersWorkload(1, { iterations: { of: 'run', count: 5 } }), { worker: 1, workers: 2 })
    expect(load.told).toEqual(['run end', 'drained'])
  })
})

describe('users come and go', () => {
  const ramp = {
    from: 0,
    steps: [
      { duration: 40_000, to: 10 },
      { duration: 40_000, to: 10 },
      { duration: 40_000, to: 0 },
    ],
  }

  test('users join and leave by the level, and end their iterations before they leave', async () => {
    const load = await startLoad(usersWorkload(0, { curve: ramp }))
    await load.pass(21_000)
    expect(load.recorder.users).toBe(5)
    await load.pass(3000)
    expect(load.recorder.users).toBe(6)
    await load.pass(56_000, true)
    expect(load.recorder.users).toBe(10)
    await load.pass(23_000)
    expect(load.recorder.users).toBe(10)
    await load.respond()
    expect(load.recorder.users).toBe(4)
    const { users } = load.totals()
    expect([users?.created, users?.completed, users?.run.aborted]).toEqual([10, 6, 0])
  })

  test('the number of users is the level in each second, even within a second', async () => {
    const steps = [
      { duration: 1_500_000, to: 2 },
      { duration: 0, to: 6 },
      { duration: 2_000_000, to: 6 },
    ]
    const load = await startLoad(usersWorkload(0, { curve: { from: 2, steps } }))
    await load.pass(4_000_000, true, 100_000)
    const { users, inFlightSeconds } = load.totals()
    const meansOf = (seconds: SecondsTotals | undefined): unknown => [0, 1, 2].map((second) => seconds?.meanOf(second))
    expect([meansOf(users?.userSeconds), meansOf(inFlightSeconds)]).toEqual([
      [2, 4, 6],
      [2, 4, 6],
    ])
  })

  test('a user that should have joined while the thread stood still until the end does not join any more', async () => {
    const load = await startLoad(usersWorkload(0, { curve: { from: 0, steps: [{ duration: 40_000, to: 10 }] } }))
    await load.pass(37_000)
    expect(load.recorder.users).toBe(9)
    await load.block(5000)
    await load.respond()
    const { users } = load.totals()
    expect([load.told, users?.created, users?.run.completed]).toEqual([['run end', 'drained'], 9, 9])
  })

  test('a user that should join again before it has left stays', async () => {
    const dip = {
      from: 2,
      steps: [
        { duration: 10_000, to: 2 },
        { duration: 0, to: 1 },
        { duration: 10_000, to: 1 },
        { duration: 0, to: 2 },
        { duration: 100_000, to: 2 },
      ],
    }
    const load = await startLoad(usersWorkload(2, { curve: dip }))
    await load.pass(15_000)
    await load.pass(10_000)
    await load.respond()
    expect(load.network.sockets.map((socket) => socket.requests.length)).toEqual([2, 2])
    expect(load.totals().users?.created).toBe(2)
  })

  test('a level of 0 does not end the load while the duration runs', async () => {
    const late = {
      from: 0,
      steps: [
        { duration: 50_000, to: 0 },
        { duration: 0, to: 2 },
        { duration: 50_000, to: 2 },
      ],
    }
    const load = await startLoad(usersWorkload(0, { curve: late }))
    await load.pass(49_000)
    expect([load.told, load.recorder.starts]).toEqual([[], []])
    await load.pass(2000)
    expect(load.recorder.starts).toHaveLength(2)
  })

  test('users that cannot continue end the load when none is left', async () => {
    const source = new InstantUsers(2)
    const load = await startLoad(usersWorkload(3), { source: () => source })
    for (let turns = 0; turns < 5; turns++) await load.pass(1)
    expect([source.iterations.length, source.left, load.told]).toEqual([6, [0, 1, 2], ['run end', 'drained']])
  })

  test('a user that waits for its pacing leaves at once when the load stops', async () => {
    const load = await startLoad(usersWorkload(1, { pacing: 500_000, curve: constantCurve(1, 100_000) }))
    await load.pass(100_000, true)
    expect(load.told).toEqual(['run end', 'drained'])
  })
})

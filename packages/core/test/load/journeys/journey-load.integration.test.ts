import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../../src/base/clock/clock.ts'
import type { UserShare } from '../../../src/load/engine/scenario-share.ts'
import { UserLoad } from '../../../src/load/engine/user-load.ts'
import { outcomeIndex } from '../../../src/model/metrics/outcome.ts'
import type { ScenarioSnapshot } from '../../../src/measure/recorder/snapshot.ts'
import { feed } from '../../../src/load/user/feed/feed.ts'
import { path } from '../../../src/load/user/http/http-client.ts'
import { journey } from '../../../src/load/user/journey.ts'
import type { UsersWorkload } from '../../../src/model/workload/workload.ts'
import { createThread, inline, serve, shareOf } from './journey-fixture.ts'
import { unpackSeries } from '../../measure/recorder/unpack-series.ts'

type JourneySnapshot = ScenarioSnapshot & { readonly users: NonNullable<ScenarioSnapshot['users']> }

/** Runs a load from its start until it is drained, and returns all that was recorded. */
async function runLoad(share: UserShare, stopAfter?: Promise<unknown>): Promise<JourneySnapshot> {
  const [ready, drained] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const load = await UserLoad.create(share, createThread(), Buffer.alloc(65_536), {
    onReady: ready.resolve,
    onRunEnd: () => undefined,
    onDrained: drained.resolve,
    onBailout: () => undefined,
  })
  onTestFinished(async () => await load.end())
  await ready.promise
  load.start(systemClock.now())
  void stopAfter?.then(() => load.stop())
  await drained.promise
  const snapshot = load.recorder.take(systemClock.now())
  if (snapshot.users === undefined) throw new Error('there is nothing of users')
  return { ...snapshot, users: snapshot.users }
}

function closed(users: number, over: Partial<UsersWorkload> = {}): UsersWorkload {
  const curve = { from: users, steps: [{ duration: Infinity, to: users }] }
  return { kind: 'users', startAfter: 0, warmup: 0, gracefulStop: 1e6, curve, iterations: { of: 'user', count: 1 }, pacing: 0, ...over }
}

test('a shop: each user logs in once, browses and buys with a row of its own; server and result agree', async () => {
  const seen = new Map<string, number>()
  const port = await serve((request, response) => {
    const name = `${request.method} ${request.url?.replaceAll(/\d+/g, '{id}')}`
    seen.set(name, (seen.get(name) ?? 0) + 1)
    if (request.url === '/login') response.setHeader('Set-Cookie', 'session=1')
    else if (request.headers.cookie !== 'session=1') response.statusCode = 401
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify([{ id: 17 }]))
  })
  const accounts = feed(
    Array.from({ length: 10 }, (_, index) => ({ name: `user${index}` })),
    { mode: 'unique', name: 'shop accounts' },
  )
  const names: string[] = []
  const shop = journey(async ({ http, check, group, metrics }) => {
    const items = await http.get('/items')
    check('signed in', items.ok)
    const [item] = items.json<{ id: number }[]>()
    await group('buy', async () => await http.post(path`/items/${item?.id ?? 0}/buy`, { json: { amount: 1 } }))
    metrics['bids']?.add()
  })
  const login = inline(shop, {
    beforeUser: async ({ user, http }) => {
      const { name } = accounts.next(user)
      names.push(name)
      await http.post('/login', { json: { name } })
    },
  })
  const { users, run, endpoints } = await runLoad(
    shareOf(port, [login], { workload: closed(10, { iterations: { of: 'user', count: 4 } }) }),
  )
  expect(new Set(names).size).toBe(10)
  expect(users).toMatchObject({ created: 10, completed: 10, failed: 0, aborted: 0, run: { started: 40, completed: 40 } })
  expect(users.checks).toEqual([{ name: 'signed in', passed: 40, failed: 0 }])
  expect(users.groups).toMatchObject([{ name: 'buy', duration: { count: 40 } }])
  expect(users.metrics).toEqual([{ name: 'bids', type: 'counter', count: 40 }])
  expect(users.feeds).toMatchObject([{ name: 'shop accounts', rows: 10 }])
  expect(run.started).toBe(90)
  expect(run.outcomes[outcomeIndex.ok]).toBe(90)
  expect(new Map(unpackSeries(endpoints).map(({ name, started }) => [name, started]))).toEqual(seen)
})

test('journeys that wait for nothing leave the thread to others, and end when the run does', async () => {
  let isOver = false
  let count = 0
  const others = new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      if (count <= 10) return
      clearInterval(timer)
      isOver = true
      resolve()
    }, 5)
  })
  const share = shareOf(1, [inline(() => void (count += 1))], { workload: closed(3, { iterations: undefined }) })
  const { users } = await runLoad(share, others)
  expect(isOver).toBe(true)
  expect(users.run).toMatchObject({ started: count, completed: count, failed: 0, aborted: 0 })
})

test('a journey that throws each time fails its iterations with the reason, and the run continues', async () => {
  const share = shareOf(1, [inline(() => Promise.reject(new Error('sold out')))], {
    workload: closed(2, { iterations: { of: 'user', count: 5 } }),
  })
  const { users } = await runLoad(share)
  expect(users).toMatchObject({ created: 2, failed: 2, run: { started: 10, failed: 10 } })
  expect(users.failures).toMatchObject([{ reason: 'sold out', count: 10 }])
})

test('iterations under way after the graceful stop are aborted, and each is counted once', async () => {
  const arrived = Promise.withResolvers<void>()
  let requests = 0
  const port = await serve(() => {
    requests += 1
    if (requests === 5) arrived.resolve()
  })
  const share = shareOf(port, [inline(async ({ http }) => void (await http.get('/slow')))], {
    workload: closed(5, { iterations: undefined, gracefulStop: 1000 }),
  })
  const { users, run } = await runLoad(share, arrived.promise)
  expect(users).toMatchObject({ created: 5, aborted: 5, run: { started: 5, aborted: 5, completed: 0, failed: 0 } })
  expect(run.started).toBe(5)
  expect(run.outcomes[outcomeIndex.aborted]).toBe(5)
  expect(run.outcomes.reduce((sum, count) => sum + count, 0)).toBe(run.started)
})

test('the run ends when the rows of its feed are used up, and each was used once', async () => {
  const tickets = feed(
    Array.from({ length: 25 }, (_, index) => index),
    { mode: 'unique', name: 'load tickets' },
  )
  const used: number[] = []
  const sell = journey(async ({ user, think }) => {
    used.push(tickets.next(user))
    await think('1ms')
  })
  const { users } = await runLoad(shareOf(1, [inline(sell)], { workload: closed(4, { iterations: undefined }) }))
  expect(used.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 25 }, (_, index) => index))
  expect(users.run).toMatchObject({ started: 29, completed: 25, aborted: 4, failed: 0 })
})

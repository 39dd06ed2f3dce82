import { describe, expect, test } from 'vitest'
import { DrivenUsers, inline, serve } from '../../../test/load/journeys/journey-fixture.ts'
import { feed } from '../user/feed/feed.ts'
import { journey, type Journey } from '../user/journey.ts'

const completed = { end: 'completed', reason: undefined, stops: false }
const aborted = { end: 'aborted', reason: undefined, stops: true }

describe('an iteration ends', () => {
  test('an iteration has completed when its journey returns or resolves', async () => {
    const users = await DrivenUsers.create([inline(() => undefined)])
    expect(await users.iterate(users.user(7))).toEqual({ user: 7, ...completed })
    const later = await DrivenUsers.create([inline(async ({ think }) => await think('1ms'))])
    expect(await later.iterate(later.user())).toMatchObject(completed)
  })

  test('an iteration has failed when its journey throws or rejects, and the user continues', async () => {
    const users = await DrivenUsers.create([
      inline(({ iteration }) => {
        if (iteration.index === 0) throw new Error('no item is left\nsee above')
      }),
    ])
    const user = users.user()
    expect(await users.iterate(user)).toMatchObject({ end: 'failed', reason: 'no item is left', stops: false })
    expect(await users.iterate(user)).toMatchObject(completed)
    const rejecting = await DrivenUsers.create([inline(async () => await Promise.reject(new TypeError('no item')))])
    expect(await rejecting.iterate(rejecting.user())).toMatchObject({ end: 'failed', reason: 'no item' })
  })

  test('an iteration has failed when a request got no response, which is the reason', async () => {
    const port = await serve((request) => request.destroy())
    const users = await DrivenUsers.create([inline(async ({ http }) => void (await http.post('/bid')))], port)
    const { end, reason } = await users.iterate(users.user())
    expect(end).toBe('failed')
    expect(reason).toMatch(/^POST \/bid: (closed_early|reset) \(/)
  })

  test('an iteration is fruitless when it failed or lost a request, and got no response at all', async () => {
    const port = await serve((request, response) => (request.url === '/gone' ? request.destroy() : response.writeHead(500).end()))
    const journeys: readonly [isFruitless: boolean, Journey][] = [
      [true, async ({ http }) => void (await http.get('/gone'))],
      [true, async ({ http }) => void (await http.get('/gone').catch(() => undefined))],
      [true, () => Promise.reject(new Error('at once'))],
      [false, () => undefined],
      [false, async ({ http }) => void (await http.get('/'))],
      [
        false,
        async ({ http }) => {
          await http.get('/')
          await http.get('/gone')
        },
      ],
      [
        false,
        async ({ http }) => {
          await http.get('/')
          throw new Error('no bid was taken')
        },
      ],
    ]
    for (const [isFruitless, run] of journeys) {
      const users = await DrivenUsers.create([inline(run)], port)
      const user = users.user()
      await users.iterate(user)
      expect([run.toString(), user.isFruitless]).toEqual([run.toString(), isFruitless])
    }
  })

  test('an iteration never ends before iterate() has returned, so that iterations do not pile up on the stack', async () => {
    const users = await DrivenUsers.create([inline(() => undefined)])
    users.start(users.user())
    expect(users.ends).toEqual([])
  })

  test('an iteration is aborted when a feed is used up, and the user stops', async () => {
    const rows = feed([1, 2], { mode: 'unique', name: 'tickets' })
    const seen: number[] = []
    const users = await DrivenUsers.create([inline(({ user }) => void seen.push(rows.next(user)))])
    const [one, other] = [users.user(0), users.user(1)]
    for (const user of [one, other]) expect(await users.iterate(user)).toMatchObject(completed)
    const reason = 'no row of the feed "tickets" is left'
    expect(await users.iterate(one)).toMatchObject({ end: 'aborted', reason, stops: true })
    expect(seen).toEqual([1, 2])
    expect(users.take().users.feeds).toEqual([{ name: 'tickets', rows: 2, used: Uint32Array.of(0, 1) }])
  })
})

describe('abort', () => {
  test('abort ends an iteration at once and only once, whatever its journey waits for', async () => {
    const arrived = Promise.withResolvers<void>()
    const port = await serve(() => arrived.resolve())
    const causes: unknown[] = []
    const run = journey(async ({ http, think, sleepUntil, signal }) => {
      signal.addEventListener('abort', () => causes.push(signal.reason))
      const results = await Promise.allSettled([http.get('/slow'), think('1h'), sleepUntil('1h')])
      causes.push(...results.map((result) => (result.status === 'rejected' ? String(result.reason) : result.status)))
    })
    const users = await DrivenUsers.create([inline(run)], port)
    const user = users.user()
    users.start(user)
    await arrived.promise
    user.abort(users.source.scenario.clock.now())
    expect(users.ends).toEqual([{ user: 0, ...aborted }])
    await expect.poll(() => causes).toHaveLength(4)
    const stopped = 'AbortError: the user was stopped'
    expect(causes.map(String)).toEqual([stopped, 'RequestError: GET /slow: aborted (the user was stopped)', stopped, stopped])
    expect(users.ends).toHaveLength(1)
    expect(users.take().run).toMatchObject({ started: 1 })
  })

  test('what a journey does after an abort is not in the result', async () => {
    const [goOn, isOver] = [Promise.withResolvers<void>(), Promise.withResolvers<unknown[]>()]
    const rows = feed([1], { mode: 'unique' })
    const run = journey(async ({ user, check, group, http }) => {
      await goOn.promise
      check('late', true)
      const late = [group('late', () => 1), http.get('/late'), (async () => await Promise.resolve(rows.next(user)))()]
      isOver.resolve(await Promise.allSettled(late))
      throw new Error('too late')
    })
    const users = await DrivenUsers.create([inline(run)])
    const user = users.user()
    users.start(user)
    user.abort(users.source.scenario.clock.now())
    goOn.resolve()
    expect(await isOver.promise).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }, { status: 'rejected' }])
    await user.leave()
    expect(users.ends).toHaveLength(1)
    expect(users.take()).toMatchObject({ run: { started: 0 }, users: { checks: [], groups: [], feeds: [] } })
  })

  test('abort keeps a journey from starting whose beforeUser was running', async () => {
    const goOn = Promise.withResolvers<void>()
    let count = 0
    const users = await DrivenUsers.create([inline(() => void (count += 1), { beforeUser: async () => await goOn.promise })])
    const user = users.user()
    users.start(user)
    user.abort(users.source.scenario.clock.now())
    goOn.resolve()
    await new Promise(setImmediate)
    expect(users.ends).toEqual([{ user: 0, ...aborted }])
    expect(count).toBe(0)
  })

  test('abort keeps a user from starting another iteration', async () => {
    let count = 0
    const users = await DrivenUsers.create([inline(() => void (count += 1))])
    const user = users.user()
    user.abort(users.source.scenario.clock.now())
    expect(users.ends).toEqual([])
    expect(await users.iterate(user)).toMatchObject(aborted)
    expect(count).toBe(0)
  })
})

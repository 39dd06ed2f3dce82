import { once } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import { MessageChannel } from 'node:worker_threads'
import { describe, expect, test } from 'vitest'
import { DrivenUsers, inline, serve } from '../../../test/load/journeys/journey-fixture.ts'
import { ManualAlarms } from '../../../test/servers/manual-alarms.ts'
import { ManualClock } from '../../base/clock/clock.ts'
import type { CreateAlarm } from './alarm.ts'
import { feed } from '../user/feed/feed.ts'

const forever = new Promise<never>(() => undefined)
const completed = { end: 'completed', reason: undefined, stops: false }

describe('beforeUser', () => {
  test('beforeUser runs before the first iteration of a user, with the same user', async () => {
    const log: unknown[] = []
    const beforeUser = ({ id, state }: { id: number; state: Record<string, unknown> }): void => {
      log.push(`before ${id}`)
      state['token'] = `of ${id}`
    }
    const users = await DrivenUsers.create([
      inline(({ state, iteration }) => void log.push([state['token'], iteration.index]), { beforeUser }),
    ])
    const user = users.user(3)
    await users.iterate(user)
    await users.iterate(user)
    expect(log).toEqual(['before 3', ['of 3', 0], ['of 3', 1]])
  })

  test('a beforeUser that throws fails the iteration, and stops the user without afterUser', async () => {
    const log: string[] = []
    const hooks = { beforeUser: () => Promise.reject(new Error('wrong password')), afterUser: () => void log.push('after') }
    const users = await DrivenUsers.create([inline(() => void log.push('ran'), hooks)])
    const user = users.user()
    expect(await users.iterate(user)).toMatchObject({ end: 'failed', reason: 'beforeUser: wrong password', stops: true })
    await user.leave()
    expect(log).toEqual([])
  })

  test('a beforeUser that finds a feed used up stops the user without a failure', async () => {
    const rows = feed([1], { mode: 'unique', name: 'accounts' })
    const users = await DrivenUsers.create([inline(() => undefined, { beforeUser: (user) => void rows.next(user) })])
    expect(await users.iterate(users.user(0))).toMatchObject(completed)
    const reason = 'no row of the feed "accounts" is left'
    expect(await users.iterate(users.user(1))).toEqual({ user: 1, end: 'aborted', reason, stops: true })
  })

  test('a user of several journeys runs the beforeUser of each, with the value of its beforeAll', async () => {
    const log: string[] = []
    const journeyNamed = (name: string): ReturnType<typeof inline> =>
      inline(
        ({ shared }) => void log.push(`${name} ${shared as string}`),
        {
          beforeUser: ({ shared }) => void log.push(`before ${name} ${shared as string}`),
          afterUser: ({ shared }) => void log.push(`after ${name} ${shared as string}`),
        },
        { name, shared: `of ${name}` },
      )
    const users = await DrivenUsers.create([journeyNamed('browse'), journeyNamed('buy')])
    const user = users.user()
    // The journeys take turns in a shuffled order, each as often as the other.
    for (let count = 0; count < 40; count++) await users.iterate(user)
    await user.leave()
    for (const name of ['browse', 'buy']) {
      expect(log.filter((line) => line === `before ${name} of ${name}`)).toHaveLength(1)
      expect(log.indexOf(`before ${name} of ${name}`)).toBe(log.indexOf(`${name} of ${name}`) - 1)
    }
    expect(log.slice(-2).toSorted()).toEqual(['after browse of browse', 'after buy of buy'])
  })
})

describe('leave', () => {
  test('a user without hooks leaves at once', async () => {
    const users = await DrivenUsers.create([inline(() => undefined)])
    const user = users.user()
    await users.iterate(user)
    expect(user.leave()).toBeUndefined()
  })

  test('afterUser runs when a user leaves, can still send requests, and then connections are closed', async () => {
    const paths: (string | undefined)[] = []
    const port = await serve((request, response) => {
      paths.push(request.url)
      response.end()
    })
    const hooks = { afterUser: async ({ http }: { http: { get(path: string): Promise<unknown> } }) => void (await http.get('/logout')) }
    const users = await DrivenUsers.create([inline(async ({ http }) => void (await http.get('/')), hooks)], port)
    const user = users.user()
    await users.iterate(user)
    expect(users.source.opened).toBe(1)
    await user.leave()
    expect(paths).toEqual(['/', '/logout'])
    await expect.poll(() => users.source.opened).toBe(0)
  })

  test('an afterUser that throws counts as a failed check, because no iteration can fail for it', async () => {
    const users = await DrivenUsers.create([inline(() => undefined, { afterUser: () => Promise.reject(new Error('cannot log out')) })])
    const user = users.user()
    await users.iterate(user)
    await user.leave()
    expect(users.ends).toHaveLength(1)
    expect(users.take().users.checks).toEqual([{ name: 'afterUser: cannot log out', passed: 0, failed: 1 }])
  })

  test('leaving does not wait for ever for afterUser, and least of all for an aborted user', async () => {
    const clock = new ManualClock()
    const alarms = new ManualAlarms(clock)
    const users = await DrivenUsers.create(
      [inline(() => undefined, { afterUser: () => forever })],
      1,
      {},
      {
        clock,
        createAlarm: alarms.create,
      },
    )
    const [one, other] = [users.user(0), users.user(1)]
    for (const user of [one, other]) await users.iterate(user)
    other.abort(clock.now())
    const left = Promise.all([one.leave(), other.leave()])
    await alarms.pass(4e6)
    await left
    expect(users.take().users.checks).toEqual([{ name: 'afterUser: did not end within 4 s', passed: 0, failed: 1 }])
  })

  test('no user is late for a response that came while the thread was busy', async () => {
    const clock = new ManualClock()
    const due = new Set<(now: number) => void>()
    const createAlarm: CreateAlarm = (ring) => ({ set: () => void due.add(ring), clear: () => void due.delete(ring) })
    const { port1, port2 } = new MessageChannel()
    const hooks = { afterUser: async () => void (await once(port2, 'message')) }
    const users = await DrivenUsers.create([inline(() => undefined, hooks)], 1, {}, { clock, createAlarm })
    const user = users.user()
    await users.iterate(user)
    const left = user.leave()
    await turn()
    // When the alarm rings, the message is there to be read.
    port1.postMessage('done')
    clock.advance(4e6)
    for (const ring of due) ring(clock.now())
    await left
    port2.close()
    expect(users.take().users.checks).toEqual([])
  })

  test('leaving does not wait for afterUser any longer when the test ends', async () => {
    const users = await DrivenUsers.create([inline(() => undefined, { afterUser: () => forever })])
    const user = users.user()
    await users.iterate(user)
    const leaving = user.leave()
    await users.source.end()
    await leaving
    expect(users.take().users.checks).toEqual([])
  })

  test('afterUser runs for an aborted user, too, whose requests are then refused', async () => {
    const log: unknown[] = []
    const afterUser = async ({ http, signal }: { http: { get(path: string): Promise<unknown> }; signal: AbortSignal }): Promise<void> => {
      log.push(signal.aborted)
      await http.get('/logout').catch((error: unknown) => log.push(String(error)))
    }
    const users = await DrivenUsers.create([
      inline(async ({ iteration }) => (iteration.index === 0 ? undefined : await forever), { afterUser }),
    ])
    const user = users.user()
    await users.iterate(user)
    users.start(user)
    user.abort(users.source.scenario.clock.now())
    await user.leave()
    expect(log).toEqual([true, 'RequestError: GET /logout: aborted (the user was stopped)'])
  })

  test('leaving stops what a journey left running', async () => {
    const left: Promise<unknown>[] = []
    const users = await DrivenUsers.create([inline(({ think }) => void left.push(Promise.allSettled([think('1h')])))])
    const user = users.user()
    await users.iterate(user)
    await user.leave()
    expect(await Promise.all(left)).toMatchObject([[{ status: 'rejected', reason: { name: 'AbortError' } }]])
  })
})

import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { systemClock, ManualClock } from '../../../src/base/clock/clock.ts'
import type { CreateAlarm } from '../../../src/load/engine/alarm.ts'
import { ThreadPlugins } from '../../../src/load/plugin/thread-plugins.ts'
import type { Journey, JourneyHooks } from '../../../src/load/user/journey.ts'
import { DrivenUsers, inline, serve } from '../journeys/journey-fixture.ts'
import { ManualAlarms } from '../../servers/manual-alarms.ts'

const forever = new Promise<never>(() => {})

/** Users with the clients of `first` and `second`. */
async function createUsers(
  journey: Journey,
  first: object = {},
  second: object = {},
  { hooks = {}, ...time }: { readonly hooks?: JourneyHooks; readonly clock?: ManualClock; readonly createAlarm?: CreateAlarm } = {},
): Promise<DrivenUsers> {
  const shares = Object.entries({ first, second }).map(([name, options]) => ({
    name,
    module: new URL(`fixtures/${name}.plugin.ts`, import.meta.url).href,
    options,
    shared: undefined,
  }))
  const plugins = await ThreadPlugins.load(shares, { run: 'abc', publisher: 0 }, systemClock)
  return await DrivenUsers.create([inline(journey, hooks)], 1, {}, { plugins, ...time })
}

function countsOf(users: DrivenUsers): { readonly checks: unknown; readonly disposed: unknown } {
  const { checks, metrics } = users.take().users
  return { checks, disposed: Object.fromEntries(metrics.map((metric) => [metric.name, 'count' in metric ? metric.count : undefined])) }
}

describe('a client', () => {
  test('a client is created when it is first read, and is the same in each iteration', async () => {
    const clients: unknown[] = []
    const users = await createUsers(({ iteration, user }) => void (iteration.index > 0 && clients.push(user.first, user.first)))
    const user = users.user()
    for (let index = 0; index < 3; index++) await users.iterate(user)
    expect(new Set(clients).size).toBe(1)
    await user.leave()
    expect(countsOf(users)).toEqual({ checks: [], disposed: { first_disposed: 1 } })
  })

  test('a client costs nothing for a user who never reads it', async () => {
    const users = await createUsers(() => undefined, { createClient: 'throws' })
    const user = users.user()
    expect(await users.iterate(user)).toMatchObject({ end: 'completed' })
    expect(user.leave()).toBeUndefined()
  })

  test('a client that cannot be created fails the iteration, and the message names its plugin', async () => {
    const users = await createUsers(({ first }) => void first, { createClient: 'throws' })
    expect(await users.iterate(users.user())).toMatchObject({ end: 'failed', reason: 'plugin first: createClient: in a bad mood' })
  })

  test('createClient cannot change the object it is given', async () => {
    const users = await createUsers(({ first }) => void first, { createClient: 'mutates' })
    const { reason } = await users.iterate(users.user())
    expect(reason).toMatch(/^plugin first: createClient: Cannot set property options of .* which has only a getter$/)
  })

  test('a client records the metrics that its plugin declares, and no others', async () => {
    const users = await createUsers(({ first, iteration }) =>
      first.record(['first_disposed', 'bids', 'second_disposed'][iteration.index] ?? ''),
    )
    const user = users.user()
    expect(await users.iterate(user)).toMatchObject({ end: 'completed' })
    for (const name of ['bids', 'second_disposed']) {
      expect(await users.iterate(user)).toMatchObject({
        reason: `metrics.${name}: there is no such metric; declared are first_disposed, in "metrics" of plugin first`,
      })
    }
  })
})

describe('when a user leaves, its clients', () => {
  test('clients are disposed of after afterUser, the last created first, while their requests can still be sent', async () => {
    const users = await createUsers(
      ({ second, first }) => void [second, first],
      { dispose: 'throws' },
      { dispose: 'throws' },
      { hooks: { afterUser: ({ check }) => void check('afterUser', true) } },
    )
    const user = users.user()
    await users.iterate(user)
    await user.leave()
    expect(countsOf(users).checks).toEqual([
      { name: 'afterUser', passed: 1, failed: 0 },
      { name: 'plugin first: dispose: in a bad mood', passed: 0, failed: 1 },
      { name: 'plugin second: dispose: in a bad mood', passed: 0, failed: 1 },
    ])
  })

  test('a client that hangs does not keep its user for ever, and those behind it are disposed of too', async () => {
    const clock = new ManualClock()
    const alarms = new ManualAlarms(clock)
    const time = { clock, createAlarm: alarms.create }
    const users = await createUsers(({ first, second }) => void [first, second], {}, { dispose: 'hangs' }, time)
    const [one, other] = [users.user(0), users.user(1)]
    for (const user of [one, other]) await users.iterate(user)
    other.abort(clock.now())
    const left = Promise.all([one.leave(), other.leave()])
    await alarms.pass(4e6)
    await left
    expect(countsOf(users)).toEqual({
      checks: [{ name: 'plugin second: dispose: did not end within 4 s', passed: 0, failed: 2 }],
      disposed: { first_disposed: 2, second_disposed: 2 },
    })
  })

  test('clients are disposed of although afterUser hangs, and the message names the one at fault', async () => {
    const clock = new ManualClock()
    const alarms = new ManualAlarms(clock)
    const time = { clock, createAlarm: alarms.create }
    const users = await createUsers(({ first }) => void first, {}, {}, { hooks: { afterUser: () => forever }, ...time })
    const user = users.user()
    await users.iterate(user)
    const left = user.leave()
    await alarms.pass(4e6)
    await left
    expect(countsOf(users)).toEqual({
      checks: [{ name: 'afterUser: did not end within 4 s', passed: 0, failed: 1 }],
      disposed: { first_disposed: 1 },
    })
  })

  test('a client that was never read is not created once its user leaves', async () => {
    const late: unknown[] = []
    const users = await createUsers(async ({ user, signal }) => {
      signal.addEventListener('abort', () => {
        try {
          late.push(user.second)
        } catch (error) {
          late.push(String(error))
        }
      })
      void user.first
      await forever
    })
    const user = users.user()
    users.start(user)
    user.abort(systemClock.now())
    await user.leave()
    expect(late).toEqual(['AbortError: the user was stopped'])
    expect(countsOf(users).disposed).toEqual({ first_disposed: 1 })
  })

  test('a client that waits when its user leaves is ended with what it had open', async () => {
    const users = await createUsers(({ first }) => void first.wait())
    const user = users.user()
    await users.iterate(user)
    await user.leave()
    users.take()
    expect(users.take().users.waiting).toBe(0)
  })
})

test('a user with a request in flight waits for its response, and not for its client as well', async () => {
  const { promise: isAsked, resolve: onAsked } = Promise.withResolvers<void>()
  const port = await serve((_request, response) => {
    onAsked()
    void release.promise.then(() => response.end())
  })
  const release = Promise.withResolvers<void>()
  const plugins = await ThreadPlugins.load(
    [{ name: 'first', module: new URL('fixtures/first.plugin.ts', import.meta.url).href, options: {}, shared: undefined }],
    { run: 'abc', publisher: 0 },
    systemClock,
  )
  const users = await DrivenUsers.create(
    [
      inline(async ({ first, http }) => {
        first.wait()
        await http.get('/')
      }),
    ],
    port,
    {},
    { plugins },
  )
  const user = users.user()
  const done = users.iterate(user)
  await isAsked
  users.take()
  // Nothing of this time is counted as waiting.
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(users.take().users.waiting).toBe(0)
  release.resolve()
  await done
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(users.take().users.waiting).toBeGreaterThan(0)
})

describe('a client of a plugin that is not in the config', () => {
  const none = { sse: undefined as unknown as { subscribe(path: string): void } & (() => void) }
  const readSse = (user: object): typeof none.sse => (user as typeof none).sse
  const message = 'user.sse: there is no plugin "sse" in the config; add it: plugins: [sse()]'

  test.each([
    ['called', (user: object) => readSse(user)()],
    ['asked for a member', (user: object) => readSse(user).subscribe('/events')],
  ])('names the plugin when it is %s', async (_, use) => {
    const users = await DrivenUsers.create([inline(({ user }) => use(user))])
    expect(await users.iterate(users.user())).toMatchObject({ end: 'failed', reason: message })
  })

  test('an unknown plugin may be a slip of the pen', async () => {
    const users = await DrivenUsers.create([inline(({ user }) => (user as unknown as { thikn(time: string): void }).thikn('1s'))])
    expect((await users.iterate(users.user())).reason).toBe(
      'user.thikn: there is no plugin "thikn" in the config; add it: plugins: [thikn()]; or did you mean "think"?',
    )
  })

  test('an unknown plugin is harmless until it is used', async () => {
    const users = await DrivenUsers.create([
      inline(async ({ user }) => {
        const sse = readSse(user)
        expect(await Promise.resolve(user)).toBe(user)
        expect(await Promise.resolve(sse)).toBe(sse)
        expect(inspect(user)).toContain('UserContext')
        expect(inspect(sse)).toContain('Function')
        expect({ ...user }).toEqual({})
        expect(JSON.stringify(user)).toBe('{}')
        expect(Object.prototype.toString.call(user)).toBe('[object Object]')
        expect(Object.keys(user)).toEqual([])
        expect('sse' in user).toBe(false)
      }),
    ])
    expect(await users.iterate(users.user())).toMatchObject({ end: 'completed' })
  })
})

describe('an error that the journey may not get', () => {
  test('such an error fails the iteration under way, the next one, or no iteration any more', async () => {
    let fail: ((error: unknown) => void) | undefined
    const users = await createUsers(({ first, iteration }) => {
      fail = first.fail
      if (iteration.index === 1) fail(new Error('during it'))
    })
    const user = users.user()
    const ends = [await users.iterate(user), await users.iterate(user), await users.iterate(user)]
    fail?.(new Error('between'))
    fail?.(new Error('and another'))
    ends.push(await users.iterate(user), await users.iterate(user))
    fail?.(new Error('afterwards'))
    await user.leave()
    fail?.(new Error('too late'))
    expect(ends.map(({ end, reason }) => reason ?? end)).toEqual(['completed', 'during it', 'completed', 'between', 'completed'])
    expect(countsOf(users).checks).toMatchObject([{ name: 'after the last iteration: afterwards', passed: 0, failed: 1 }])
  })
})

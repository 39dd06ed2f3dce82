import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ManualClock } from '../base/clock/clock.ts'
import { definePlugin } from '../load/plugin/define-plugin.ts'
import { type ConformanceServer, stillOpen } from './trial.ts'
import { createTestUser, type TestUser } from './test-user.ts'
import { journey } from '../load/user/journey.ts'
import linesJourney from '../../test/testing/lines/lines.journey.ts'
import sound from '../../test/testing/lines/sound.plugin.ts'
import { startLinesServer } from '../../test/testing/lines/start-lines-server.ts'

const reference = { module: new URL('../../test/testing/lines/sound.plugin.ts', import.meta.url).href, options: {} }
const users: TestUser[] = []
let server: ConformanceServer

beforeEach(async () => {
  server = await startLinesServer()
})

afterEach(async () => {
  for (const user of users.splice(0)) await user.leave()
  await server.close()
})

async function create(...[from, options]: Partial<Parameters<typeof createTestUser>>): Promise<TestUser> {
  const user = await createTestUser(from ?? reference, { target: server.url, ...options })
  users.push(user)
  return user
}

describe.each([
  ['a reference', reference],
  ['a plugin', sound],
])('from %s', (_, from) => {
  test('a test user has the client of the plugin, and what it does is recorded', async () => {
    const user = await create(from)
    expect(await user.lines.ask('hello')).toBe('HELLO')
    expect(await user.lines.ask('there')).toBe('THERE')
    const { metrics, requests, pluginRequests, deliveries } = user.recorded()
    expect(metrics).toMatchObject({ lines_answers: { type: 'counter', count: 2 }, lines_round_trip: { type: 'trend', unit: 'ms' } })
    expect(requests.started).toBe(0)
    expect(pluginRequests).toMatchObject({ plugin: 'lines', counts: { started: 2, outcomes: { ok: 2, aborted: 0 } }, errors: [] })
    expect(deliveries).toBeNull()
  })
})

test('a test user does journeys, with real requests and checks', async () => {
  const user = await create()
  await linesJourney(user)
  await linesJourney(user)
  const { requests, endpoints, checks, metrics } = user.recorded()
  expect(requests).toMatchObject({ started: 2, outcomes: { ok: 2 } })
  expect(endpoints).toMatchObject({ 'GET /': { statuses: { 200: 2 } } })
  expect(checks).toEqual({ responded: { passed: 2, failed: 0 } })
  expect(metrics['lines_answers']).toMatchObject({ count: 2 })
})

test('the records of a test user add up from one reading to the next', async () => {
  const user = await create()
  user.check('first', true)
  expect(user.recorded().checks).toEqual({ first: { passed: 1, failed: 0 } })
  user.check('first', false)
  expect(user.recorded().checks).toEqual({ first: { passed: 1, failed: 1 } })
})

test('a test user has the values of setup and beforeAll, env, and its own metrics', async () => {
  const rooms = ['attic']
  const user = await create(reference, {
    target: server.url,
    shared: { rooms },
    journeyShared: 'from beforeAll',
    env: { TOKEN: 'abcd' },
    metrics: { bids: { type: 'counter' } },
  })
  expect(user.lines.context.shared).toEqual({ rooms })
  expect([user.shared, user.env['TOKEN'], user.id, user.iteration]).toEqual(['from beforeAll', 'abcd', 0, { index: 0, globalIndex: 0 }])
  await journey<unknown, { readonly bids: { readonly type: 'counter' } }>(({ metrics }) => metrics.bids.add(3))(user as never)
  expect(user.recorded().metrics['bids']).toMatchObject({ count: 3 })
})

test('users with the same seed draw the same numbers', async () => {
  const draw = async (seed?: number): Promise<readonly number[]> => {
    const user = await create(reference, { target: server.url, ...(seed === undefined ? {} : { seed }) })
    return [user.random.next(), user.lines.context.random.next()]
  }
  expect(await draw(7)).toEqual(await draw(7))
  expect(await draw()).toEqual(await draw(1))
  expect(await draw(7)).not.toEqual(await draw(8))
})

test('stamped messages of a test user are counted as deliveries', async () => {
  const mail = definePlugin({
    name: 'mail',
    options: z.strictObject({}),
    metrics: {},
    createClient: ({ deliveries }) => ({
      box: deliveries.recipient('ann'),
      send: () => deliveries.send({ to: 'ann' }),
      [Symbol.dispose]: () => undefined,
    }),
  })
  const clock = new ManualClock(1_000_000)
  const user = await create(mail, { target: server.url, options: {}, clock })
  const { box, send } = (user as unknown as { readonly mail: ReturnType<typeof mail.createClient> }).mail
  const first = send()
  first.accepted()
  send().accepted()
  clock.advance(25_000)
  expect(box.received(`{"text":"${first.stamp}"}`)).toBe('received')
  expect(user.recorded().deliveries).toMatchObject({ sent: 2, accepted: 2, received: 1, lost: 1, deliveryTime: { count: 1, max: 25 } })
})

describe('when it leaves', () => {
  test('when a test user leaves, its clients are disposed of, its connections closed and its waits aborted', async () => {
    const user = await create()
    await linesJourney(user)
    const waiting = user.think('1h')
    expect(await server.connections?.()).toBeGreaterThan(0)
    await user.leave()
    await expect(waiting).rejects.toThrow('the user was stopped')
    expect(await stillOpen(server, 5000)).toBe('')
    expect(user.signal.aborted).toBe(true)
    expect(user.recorded().checks).toEqual({ responded: { passed: 1, failed: 0 } })
  })

  test('a test user that leaves twice leaves once, and the error of dispose is thrown', async () => {
    let disposed = 0
    const fragile = definePlugin({
      name: 'fragile',
      options: z.strictObject({}),
      metrics: {},
      createClient: () => ({
        [Symbol.dispose]: () => {
          disposed++
          throw new Error('already closed')
        },
      }),
    })
    const user = await createTestUser(fragile, { target: server.url, options: {} })
    void (user as unknown as { readonly fragile: unknown }).fragile
    await expect(user.leave()).rejects.toThrow('already closed')
    await expect(user.leave()).rejects.toThrow('already closed')
    expect([disposed, user.signal.aborted]).toEqual([1, true])
  })

  test('a test user can be declared to be disposed of at the end of a block', async () => {
    const user = await create()
    await user[Symbol.asyncDispose]()
    expect(user.signal.aborted).toBe(true)
  })
})

describe('with a manual clock', () => {
  test('a test user with a manual clock waits until the clock is moved, and no longer', async () => {
    const clock = new ManualClock()
    const user = await create(reference, { target: server.url, clock })
    const ended: string[] = []
    const later = user.think('2s').then(() => ended.push('later'))
    const sooner = user.think('1s').then(() => ended.push('sooner'))
    clock.advance(999_999)
    await Promise.resolve()
    expect(ended).toEqual([])
    clock.advance(1)
    await sooner
    expect(ended).toEqual(['sooner'])
    clock.advance(5_000_000)
    await later
    await user.sleepUntil('6s')
    expect(ended).toEqual(['sooner', 'later'])
  })

  test('the times of a test user with a manual clock are those of the clock, to the microsecond', async () => {
    const clock = new ManualClock()
    const user = await create(reference, { target: server.url, clock })
    await user.lines.ask('hello')
    const asking = user.lines.ask('again')
    clock.advance(5000)
    await asking
    const { lines_round_trip: roundTrip } = user.recorded().metrics
    expect(roundTrip).toMatchObject({ type: 'trend', values: { count: 2, min: 0, max: 5 } })
  })

  test('the wait of a test user is aborted when the user leaves', async () => {
    const user = await create(reference, { target: server.url, clock: new ManualClock() })
    const waiting = user.think('1s')
    await user.leave()
    await expect(waiting).rejects.toThrow('the user was stopped')
    await expect(user.think('1s')).rejects.toThrow('the user was stopped')
  })
})

describe('says at once what is wrong', () => {
  test.each([
    ['options that are refused', { ...reference, options: { greting: 'hi' } }, {}, /options.*greting/s],
    ['options that are refused by a plugin', sound, { options: { greting: 'hi' } }, /options.*greting/s],
    ['a module that is not there', { module: './nowhere.ts' }, {}, /nowhere\.ts cannot be loaded/],
    [
      'no plugin',
      { module: new URL('../../test/testing/lines/lines.ts', import.meta.url).href },
      {},
      /has no default export; it exports lines/,
    ],
  ])('%s', async (_, from, options, message) => {
    await expect(createTestUser(from, { target: server.url, ...options })).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      message: expect.stringMatching(message),
    })
  })

  test('a test user is refused when its target is not a URL', async () => {
    await expect(createTestUser(reference, { target: 'localhost' })).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      message: 'target: "localhost" is no URL',
    })
  })

  test('a test user is refused when its target does not respond', async () => {
    await expect(createTestUser(reference, { target: 'http://127.0.0.1:1' })).rejects.toMatchObject({ code: 'TARGET_UNREACHABLE' })
  })

  test('a test user has no client of a plugin that it was not created with', async () => {
    const user = await create()
    expect(() => (user as unknown as Record<string, { ask(): void }>)['liens']?.ask()).toThrow('did you mean "lines"?')
  })
})

import { describe, expect, test } from 'vitest'
import { DrivenUsers, inline } from '../../../test/load/journeys/journey-fixture.ts'
import { journey, type Journey } from './journey.ts'
import { readDuration } from './user-context.ts'

/** Has a user of this number do a journey once, and returns what was recorded of it. */
async function run(journeyOfUser: Journey, id = 0): Promise<ReturnType<DrivenUsers['take']>['users'] & { readonly end: unknown }> {
  const users = await DrivenUsers.create([inline(journeyOfUser, {}, { shared: { token: 'abc' } })])
  const end = await users.iterate(users.user(id))
  return { ...users.take().users, end }
}

const completed = { end: 'completed' }

test('every member of a user can be destructured, and works without the user', async () => {
  const { end, checks, groups, metrics } = await run(
    async ({ user, id, iteration, shared, state, random, signal, env, http, metrics: own, check, think, sleepUntil, group }) => {
      state['cart'] = [id]
      expect(user).toMatchObject({ id: 5, state: { cart: [5] } })
      expect(iteration).toEqual({ index: 0, globalIndex: 0 })
      expect(shared).toEqual({ token: 'abc' })
      expect(random.int(3, 3)).toBe(3)
      expect(signal.aborted).toBe(false)
      expect(env).toEqual({ REGION: 'eu' })
      expect(http.cookies.get('none')).toBeUndefined()
      own['bids']?.add(2)
      expect(check('accepted', 'yes')).toBe(true)
      await think('1ms', '2ms')
      await sleepUntil('1ms')
      expect(await group('checkout', () => 7)).toBe(7)
    },
    5,
  )
  expect(end).toMatchObject(completed)
  expect(checks).toEqual([{ name: 'accepted', passed: 1, failed: 0 }])
  expect(groups).toMatchObject([{ name: 'checkout', duration: { count: 1 } }])
  expect(metrics).toEqual([{ name: 'bids', type: 'counter', count: 2 }])
})

test('a member of a user is the same each time it is read', async () => {
  const { end } = await run(({ user }) => {
    for (const name of ['user', 'check', 'think', 'sleepUntil', 'group', 'http', 'random', 'signal', 'state', 'metrics'] as const)
      expect(user[name]).toBe(user[name])
  })
  expect(end).toMatchObject(completed)
})

test('no member of a user can be replaced', async () => {
  const { end } = await run(({ user }) => {
    expect(() => Object.assign(user, { id: 7 })).toThrow(TypeError)
    expect(() => Object.assign(user.env, { REGION: 'us' })).toThrow(TypeError)
  })
  expect(end).toMatchObject(completed)
})

describe('check', () => {
  test('check counts true and false values, and returns which', async () => {
    const { checks } = await run(({ check }) => {
      expect([check('found', 1), check('found', ''), check('found', undefined), check('fast', {})]).toEqual([true, false, false, true])
    })
    expect(checks).toEqual([
      { name: 'found', passed: 1, failed: 2 },
      { name: 'fast', passed: 1, failed: 0 },
    ])
  })

  test.each([
    ['a function', () => false, 'check "found": a function would always pass; check the value that it returns'],
    ['a promise', Promise.resolve(false), 'check "found": a promise would always pass; check the value that it resolves with'],
  ])('check refuses %s, which would always pass', async (_, value, reason) => {
    const { end, checks } = await run(({ check }) => void check('found', value))
    expect(end).toMatchObject({ end: 'failed', reason })
    expect(checks).toEqual([])
  })

  test('check refuses arguments in the wrong order', async () => {
    const { end } = await run(({ check }) => void check(true as unknown as string, 'found'))
    expect(end).toMatchObject({ reason: 'check: the name comes first, and true is none' })
  })
})

describe('think', () => {
  test('think waits for the given time, and never less', async () => {
    const { end } = await run(async ({ think }) => {
      for (const [least, most] of [['5ms'], ['2ms', '6ms'], [0.004], ['3ms', '3ms']] as const) {
        const start = performance.now()
        await think(least, most)
        const shortest = least === '5ms' ? 5 : least === 0.004 ? 4 : least === '2ms' ? 2 : 3
        expect(performance.now() - start).toBeGreaterThanOrEqual(shortest - 0.01)
      }
    })
    expect(end).toMatchObject(completed)
  })

  test('think has its own random numbers, and does not change those that the journey draws', async () => {
    const drawn: number[] = []
    const draw = (thinks: number): Journey =>
      journey(async ({ think, random }) => {
        for (let count = 0; count < thinks; count++) await think(0, '1ms')
        drawn.push(random.next())
      })
    await run(draw(0), 3)
    await run(draw(4), 3)
    await run(draw(0), 4)
    expect(drawn[1]).toBe(drawn[0])
    expect(drawn[2]).not.toBe(drawn[0])
  })

  test.each([
    [['soon'], `think: "soon" is no duration; write it as '500ms', '2s' or '1m30s'`],
    [['2s', '1s'], 'think: 1s is shorter than 2s'],
  ] as const)('think refuses %o', async ([least, most], reason) => {
    const { end } = await run(async ({ think }) => await think(least, most))
    expect(end).toMatchObject({ end: 'failed', reason })
  })
})

test('sleepUntil counts from the start of the run phase, and continues at once when the time has passed', async () => {
  const users = await DrivenUsers.create([
    inline(async ({ sleepUntil }) => {
      await sleepUntil('20ms')
      expect(users.source.scenario.clock.now()).toBeGreaterThanOrEqual(users.source.scenario.runStart + 20_000)
      await sleepUntil(0)
    }),
  ])
  expect(await users.iterate(users.user())).toMatchObject(completed)
})

describe('group', () => {
  test('a group has the names of the groups around it, even if groups run concurrently', async () => {
    const { groups } = await run(async ({ group, think }) => {
      const buy = async (): Promise<void> => {
        await group('find', async () => await think('2ms'))
        await group('pay', async () => await group('confirm', () => undefined))
      }
      await Promise.all([group('buy', buy), group('look', async () => await group('find', async () => await think('1ms')))])
    })
    const names = ['buy', 'buy / find', 'buy / pay', 'buy / pay / confirm', 'look', 'look / find']
    expect(groups.map(({ name }) => name).toSorted()).toEqual(names)
  })

  test('a group passes on the error of its body, and is timed anyway', async () => {
    const { end, groups } = await run(async ({ group }) => {
      await group('pay', () => {
        throw new Error('no money')
      })
    })
    expect(end).toMatchObject({ end: 'failed', reason: 'no money' })
    expect(groups).toMatchObject([{ name: 'pay', duration: { count: 1 } }])
  })

  test('a group that is not awaited fails its iteration, and no rejection is left unhandled', async () => {
    const unheard: unknown[] = []
    const hear = (reason: unknown): void => void unheard.push(reason)
    process.on('unhandledRejection', hear)
    try {
      const { end } = await run(({ group }) => {
        void group('pay', () => {
          throw new Error('no money')
        })
      })
      // Unhandled rejections are reported when all microtasks have run.
      await new Promise(setImmediate)
      expect(end).toMatchObject({ end: 'failed', reason: 'no money' })
      expect(unheard).toEqual([])
    } finally {
      process.off('unhandledRejection', hear)
    }
  })

  test('a group does not extend into the next iteration', async () => {
    const users = await DrivenUsers.create([inline(async ({ group }) => await group('outer', () => undefined))])
    const user = users.user()
    for (let count = 0; count < 3; count++) await users.iterate(user)
    expect(users.take().users.groups).toMatchObject([{ name: 'outer', duration: { count: 3 } }])
  })
})

describe('a duration that a journey gives', () => {
  test('durations of a journey are parsed from texts and seconds, repeatedly', () => {
    for (let time = 0; time < 2; time++) {
      expect(readDuration('250ms', 'think')).toBe(250_000)
      expect(readDuration(1.5, 'think')).toBe(1_500_000)
      expect(readDuration('1.5', 'think')).toBe(1_500_000)
    }
  })

  test.each(['soon', '', '-1s', -1, undefined])('readDuration refuses %o with the name of the function', (input) => {
    expect(() => readDuration(input as string, 'think')).toThrow(
      new TypeError(`think: ${JSON.stringify(input) ?? String(input)} is no duration; write it as '500ms', '2s' or '1m30s'`),
    )
  })
})

import { expect, expectTypeOf, test } from 'vitest'
import type { MetricDefinitions } from '../../measure/recorder/own-metric.ts'
import { feed } from './feed/feed.ts'
import type { HttpResponse, HttpClient } from './http/http-client.ts'
import { journey, type Journey, type JourneyHooks, type JourneyUser, type SeededRandom } from './journey.ts'

declare module '../../index.ts' {
  interface UserClients {
    /** As a plugin adds it. */
    readonly echo: { say(text: string): Promise<string> }
  }
}

interface Shared {
  readonly token: string
}

const metrics = {
  bids: { type: 'counter' },
  price: { type: 'gauge' },
  won: { type: 'rate' },
  search: { type: 'trend', unit: 'ms' },
} as const satisfies MetricDefinitions

test('journey() returns the function unchanged', () => {
  const run = (): void => undefined
  expect(journey(run)).toBe(run)
})

test('destructured members of a user have their types', () => {
  const buy = journey(async ({ http, think, check, user, group, sleepUntil, random, env, state, signal, shared, iteration, id }) => {
    expectTypeOf(http).toEqualTypeOf<HttpClient>()
    expectTypeOf(await http.get('/')).toEqualTypeOf<HttpResponse>()
    expectTypeOf(await think('1s', 2)).toEqualTypeOf<void>()
    expectTypeOf(await sleepUntil('30s')).toEqualTypeOf<void>()
    expectTypeOf(check('accepted', id > 0)).toEqualTypeOf<boolean>()
    expectTypeOf(await group('checkout', async () => await Promise.resolve(1))).toEqualTypeOf<number>()
    expectTypeOf(random).toEqualTypeOf<SeededRandom>()
    expectTypeOf(random.pick(['a', 'b'] as const)).toEqualTypeOf<'a' | 'b'>()
    expectTypeOf(env['BASE']).toEqualTypeOf<string | undefined>()
    expectTypeOf(state['cart']).toEqualTypeOf<unknown>()
    expectTypeOf(signal).toEqualTypeOf<AbortSignal>()
    expectTypeOf(shared).toEqualTypeOf<unknown>()
    expectTypeOf(iteration.globalIndex).toEqualTypeOf<number>()
    expectTypeOf(user.id).toEqualTypeOf<number>()
    expectTypeOf(user.http).toEqualTypeOf<HttpClient>()
  })
  expectTypeOf(buy).toEqualTypeOf<Journey>()
})

test('the value of beforeAll and the metrics of the config are typed where they are declared', () => {
  journey<Shared, typeof metrics>(({ shared, metrics: { bids, price, won, search } }) => {
    expectTypeOf(shared).toEqualTypeOf<Shared>()
    expectTypeOf(bids).toEqualTypeOf<{ add(count?: number): void }>()
    expectTypeOf(price).toEqualTypeOf<{ set(value: number): void }>()
    expectTypeOf(won).toEqualTypeOf<{ add(isHit: unknown): void }>()
    expectTypeOf(search).toEqualTypeOf<{ add(value: number): void }>()
  })
  // @ts-expect-error it is not declared
  journey<Shared, typeof metrics>(({ metrics: { serach } }) => serach)
  expectTypeOf<JourneyHooks<Shared>['afterAll']>().exclude<undefined>().parameter(0).toHaveProperty('shared').toEqualTypeOf<Shared>()
})

test('the clients of plugins are members of the user', () => {
  journey(async ({ echo, user }) => {
    expectTypeOf(await echo.say('hi')).toEqualTypeOf<string>()
    expectTypeOf(user.echo).toEqualTypeOf(echo)
  })
  expectTypeOf<JourneyUser>().toHaveProperty('echo')
})

test('rows of a file are objects of strings by default, and rows of a list are its items', () => {
  const fromFile = (): unknown => {
    const users = feed(new URL('users.csv', import.meta.url), { mode: 'unique' })
    return journey(({ user }) => {
      expectTypeOf(users.next(user)).toEqualTypeOf<Readonly<Record<string, string>>>()
    })
  }
  expectTypeOf(fromFile).returns.toBeUnknown()
  const items = feed([{ id: 1 }], { mode: 'sequential' })
  expectTypeOf(items.next).returns.toEqualTypeOf<{ id: number }>()
})

import { expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import type { Deliveries } from '../../measure/delivery/deliveries.ts'
import type { PluginOutcome } from '../../model/metrics/outcome.ts'
import type { HttpClient } from '../user/http/http-client.ts'
import type { SeededRandom } from '../user/journey.ts'
import { definePlugin, type PluginReference } from './define-plugin.ts'

interface Line extends AsyncDisposable {
  say(text: string): Promise<void>
}

const dispose = { [Symbol.asyncDispose]: async () => await Promise.resolve() }

test('a plugin has the types of its schema, its metrics and its setup', () => {
  const plugin = definePlugin({
    name: 'line',
    options: z.object({ retry: z.coerce.number().default(3) }),
    metrics: {
      line_events: { type: 'counter', by: 'type' },
      line_opened: { type: 'counter' },
      line_level: { type: 'gauge' },
      line_fresh: { type: 'rate' },
      line_gap: { type: 'trend', unit: 'ms' },
    },
    setup: ({ options, http, target }) => {
      expectTypeOf(options).toEqualTypeOf<{ retry: number }>()
      expectTypeOf(http).toEqualTypeOf<HttpClient>()
      return { token: target, count: 1 }
    },
    createClient: ({ options, shared, metrics, random, deliveries, requests, wait, now, userId, check }): Line => {
      expectTypeOf(options.retry).toEqualTypeOf<number>()
      expectTypeOf(shared).toEqualTypeOf<{ token: string; count: number }>()
      expectTypeOf(metrics.line_events).toEqualTypeOf<{ add(count: number, tag: string): void }>()
      expectTypeOf(metrics.line_opened).toEqualTypeOf<{ add(count?: number): void }>()
      expectTypeOf(metrics.line_level).toEqualTypeOf<{ set(value: number): void }>()
      expectTypeOf(metrics.line_fresh).toEqualTypeOf<{ add(isHit: unknown): void }>()
      expectTypeOf(metrics.line_gap).toEqualTypeOf<{ add(value: number): void }>()
      expectTypeOf(random).toEqualTypeOf<SeededRandom>()
      expectTypeOf(deliveries).toEqualTypeOf<Deliveries>()
      expectTypeOf(wait()).toEqualTypeOf<() => void>()
      expectTypeOf(requests.started).toEqualTypeOf<(endpoint?: string) => number>()
      expectTypeOf(requests.ended).toEqualTypeOf<(startedAt: number, outcome: PluginOutcome, reason?: string) => void>()
      // @ts-expect-error an outcome of HTTP alone
      expectTypeOf(requests.ended).toBeCallableWith(0, 'http_error')
      expectTypeOf(now()).toEqualTypeOf<number>()
      expectTypeOf(userId).toEqualTypeOf<number>()
      expectTypeOf(check('said', true)).toEqualTypeOf<void>()
      // @ts-expect-error it is not declared
      void metrics.line_closed
      return { say: async () => await Promise.resolve(), ...dispose }
    },
    teardown: ({ shared }) => {
      expectTypeOf(shared.token).toEqualTypeOf<string>()
    },
  })
  expectTypeOf(plugin.name).toEqualTypeOf<string>()
  expect(plugin.name).toBe('line')
})

test('a plugin without a setup has no shared value', () => {
  definePlugin({
    name: 'line',
    options: z.undefined(),
    metrics: {},
    createClient: ({ shared }) => {
      expectTypeOf(shared).toEqualTypeOf<undefined>()
      return dispose
    },
  })
})

test('the context of a plugin is read-only, and its client must be disposable', () => {
  // @ts-expect-error nobody could tell the client that its user has left
  const loose = definePlugin({ name: 'line', options: z.undefined(), metrics: {}, createClient: () => ({ say: () => undefined }) })
  const strict = definePlugin({
    name: 'line',
    options: z.object({ a: z.number() }),
    metrics: {},
    createClient: (context) => {
      // @ts-expect-error it is read-only
      const change = (): void => void (context.options = { a: 1 })
      void change
      return dispose
    },
  })
  expect(loose.name).toBe(strict.name)
})

test('a reference to a plugin is data', () => {
  expectTypeOf({ module: 'a', options: { retry: 1 } }).toExtend<PluginReference>()
  expectTypeOf({ module: 'a' }).toExtend<PluginReference>()
  expectTypeOf({ options: {} }).not.toExtend<PluginReference>()
})

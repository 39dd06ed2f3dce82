import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { showValue } from '../../base/redact/cut-text.ts'
import { ActiveList } from './active-list.ts'
import { Call, CallPlaces, type Calls } from './call.ts'

function createCalls(): Calls {
  return { places: new CallPlaces(), unawaited: new ActiveList() }
}

const never = new Promise<never>(() => {})

const looks: readonly (readonly [name: string, look: (call: Promise<number>) => unknown])[] = [
  ['await', async (call) => await call],
  ['return from an async function', async (call) => call],
  ['then', (call) => call.then(() => 1)],
  ['catch', (call) => call.catch(() => 1)],
  ['finally', (call) => call.finally(() => 1)],
  ['Promise.all', (call) => Promise.all([call, Promise.resolve(1)])],
  ['Promise.allSettled', (call) => Promise.allSettled([call, Promise.resolve(1)])],
  ['Promise.race', (call) => Promise.race([call, never])],
  ['Promise.any', (call) => Promise.any([call, never])],
  ['Promise.resolve', (call) => Promise.resolve(call)],
  ['another promise', (call) => new Promise((resolve) => resolve(call))],
]

test.each(looks)('%s awaits a call, and gets its value', async (_, look) => {
  const calls = createCalls()
  const call = new Call<number>((resolve) => setImmediate(resolve, 7), 'seven', calls)
  expect(calls.unawaited.list()).toEqual([call])
  const looking = look(call)
  // The reaction to a promise that resolves another one is added in a microtask.
  await Promise.resolve()
  expect(calls.unawaited.count).toBe(0)
  expect([await looking].flat()[0]).toSatisfy((value) => value === 7 || value === 1 || (value as { value: number }).value === 7)
})

test('a call that is only printed, or whose rejection is marked as handled, is not awaited', async () => {
  const calls = createCalls()
  const call = Call.of(Promise.reject(new Error('no')), 'nothing', calls)
  expect([inspect(call), showValue(call)]).toEqual([expect.stringContaining('Promise'), 'a Promise'])
  expect(call instanceof Promise && call instanceof Call).toBe(true)
  await new Promise(setImmediate)
  expect(calls.unawaited.list()).toEqual([call])
})

test('the places of the first hundred calls are noted, and of a hundred more after one at an unknown place', () => {
  const places = new CallPlaces()
  const count = (): number => Array.from({ length: 300 }, () => places.trace()).filter((trace) => trace !== undefined).length
  expect([count(), count()]).toEqual([100, 0])
  expect(places.nameOf('GET / is awaited', undefined)).toBe('GET / is awaited')
  expect(count()).toBe(100)
  const trace = Object.assign(new Error(), { stack: 'Error\n    at buy (file:///a/buy.journey.ts:3:8)' })
  expect(places.nameOf('GET / is awaited', trace)).toBe('GET / is awaited (buy.journey.ts:3:8)')
  // Later ones of the same name need no stack.
  expect(places.nameOf('GET / is awaited', undefined)).toBe('GET / is awaited (buy.journey.ts:3:8)')
  expect(count()).toBe(0)
})

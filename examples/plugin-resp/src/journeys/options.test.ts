import { expect, test } from 'vitest'
import { get, mixed, set } from './index.ts'
import { KeySpace } from './key-space.ts'

test.each([
  [() => set({ kees: 5 } as object), 'redis.set: unknown option "kees"; did you mean "keys"?'],
  [
    () => set({ order: 'upwards' as 'random', ttl: 0 }),
    'redis.set: order: must be "random" or "sequential"; ttl: must be a time such as "500ms"',
  ],
  [() => get({ keys: 0, values: 'json' as 'text' }), 'redis.get: keys: must be a whole number from 1; values: must be "text" or "bytes"'],
  [() => mixed({ reads: 90 }), 'redis.mixed: reads: must be a number from 0 to 1'],
])('wrong options of a journey are refused: %s', (make, message) => {
  expect(make).toThrow(message)
})

test.each(['text', 'bytes'] as const)('keys of a space have values of their own, of the length asked for: %s', (values) => {
  const space = new KeySpace({ keys: 1000, prefix: 'k:', size: 32, values })
  const valueOf = (index: number): string => (values === 'text' ? space.textOf(index) : space.bytesOf(index).toString('latin1'))
  const all = new Set(Array.from({ length: 1000 }, (_, index) => valueOf(index)))
  expect(all.size).toBe(1000)
  expect([...all].every((value) => value.length === 32)).toBe(true)
  expect([space.nameOf(0), space.nameOf(999)]).toEqual(['k:0', 'k:999'])
})

test('the value of a key is the same in every process, with bytes of every kind', () => {
  const options = { keys: 5, prefix: '', size: 4096, values: 'bytes' } as const
  const bytes = new KeySpace(options).bytesOf(3)
  expect(new KeySpace(options).bytesOf(3)).toEqual(bytes)
  expect(new Set(bytes).size).toBe(256)
})

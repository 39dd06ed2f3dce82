import { describe, expect, test } from 'vitest'
import { cloneShared } from './setup-hook.ts'

describe('cloneShared', () => {
  test('clones data', () => {
    const value = { token: 'abc', users: [{ id: 1 }], at: new Date(0), map: new Map([[1, new Set(['a'])]]) }
    const clone = cloneShared(value)
    expect(clone).toEqual(value)
    expect(clone).not.toBe(value)
    expect(cloneShared(undefined)).toBeUndefined()
  })

  const circular: Record<string, unknown> = { name: 'ring' }
  circular['self'] = circular
  circular['end'] = { stop: () => undefined }

  test.each([
    [() => undefined, 'it is a function'],
    [{ token: 'abc', users: [{ id: 1 }, { id: 2, login: () => undefined }] }, 'users[1].login is a function'],
    [{ map: new Map([['a', { b: Symbol('c') }]]) }, 'map.get("a").b is a symbol'],
    [[new Set([1, () => undefined])], '[0][1] is a function'],
    [{ later: Promise.resolve() }, 'later is Promise, which cannot be cloned'],
    [circular, 'end.stop is a function'],
  ])('names the part of %o that cannot be cloned', (value, problem) => {
    expect(() => cloneShared(value)).toThrow(
      new TypeError(`what it returned cannot be given to load threads, because ${problem}; return plain data`),
    )
  })
})

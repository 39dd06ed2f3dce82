import { describe, expect, test } from 'vitest'
import { freezeDeeply } from './load-plugin.ts'

describe('freezeDeeply', () => {
  test('freezeDeeply freezes plain objects and lists at any depth', () => {
    const value = { list: [{ a: 1 }], bare: Object.assign(Object.create(null) as object, { b: {} }) }
    const circle: Record<string, unknown> = { value }
    circle['circle'] = circle
    expect(freezeDeeply(circle)).toBe(circle)
    for (const frozen of [circle, value, value.list, value.list[0], value.bare]) expect(Object.isFrozen(frozen)).toBe(true)
  })

  test.each([undefined, null, 1, 'text', () => 1])('freezeDeeply returns %o itself', (value) => {
    expect(freezeDeeply(value)).toBe(value)
  })

  test('freezeDeeply leaves objects of classes alone, because a list of bytes cannot be frozen', () => {
    const value = freezeDeeply({ map: new Map([['a', 1]]), bytes: new Uint8Array(1), url: new URL('http://localhost') })
    value.map.set('b', 2)
    value.bytes[0] = 1
    value.url.pathname = '/items'
    expect([value.map.size, value.bytes[0], value.url.href]).toEqual([2, 1, 'http://localhost/items'])
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { path, type PathValue } from './http-client.ts'

describe('path', () => {
  test('a template shows each value as {id}', () => {
    expect(path`/auctions/${17}/bid`).toEqual({ path: '/auctions/17/bid', template: '/auctions/{id}/bid' })
    expect(path`/${'ada'}/posts/${3n}?draft=${true}`).toEqual({
      path: '/ada/posts/3?draft=true',
      template: '/{id}/posts/{id}?draft={id}',
    })
    expect(path`/health`).toEqual({ path: '/health', template: '/health' })
  })

  test('any value stays one segment of a path and can be read back', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (value) => {
        const { path: made, template } = path`/a/${value}/b`
        expect(template).toBe('/a/{id}/b')
        expect(made.split('/')).toHaveLength(4)
        expect(made).toMatch(/^[!-~]+$/)
        expect(decodeURIComponent(made.split('/')[2] ?? '')).toBe(value)
      }),
    )
  })

  test.each([
    [undefined, 'value 1 of the path is undefined'],
    [null, 'value 1 of the path is null'],
    ['', 'value 1 of the path is empty'],
    [{ a: 1 }, 'value 1 of the path is an object'],
  ])('%j is refused as a value of a path', (value, message) => {
    expect(() => path`/a/${value as unknown as PathValue}`).toThrow(TypeError)
    expect(() => path`/a/${value as unknown as PathValue}`).toThrow(message)
  })
})

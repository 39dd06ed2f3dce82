import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readTarget } from './request-writer.ts'

test.each([
  ['/a/b', '/a/b', '/a/b'],
  ['/a?b=1', '/a?b=1', '/a'],
  ['/a?b=/c?d', '/a?b=/c?d', '/a'],
  ['/a#b', '/a', '/a'],
  ['/a#b?c', '/a', '/a'],
  ['//host/a', '//host/a', '//host/a'],
  ['/ü?ß=é', '/%C3%BC?%C3%9F=%C3%A9', '/ü'],
  ['/a b', '/a%20b', '/a b'],
])('readTarget encodes %j', (path, target, template) => {
  expect(readTarget(path, undefined)).toEqual({ url: undefined, target, template })
})

test.each([
  ['http://host', '/', '/'],
  ['HTTPS://host:81/a/../b?c#d', '/b?c', '/b'],
])('readTarget reads the URL %j', (path, target, template) => {
  expect(readTarget(path, undefined)).toEqual({ url: new URL(path), target, template })
})

test.each(['http://me:se/cret@host/items', 'HTTP://me:secret@host\n', 'ftp://me:secret@host/', 'me:secret@host/items'])(
  'readTarget refuses %j without showing its password',
  (path) => {
    expect(() => readTarget(path, undefined)).toThrow(TypeError)
    expect(() => readTarget(path, undefined)).toThrow(expect.objectContaining({ message: expect.not.stringMatching(/secret|se\/cret/) }))
  },
)

test('the template of an absolute URL is that of its path', () => {
  const { template } = readTarget({ path: 'http://host/a/1?b', template: 'http://host/a/{id}?b' }, undefined)
  expect(template).toBe('/a/{id}')
})

test('every path that starts with a slash and has no control character can be sent', () => {
  // oxlint-disable-next-line no-control-regex
  const text = fc.string({ unit: 'grapheme' }).filter((part) => !/[\0-\x1f\x7f]/.test(part))
  fc.assert(
    fc.property(text, (rest) => {
      expect(readTarget(`/${rest}`, undefined).target).toMatch(/^\/[!"$-~]*$/)
    }),
  )
})

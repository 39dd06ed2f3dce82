import { expect, test } from 'vitest'
import { failurePlace } from './failure.ts'

function thrownAt(...frames: readonly string[]): Error {
  const error = new TypeError('no id')
  error.stack = `TypeError: no id\n${frames.map((frame) => `    at ${frame}`).join('\n')}`
  return error
}

test('the place of a failure is in the code of the journey, with its callers there', () => {
  const core = new URL('../engine/journey-user.ts', import.meta.url).href
  const error = thrownAt(
    'JSON.parse (<anonymous>)',
    'parse (file:///shop/node_modules/cart/index.js:2:2)',
    'pay (file:///shop/pay.ts:3:5)',
    'async file:///shop/load/order.journey.ts?v=2:12:9',
    `JourneyUser.begin (${core}:90:31)`,
    'process.processTicksAndRejections (node:internal/process/task_queues:104:5)',
  )
  expect(failurePlace(error)).toBe('pay.ts:3:5 < order.journey.ts:12:9')
})

test('the place of a failure has at most three frames', () => {
  expect(failurePlace(thrownAt(...[1, 2, 3, 4].map((line) => `/shop/deep.ts:${line}:1`)))).toBe('deep.ts:1:1 < deep.ts:2:1 < deep.ts:3:1')
})

test.each([
  ['a text', 'no stack'],
  ['an object', { stack: 'at /shop/a.ts:1:1' }],
  ['an error of core alone', thrownAt('node:fs:1:1')],
])('the place of %s is unknown', (_case, thrown) => {
  expect(failurePlace(thrown)).toBeUndefined()
})

test('a line in a message that looks like a frame does not count', () => {
  const body = 'Error: no stock\n    at reserve (/srv/shop/stock.ts:7:3)\n    at /srv/shop/index.ts:1:1'
  const error = new Error(`bad: ${body}`)
  error.stack = `Error: bad: ${body}\n    at file:///load/order.journey.ts:12:9`
  expect(failurePlace(error)).toBe('order.journey.ts:12:9')
  error.message = 'told in other words'
  expect(failurePlace(error)).toBeUndefined()
})

test('an error class that changes its name after its stack was taken has a place', () => {
  class OutOfStock extends Error {
    override readonly name = 'OutOfStock'
  }
  const error = new OutOfStock('no stock')
  error.stack = 'Error: no stock\n    at file:///load/order.journey.ts:12:9'
  expect(failurePlace(error)).toBe('order.journey.ts:12:9')
})

test.each([
  ['too long', `/${'a'.repeat(500)}/a.ts:1:1`],
  ['an escape sequence', '/shop/\u001B[31ma.ts:1:1'],
  ['text that runs from right to left', '/shop/\u202Ea.ts:1:1'],
])('a frame with %s is skipped', (_case, line) => {
  expect(failurePlace(thrownAt(line, '/shop/b.ts:2:2'))).toBe('b.ts:2:2')
})

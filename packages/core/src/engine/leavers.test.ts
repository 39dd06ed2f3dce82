import { expect, test } from 'vitest'
import { Leavers } from './leavers.ts'

test('a user has four seconds to leave, and one when it was stopped', () => {
  const leavers = new Leavers<string>()
  leavers.add('one')
  expect(leavers.giveUpAt(500, false)).toBe(4500)
  expect(leavers.giveUpAt(500, true)).toBe(1500)
})

test('one that was stopped has a second more behind each that gets away, and four in all', () => {
  const leavers = new Leavers<string>()
  for (const user of ['one', 'two', 'three']) leavers.add(user)
  leavers.left('one', 1400)
  expect(leavers.giveUpAt(500, true)).toBe(2400)
  leavers.left('two', 4000)
  expect(leavers.giveUpAt(500, true)).toBe(4500)
  expect([...leavers]).toEqual(['three'])
})

test('who left before one began to leave gives it no time', () => {
  const leavers = new Leavers<string>()
  leavers.add('one')
  leavers.left('one', 100)
  leavers.add('two')
  expect(leavers.giveUpAt(500, true)).toBe(1500)
  expect(leavers.giveUpAt(500, false)).toBe(4500)
})

import { expect, test } from 'vitest'
import { closestName } from './closest-name.ts'

const known = ['connections', 'pipelining', 'duration', 'requests', 'tls', 'GET']

test.each([
  ['conections', 'connections'],
  ['Duration', 'duration'],
  ['request', 'requests'],
  ['tsl', 'tls'],
  ['gte', 'GET'],
])('the closest name to %s is %s', (name, meant) => {
  expect(closestName(name, known)).toBe(meant)
})

test.each(['users', 'rate', 'stages', 'x', ''])('no name is close to %j', (name) => {
  expect(closestName(name, known)).toBeUndefined()
})

test('no name is close without known names', () => {
  expect(closestName('name', [])).toBeUndefined()
})

import { expect, test } from 'vitest'
import { runName } from './protocol.ts'

test('the name of a run has 16 hexadecimal digits, and is never a whole number, which a broker refuses as the name of a job', () => {
  const names = Array.from({ length: 50_000 }, runName)
  expect(names.filter((name) => !/^[a-f][\da-f]{15}$/.test(name))).toEqual([])
  expect(new Set(names).size).toBe(names.length)
})

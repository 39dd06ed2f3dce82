import { expect, test } from 'vitest'
import { ticksOf } from './process-group.ts'

const line = (name: string): string => `42 (${name}) S 1 7 42 0 -1 4194560 1 0 0 0 250 30 7 9 20 0 11 0 100 1000 10`

test('the CPU of a process is its user and system time and that of its children, whatever its name is', () => {
  expect([ticksOf(line('node')), ticksOf(line('a) S (b'))]).toEqual([296, 296])
})

test('a process that is gone has used nothing', () => {
  expect(ticksOf('')).toBe(0)
})

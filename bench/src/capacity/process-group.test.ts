import { expect, test } from 'vitest'
import { ticksOf } from './process-group.ts'

const line = (name: string, group: number): string => `42 (${name}) S 1 ${group} 42 0 -1 4194560 1 0 0 0 250 30 7 9 20 0 11 0 100 1000 10`

test('the CPU of a process is that of its own code and of the kernel for it, where it is of the group', () => {
  expect(ticksOf(line('node', 7), 7)).toBe(280)
  expect(ticksOf(line('node', 8), 7)).toBe(0)
})

test('a name with spaces and brackets moves no field, and a process that is gone has used nothing', () => {
  expect(ticksOf(line('a) S (b', 7), 7)).toBe(280)
  expect(ticksOf('', 7)).toBe(0)
})

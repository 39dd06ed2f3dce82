import { expect, test } from 'vitest'
import { cpuUseBetween, parseMachineCpu, readMachineCpu } from './machine-cpu.ts'

/** The use of two CPUs within a second, by the ticks that Linux counted. */
function useOf(ticks: string): ReturnType<typeof cpuUseBetween> {
  return cpuUseBetween(parseMachineCpu('cpu  0 0 0 0 0 0 0 0 0 0'), parseMachineCpu(`cpu  ${ticks}`), 2)
}

test.each([
  ['a machine with nothing to do', '0 0 0 200 0 0 0 0 0 0', { used: 0 }],
  ['a machine that waits for its disk', '4 0 2 4 190 0 0 0 0 0', { used: 0.06 }],
  ['a machine whose CPUs are busy while it waits for its disk', '60 20 20 0 100 0 0 0 0 0', { used: 1 }],
  ['a machine that handles packets', '50 0 50 0 0 20 80 0 0 0', { used: 2, interrupts: 1 }],
  ['a machine whose hypervisor takes CPU', '100 0 0 0 0 0 0 100 0 0', { used: 2, stolen: 1 }],
  ['a machine that runs a guest, which is part of its user time', '100 0 0 100 0 0 0 0 90 0', { used: 1 }],
])('only work is use of a CPU: %s', (_, ticks, use) => {
  expect(useOf(ticks)).toMatchObject(use)
})

test('the use of CPUs is unknown where the system counts nothing, or cannot be read', () => {
  expect(useOf('0 0 0 0 0 0 0 0 0 0')).toBeNull()
  expect(cpuUseBetween(null, parseMachineCpu('cpu  1 1 1 1 1 1 1 1 0 0'), 2)).toBeNull()
})

test('the wait for a disk may count backwards, and is no use even then', () => {
  expect(
    cpuUseBetween(parseMachineCpu('cpu  0 0 0 0 50 0 0 0 0 0'), parseMachineCpu('cpu  100 0 0 100 48 0 0 0 0 0'), 2)?.used,
  ).toBeCloseTo(1, 1)
})

test('without the counters of Linux those of Node.js have the busy and the idle time', () => {
  const cpu = readMachineCpu('/nowhere/')
  expect(cpu).toMatchObject({ interrupts: null, stolen: null })
  expect(cpu?.total).toBeGreaterThan(cpu?.used ?? Infinity)
})

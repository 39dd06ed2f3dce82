import { expect, test } from 'vitest'
import { watchMachine } from '../target/disturbance.ts'
import { CpuScarcity } from './cpu-scarcity.ts'

const disturbance = { ...watchMachine()(), throttled: null }

test('CPU is scarce from when the machine is full until a good part of it is idle', () => {
  const scarcity = new CpuScarcity(4)
  const judged = [3.7, 3.9, 3.7, 2.9, 2.7, 3.7].map((hostCpu) => scarcity.judge({ hostCpu, disturbance }))
  expect(judged).toEqual([false, true, true, true, false, false])
})

test('CPU is scarce while a quota is used up', () => {
  const scarcity = new CpuScarcity(4)
  expect(scarcity.judge({ hostCpu: 1, disturbance: { ...disturbance, throttled: 0.1 } })).toBe(true)
  expect(scarcity.judge({ hostCpu: 1, disturbance: { ...disturbance, throttled: 0 } })).toBe(false)
})

import { expect, test } from 'vitest'
import type { CapacityMeasurement } from './measure-capacity.ts'
import { takeTurns } from './take-turns.ts'

const waiting = { cpu: null, memory: null, io: null }
const undisturbed: CapacityMeasurement['disturbance'] = {
  stolenCpu: 0,
  stolen: 0,
  throttled: null,
  pressure: waiting,
  groupPressure: waiting,
  involuntarySwitches: null,
  clockJump: 0,
  suspended: 0,
}

function measured(requestsPerSecond: number, otherCpu = 0): CapacityMeasurement {
  return { requestsPerSecond, targetCpu: 1, toolCpu: 0.5, otherCpu, disturbance: undisturbed, failed: 0 }
}

test('tools take turns, and another one begins each round', async () => {
  const order: string[] = []
  await takeTurns([{ name: 'a' }, { name: 'b' }, { name: 'c' }], 3, async ({ name }) => {
    order.push(name)
    return measured(1)
  })
  expect(order.join('')).toBe('abcbcacab')
})

test('a disturbed measurement is made again, and set aside by what disturbed it, whatever its figure is', async () => {
  let asked = 0
  const [row] = await takeTurns([{ name: 'a' }], 2, async () => {
    asked += 1
    return asked === 1 ? measured(900, 0.5) : measured(100)
  })
  expect(asked).toBe(3)
  expect(row?.kept.map(({ requestsPerSecond }) => requestsPerSecond)).toEqual([100, 100])
  expect(row?.setAside.map(({ requestsPerSecond }) => requestsPerSecond)).toEqual([900])
})

test('where all are disturbed, those that were disturbed least count', async () => {
  let asked = 0
  const [row] = await takeTurns([{ name: 'a' }], 2, async () => {
    asked += 1
    return measured(asked, 1 / asked)
  })
  expect(asked).toBe(6)
  expect(row?.kept.map(({ requestsPerSecond }) => requestsPerSecond)).toEqual([6, 5])
})

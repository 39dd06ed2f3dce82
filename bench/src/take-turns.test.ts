import { expect, test } from 'vitest'
import { takeTurns } from './take-turns.ts'
import type { Disturbed } from './take-turns.ts'

const waiting = { cpu: null, memory: null, io: null }
const undisturbed: Disturbed['disturbance'] = {
  stolenCpu: 0,
  stolen: 0,
  throttled: null,
  pressure: waiting,
  groupPressure: waiting,
  involuntarySwitches: null,
  clockJump: 0,
  suspended: 0,
}

function measured(figure: number, otherCpu = 0, stolenCpu = 0): Disturbed & { readonly figure: number } {
  return { figure, otherCpu, disturbance: { ...undisturbed, stolenCpu } }
}

test('tools take turns, and another one begins each round', async () => {
  const order: string[] = []
  await takeTurns(['a', 'b', 'c'], 3, async (name) => {
    order.push(name)
    return measured(1)
  })
  expect(order.join('')).toBe('abcbcacab')
})

test('a disturbed measurement is repeated, and set aside by its disturbance, whatever its figure is', async () => {
  let asked = 0
  const [turns] = await takeTurns(['a'], 2, async () => {
    asked += 1
    return asked === 1 ? measured(900, 0.5) : measured(100)
  })
  expect(asked).toBe(3)
  expect(turns?.kept.map(({ figure }) => figure)).toEqual([100, 100])
  expect(turns?.setAside.map(({ figure }) => figure)).toEqual([900])
})

test('the least disturbed measurements count where all are disturbed', async () => {
  let asked = 0
  const [turns] = await takeTurns(['a'], 2, async () => {
    asked += 1
    return measured(asked, 0.2, 1 / asked)
  })
  expect(asked).toBe(6)
  expect(turns?.kept.map(({ figure }) => figure)).toEqual([6, 5])
})

test('no more measurements are made than the limit, however much they are disturbed', async () => {
  let asked = 0
  const measure = async (): Promise<Disturbed> => measured((asked += 1), 1)
  const [turns] = await takeTurns(['a'], 1, measure, 1)
  expect([asked, turns?.kept.length, turns?.setAside.length]).toEqual([1, 1, 0])
})

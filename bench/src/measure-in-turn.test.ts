import type { Disturbance } from '@benchpress/core/machines'
import { expect, test } from 'vitest'
import { measureInTurn } from './measure-in-turn.ts'

const waiting = { cpu: null, memory: null, io: null }
const quiet: Disturbance = {
  stolenCpu: 0,
  stolen: 0,
  throttled: null,
  pressure: waiting,
  groupPressure: waiting,
  involuntarySwitches: null,
  clockJump: 0,
  suspended: 0,
}

/** Measures two rows, twice each; `stolen` is the share that the hypervisor takes from each measurement in turn. */
async function measureRows(stolen: readonly number[]): Promise<{ a: number[]; b: number[]; said: string[] }> {
  const said: string[] = []
  let made = 0
  const rows = await measureInTurn(['a', 'b'], 2, async () => made++, {
    say: (text) => void said.push(text.trim()),
    watch: () => () => ({ ...quiet, stolen: stolen[made - 1] ?? 0, stolenCpu: stolen[made - 1] ?? 0 }),
  })
  const [a = [], b = []] = rows.map(({ rounds }) => [...rounds])
  return { a, b, said: said.filter((text) => !text.includes('this measurement')) }
}

test('rows are measured in turn, and once for each round on a quiet machine', async () => {
  expect(await measureRows([])).toEqual({ a: [0, 3], b: [1, 2], said: [] })
})

test('a measurement that the machine disturbed is set aside and made again', async () => {
  expect(await measureRows([0.2])).toEqual({ a: [3, 4], b: [1, 2], said: ['set aside: 1 more measurements, disturbed by the machine'] })
})

test('the least disturbed measurements count on a machine that disturbs all of them, and that is reported', async () => {
  expect(await measureRows([0.5, 0.5, 0.2, 0.3, 0.5, 0.5, 0.3, 0.2, 0.5, 0.5, 0.5, 0.5])).toEqual({
    a: [7, 3],
    b: [2, 6],
    said: [
      'set aside: 8 more measurements, disturbed by the machine',
      'disturbed: 4 measurements count although the machine took CPU or memory from them',
    ],
  })
})

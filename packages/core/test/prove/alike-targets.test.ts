import { expect, test } from 'vitest'
import { compareWork, isNamed } from './compared-work.ts'
import { tally, tryOften } from './trials.ts'

test('of 20 comparisons of a server with itself, at most one calls a figure better or worse', async () => {
  const compared = await tryOften(20, async (trial) => await compareWork(trial, 1000, 1000))
  const named = tally(compared, 'named a side', ({ answers }) => Object.values(answers).some(isNamed))
  const believed = tally(compared, 'had rounds enough', ({ isCompared }) => isCompared)
  expect(named).toBeLessThanOrEqual(compared.length / 20)
  expect(believed, 'the machine was too busy to show it').toBeGreaterThanOrEqual(0.9 * compared.length)
})

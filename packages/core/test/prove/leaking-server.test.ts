import { expect, test } from 'vitest'
import { leaksMemory } from '../../src/assertion/memory.ts'
import { subjectOf } from '../../src/assertion/subject.ts'
import { soak } from '../memory/soak.ts'
import { tally, tryOften } from './trials.ts'

// This number of soaks of 20 requests a second hardly loads a machine.
const atOnce = 10

test.each([
  ['a server that leaks 50 KB a second is found', 50_000, 'holds'],
  ['a steady server is not taken for one that leaks', 0, 'fails'],
] as const)('%s in 20 of 20 soaks of a minute', async (server, bytesPerSecond, right) => {
  const outcomes = await tryOften(
    20,
    async (trial) => {
      const { outcome, message } = leaksMemory(subjectOf(await soak({ bytesPerSecond })))
      console.log(`${trial}: ${outcome === right ? 'right' : 'WRONG'}: ${message(false).split('\n')[0]}`)
      return outcome
    },
    atOnce,
  )
  expect(tally(outcomes, server, (outcome) => outcome === right)).toBe(outcomes.length)
})

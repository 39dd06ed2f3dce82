import { expect, test } from 'vitest'
import { leaksMemory } from '../../src/assertion/memory.ts'
import { subjectOf } from '../../src/assertion/subject.ts'
import { soak } from './soak.ts'

// The same, twenty times each: `npm run prove -- leaking-server`.
test.concurrent.each([
  ['a server that leaks 50 KB a second is found in a soak of a minute', 50_000, 'holds'],
  ['a steady server is not taken for one that leaks', 0, 'fails'],
] as const)('%s', async (_, bytesPerSecond, right) => {
  const result = await soak({ bytesPerSecond })
  const { outcome, message } = leaksMemory(subjectOf(result))
  // On a machine that other processes keep busy a server collects its garbage late, in steps that leave it open.
  const isBusy = result.verdict.reasons.some(({ rule }) => rule === 'busy-machine')
  expect(isBusy ? [right, 'undecided'] : [right], message(true)).toContain(outcome)
})

import { expect, test } from 'vitest'
import { leaksMemory } from '../../src/assertion/memory.ts'
import { subjectOf } from '../../src/assertion/subject.ts'
import '../../src/vitest/index.ts'
import { soak } from './soak.ts'

// The same, twenty times each: `npm run prove -- leaking-server`.
test.concurrent('a server that leaks 50 KB a second is found in a soak of a minute', async () => {
  expect(await soak({ bytesPerSecond: 50_000 })).toLeakMemory()
})

test.concurrent('a steady server is not taken for one that leaks', async () => {
  const result = await soak({ bytesPerSecond: 0 })
  const { outcome, message } = leaksMemory(subjectOf(result))
  // On a machine that other processes keep busy a server collects its garbage late, in steps that leave it open.
  const isBusy = result.verdict.reasons.some(({ rule }) => rule === 'busy-machine')
  expect(isBusy ? ['fails', 'undecided'] : ['fails'], message(true)).toContain(outcome)
})

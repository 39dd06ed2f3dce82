import fc from 'fast-check'
import { expect, test } from 'vitest'
import { leaks, planted } from '../planted/planted-secret.ts'

const cases = 10_000

test(`a secret that is planted anywhere is in no output, in ${cases} cases`, async () => {
  let made = 0
  await fc.assert(
    fc.asyncProperty(planted, async (each) => {
      expect(await leaks(each)).toEqual([])
      made += 1
      if (made % 1000 === 0) console.log(`${made} of ${cases} cases`)
    }),
    { numRuns: cases, seed: Number(process.env['TESTS_FUZZ_SEED'] ?? 1) },
  )
})

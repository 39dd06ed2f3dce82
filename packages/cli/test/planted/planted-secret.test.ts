import fc from 'fast-check'
import { expect, test } from 'vitest'
import { leaks, planted } from './planted-secret.ts'

// The proof of the same name has ten thousand.
test('a secret that is planted anywhere is in no output, however it is written and wherever it is cut', async () => {
  await fc.assert(
    fc.asyncProperty(planted, async (each) => {
      expect(await leaks(each)).toEqual([])
    }),
    { numRuns: 40 },
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { leaks, planted, type Planted } from './planted-secret.ts'

// Found by the proof: the words of a command, of which a message named one, a beginning at a cut of which a part looked like a password, and a path
// that was made absolute.
const found: readonly Planted[] = [
  {
    secret: `Zq8zzzzzz'a++a\t'kkkkk+ll>`,
    texts: [{ form: 8, times: 1, before: 2015, after: 20 }],
    result: 'journeys',
    formats: [0],
    chunks: [],
  },
  {
    secret: '//äbcdefg+hijäklm+n+',
    texts: [{ form: 0, times: 1, before: 50, after: 18 }],
    result: 'journeys',
    formats: [0],
    chunks: [],
  },
  {
    secret: 'abcdä:ef+@+ghij+klmnääopqrstuvwx',
    texts: [{ form: 0, times: 49, before: 450, after: 2150 }],
    result: 'journeys',
    formats: [0],
    chunks: [],
  },
]

// The proof of the same name has ten thousand.
test('a secret that is planted anywhere is in no output, however it is written and wherever it is cut', async () => {
  await fc.assert(
    fc.asyncProperty(planted, async (each) => {
      expect(await leaks(each)).toEqual([])
    }),
    { numRuns: 40, examples: found.map((each) => [each]) },
  )
})

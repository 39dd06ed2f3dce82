import { describe, expect, test } from 'vitest'
import { compare } from './compare.ts'
import { generateSplits, generateStream } from './generate-stream.ts'
import { Random } from './random.ts'

const cases = Number(process.env['BENCHPRESS_FUZZ_CASES'] ?? 200_000)
const seed = Number(process.env['BENCHPRESS_FUZZ_SEED'] ?? Date.now() % 2 ** 31)

describe('the framer beside the parser of Node.js', () => {
  test(`reads ${cases} generated and mutated streams alike (BENCHPRESS_FUZZ_SEED=${seed})`, { timeout: 3_600_000 }, () => {
    let [twoComplete, refused] = [0, 0]
    const differences: Record<string, number> = {}
    for (let i = 0; i < cases; i++) {
      const stream = generateStream(seed + i)
      const comparison = compareSeeded(seed + i, () => compare(stream, generateSplits(stream.bytes.length, new Random(~(seed + i)))))
      if (comparison.completed >= 2) twoComplete++
      if (comparison.isRefused) refused++
      if (comparison.difference !== undefined) differences[comparison.difference] = (differences[comparison.difference] ?? 0) + 1
    }
    console.log(twoComplete/cases, refused/cases, differences)
    expect(twoComplete / cases).toBeGreaterThan(0.4)
    expect(refused / cases).toBeGreaterThan(0.2)
    expect(Object.keys(differences).filter((name) => name !== 'unexpected 101')).toEqual([])
  })
})

function compareSeeded<Result>(caseSeed: number, run: () => Result): Result {
  try {
    return run()
  } catch (error) {
    throw new Error(`BENCHPRESS_FUZZ_CASES=1 BENCHPRESS_FUZZ_SEED=${caseSeed} repeats this.`, { cause: error })
  }
}

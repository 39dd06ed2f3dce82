import { describe, expect, test } from 'vitest'
import { compare, type Comparison } from './compare.ts'
import { edgeCases, limitCases, paddedHead } from './edge-cases.ts'
import { generateSplits, generateStream } from './generate-stream.ts'
import { everyByte } from './our-reading.ts'
import { Random } from './random.ts'
import type { Stream } from './reading.ts'

const cases = Number(process.env['TESTS_FUZZ_CASES'] ?? 30_000)
const seed = Number(process.env['TESTS_FUZZ_SEED'] ?? 1)

describe('the framer beside the parser of Node.js', () => {
  test(`reads ${cases} generated and mutated streams alike, from TESTS_FUZZ_SEED=${seed} on`, { timeout: 3_600_000 }, () => {
    let [twoComplete, refused] = [0, 0]
    const differences = new Set<string>()
    for (let i = 0; i < cases; i++) {
      const comparison = compareSeeded(seed + i)
      if (comparison.completed >= 2) twoComplete++
      if (comparison.isRefused) refused++
      if (comparison.difference !== undefined) differences.add(comparison.difference)
    }
    expect([...differences].filter((name) => name !== 'unexpected 101')).toEqual([])
    // A single case being repeated has no shares.
    if (cases < 1000) return
    expect(twoComplete / cases).toBeGreaterThan(0.4)
    expect(refused / cases).toBeGreaterThan(0.2)
  })

  test('the framer reads streams at the borders of the grammar like Node.js, split at each place and after every byte', () => {
    for (const text of edgeCases) {
      for (const headRequests of [[], [true]]) {
        const stream: Stream = { bytes: Buffer.from(text, 'latin1'), headRequests }
        const inTwo = Array.from({ length: Math.max(0, text.length - 1) }, (_, index) => [index + 1, text.length])
        const { difference } = compare(stream, everyByte(stream), ...inTwo)
        expect(difference).toBe(text.startsWith('HTTP/1.1 101') || text.startsWith('HTTP/1.0 101') ? 'unexpected 101' : undefined)
      }
    }
  })

  test('the framer reads streams at the limits of size like Node.js', () => {
    for (const text of limitCases) {
      const stream: Stream = { bytes: Buffer.from(text, 'latin1'), headRequests: [] }
      const splits = [1, 1000, 16_384, text.length - 1].map((size) => piecesOf(text.length, size))
      expect(compare(stream, ...splits).difference).toBeUndefined()
    }
  })

  test('the framer refuses a head padded with white space past its limit, which Node.js accepts', () => {
    const stream: Stream = { bytes: Buffer.from(paddedHead, 'latin1'), headRequests: [] }
    const splits = [1, 4096].map((size) => piecesOf(paddedHead.length, size))
    expect(compare(stream, ...splits).difference).toBe('padded head')
  })
})

function compareSeeded(caseSeed: number): Comparison {
  const stream = generateStream(caseSeed)
  try {
    return compare(stream, generateSplits(stream.bytes.length, new Random(~caseSeed)))
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new Error(`${message}\nTESTS_FUZZ_CASES=1 TESTS_FUZZ_SEED=${caseSeed} repeats this stream.`, { cause: error })
  }
}

function piecesOf(length: number, size: number): number[] {
  return Array.from({ length: Math.ceil(length / size) }, (_, index) => Math.min(length, (index + 1) * size))
}

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rankInterval } from './sample-size.ts'

/** Pascal's triangle and whole numbers: the probability is `parts / of`, and nothing is rounded. */
function exactRanks(percentile: number, count: number): { low: number | null; high: number | null } {
  const [p, q] = [BigInt(Math.round(percentile * 10)), 1000n - BigInt(Math.round(percentile * 10))]
  let choose = 1n
  const terms: bigint[] = []
  for (let k = 0; k <= count; k++) {
    terms.push(choose * p ** BigInt(k) * q ** BigInt(count - k))
    choose = (choose * BigInt(count - k)) / BigInt(k + 1)
  }
  const all = 1000n ** BigInt(count)
  const isSmall = (sum: bigint): boolean => sum * 40n <= all
  let [low, high, below, above] = [0, count + 1, 0n, 0n]
  for (const term of terms) {
    below += term
    if (!isSmall(below)) break
    low += 1
  }
  for (const term of terms.toReversed()) {
    above += term
    if (!isSmall(above)) break
    high -= 1
  }
  return { low: low === 0 ? null : low, high: high > count ? null : high }
}

describe('rankInterval', () => {
  test('a median has an interval from six samples on, as in tables', () => {
    expect(rankInterval(50, 5)).toEqual({ low: null, high: null })
    expect(rankInterval(50, 6)).toEqual({ low: 1, high: 6 })
    expect(rankInterval(50, 10)).toEqual({ low: 2, high: 9 })
    expect(rankInterval(50, 100)).toEqual({ low: 40, high: 61 })
  })

  test('an interval is open at an end that the samples leave open', () => {
    expect(rankInterval(99, 300)).toEqual({ low: 293, high: null })
    expect(rankInterval(99, 368)).toEqual({ low: 360, high: 368 })
    expect(rankInterval(2.5, 1)).toEqual({ low: null, high: 1 })
    expect(rankInterval(97.5, 1)).toEqual({ low: 1, high: null })
    expect(rankInterval(50, 0)).toEqual({ low: null, high: null })
  })

  test('the ranks of an interval are those of the exact binomial tails', () => {
    const percentile = fc.integer({ min: 1, max: 999 }).map((tenths) => tenths / 10)
    fc.assert(
      fc.property(percentile, fc.integer({ min: 1, max: 400 }), (share, count) => {
        expect(rankInterval(share, count)).toEqual(exactRanks(share, count))
      }),
    )
  })

  test('the ranks for a hundred million samples take a moment, and agree with a normal distribution', () => {
    const { low, high } = rankInterval(50, 1e8)
    expect([low, high]).toEqual([5e7 - 9800, 5e7 + 9801])
  })
})

import { describe, expect, test } from 'vitest'
import { decideRounds, plannedLooks } from './decide-rounds.ts'
import type { Round } from './evidence.ts'

/** Rounds of A B B A on a machine that gets slower by 1 % a run, of a head with this ratio to the base; `noise` is in percent, by round. */
function roundsOf(count: number, ratio: number, noise: readonly number[] = [0]): readonly Round[] {
  return Array.from({ length: count }, (_, round) => {
    const [first, second, third, last] = [0, 1, 2, 3].map((run) => 100 * 0.99 ** (round * 4 + run)) as [number, number, number, number]
    const off = ratio * (1 + (noise[round % noise.length] ?? 0) / 100)
    return { base: [first, last], head: [second * off, third * off] }
  })
}

const widely = [-7, 7, -5, 5, 0, 6, -6]

test('the looks are after the last round, after three quarters of it, and so on down to 5', () => {
  expect(plannedLooks(20)).toEqual([6, 8, 11, 15, 20])
  expect(plannedLooks(5)).toEqual([5])
  expect(plannedLooks(7)).toEqual([5, 7])
})

describe('rounds', () => {
  test('rounds continue before the first look, and say when it is', () => {
    expect(decideRounds([], { better: 'high', most: 20 })).toEqual({ goesOn: true, why: 'undecided', comparison: null, nextLook: 6 })
    expect(decideRounds(roundsOf(2, 2), { better: 'high', most: 20 })).toMatchObject({ goesOn: true, nextLook: 6 })
  })

  test('rounds end where a difference is clear, whatever the machine does meanwhile', () => {
    const decision = decideRounds(roundsOf(6, 1.1, [-1, 1, 0]), { better: 'high', most: 20 })
    expect(decision).toMatchObject({ goesOn: false, why: 'decided', nextLook: null, comparison: { answer: 'better' } })
    expect(decision.comparison?.ratio).toBeCloseTo(1.1, 2)
  })

  test('rounds do not end between two looks, even where a difference is clear', () => {
    expect(decideRounds(roundsOf(7, 1.3, [-1, 1, 0]), { better: 'high', most: 20 })).toMatchObject({
      goesOn: true,
      why: 'undecided',
      nextLook: 8,
    })
  })

  test('rounds end as equivalent where the interval lies within the margin', () => {
    expect(decideRounds(roundsOf(8, 1, [-1, 1, 0.5]), { better: 'high', most: 20 })).toMatchObject({
      goesOn: false,
      comparison: { answer: 'equivalent' },
    })
  })

  test('rounds continue up to the last where the noise hides the difference', () => {
    const settings = { better: 'high', most: 20 } as const
    expect(decideRounds(roundsOf(6, 1.03, widely), settings)).toMatchObject({ goesOn: true, why: 'undecided', nextLook: 8 })
    const last = decideRounds(roundsOf(20, 1.06, [...widely, -20, 20]), settings)
    expect(last).toMatchObject({
      goesOn: false,
      why: 'last round',
      nextLook: null,
      comparison: { answer: 'inconclusive', because: expect.stringMatching(/^\d+ rounds differ too much, /) },
    })
  })

  test('rounds end where the interval is as narrow as the precision that was asked for', () => {
    const rounds = roundsOf(11, 1.04, widely)
    expect(decideRounds(rounds, { better: 'high', most: 20 }).goesOn).toBe(true)
    expect(decideRounds(rounds, { better: 'high', most: 20, precision: 0.1 })).toMatchObject({ goesOn: false, why: 'precise' })
  })

  test('rounds that run out of time are judged with all of the error that is left', () => {
    const rounds = roundsOf(11, 1.04, widely)
    const widthOf = (isLast: boolean): number => {
      const [low, high] = decideRounds(rounds, { better: 'high', most: 20, isLast }).comparison?.interval ?? [0, 0]
      return high - low
    }
    expect(widthOf(true)).toBeLessThan(widthOf(false))
    expect(decideRounds(roundsOf(2, 2), { better: 'high', most: 20, isLast: true })).toMatchObject({
      goesOn: false,
      why: 'last round',
      comparison: null,
    })
  })
})

test('rounds that cannot be planned are refused', () => {
  expect(() => decideRounds([], { better: 'high', most: 4 })).toThrow(new TypeError('most: 4 is not a whole number from 5'))
  expect(() => decideRounds([], { better: 'hihg' as never, most: 5 })).toThrow('did you mean "high"?')
  const rounds = Array.from({ length: 7 }, () => ({ base: [1], head: [1] }))
  expect(() => decideRounds(rounds, { better: 'high', most: 6 })).toThrow('rounds: there are 7, more than the 6 that were planned')
  expect(() => decideRounds([{ base: [1, Number.NaN], head: [1, 1] }], { better: 'high', most: 6 })).toThrow('must be finite numbers')
})

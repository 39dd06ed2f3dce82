import { describe, expect, test } from 'vitest'
import { SequentialTest, wealthOf, type Decision } from './sequential.ts'

/** The decision after a number of rounds with these differences in turn. */
function decide(differences: readonly number[], rounds: number): Decision {
  const sequential = new SequentialTest({ alarm: 0.02, miss: 0.02 })
  for (let round = 0; round < rounds; round++) sequential.add(differences[round % differences.length] ?? 0, 1)
  return sequential.decision
}

/** The chance that a wealth reaches `goal` within a number of rounds, for an event with a chance in each round: all paths to it, added up. */
function chanceOfWealth(goal: number, chance: number, rounds: number): number {
  // The chance of each number of events without having reached the goal.
  let poor = [1]
  let rich = 0
  for (let round = 1; round <= rounds; round++) {
    const next = Array.from({ length: round + 1 }, (_, came) => (poor[came - 1] ?? 0) * chance + (poor[came] ?? 0) * (1 - chance))
    poor = next.map((share, came) => (wealthOf(came, round - came) < goal ? share : 0))
    rich += next.reduce((sum, share, came) => sum + share - (poor[came] ?? 0), 0)
  }
  return rich
}

describe('a sequential test', () => {
  test.each<{ readonly differences: readonly number[]; readonly decision: Decision }>([
    { differences: [0.5], decision: 'same' },
    { differences: [1.5], decision: 'more' },
    { differences: [-1.5], decision: 'less' },
    { differences: [0, 1.5], decision: 'undecided' },
    { differences: [1.5, -1.5], decision: 'undecided' },
    { differences: [1.5, 1.5, 1.5, 0], decision: 'more' },
    { differences: [1.5, 0, -1, 0.5], decision: 'same' },
  ])('decides $decision where the differences are $differences margins', ({ differences, decision }) => {
    expect(decide(differences, 60)).toBe(decision)
  })

  test.each([0.1, 1e-3, 1e-6])(
    'an event in half of the rounds makes a gambler rich with a chance below %d, however long the test goes on',
    (chance) => {
      for (const rounds of [20, 60, 600]) expect(chanceOfWealth(1 / chance, 0.5, rounds)).toBeLessThanOrEqual(chance)
    },
  )

  test('an event in four of five rounds is nearly always found within sixty', () => {
    expect(chanceOfWealth(100, 0.8, 60)).toBeGreaterThan(0.9)
  })

  test('a sequential test keeps its decision, whatever comes later', () => {
    const late = [...Array.from({ length: 30 }, () => 1.5), ...Array.from({ length: 300 }, () => 0)]
    expect(decide(late, late.length)).toBe('more')
  })
})

import type { ComparisonDecision } from '@benchpress/core'
import { expect, test } from 'vitest'
import { describeRounds } from './describe-rounds.ts'

function decisionOf(because: string | null): ComparisonDecision {
  const judged = {
    condition: 'p99.9 > +5%',
    outcome: because === null ? 'held' : 'undecided',
    undecidedBy: because === null ? null : 'unusable',
    because,
  }
  return {
    figures: [],
    regressions: [judged, { ...judged, condition: 'error > 0%', outcome: 'held', undecidedBy: null, because: null }],
  } as never
}

test('rounds give the reason for which a condition cannot be decided once, and again when it changes', () => {
  const describeRound = describeRounds()
  expect(describeRound(decisionOf('too few samples'), null)).toBe('1 of 2 conditions decided; p99.9 > +5% cannot be: too few samples')
  expect(describeRound(decisionOf('too few samples'), null)).toBe('1 of 2 conditions decided')
  expect(describeRound(decisionOf('too few samples'), 'run 2 is invalid')).toBe('does not count: run 2 is invalid')
  expect(describeRound(decisionOf('too few samples'), null)).toBe('1 of 2 conditions decided')
  expect(describeRound(decisionOf('cut off'), null)).toBe('1 of 2 conditions decided; p99.9 > +5% cannot be: cut off')
  expect(describeRound(decisionOf(null), null)).toBe('2 of 2 conditions decided')
  expect(describeRound(decisionOf('cut off'), null)).toBe('1 of 2 conditions decided; p99.9 > +5% cannot be: cut off')
})

test('a round without conditions counts the figures that are decided', () => {
  const figures = [{ answer: 'worse' }, { answer: 'inconclusive' }]
  expect(describeRounds()({ figures, regressions: [] } as never, null)).toBe('1 of 2 figures decided')
})

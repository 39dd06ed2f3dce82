import { expect, test } from 'vitest'
import { rankInterval, judgeSamples, samplesNeeded } from './sample-size.ts'

test.each([
  [2.5, 400],
  [50, 20],
  [75, 40],
  [90, 100],
  [95, 200],
  [97.5, 400],
  [99, 1000],
  [99.9, 10_000],
  [99.99, 100_000],
])('p%s needs %s samples, and no fewer', (percentile, needed) => {
  expect(samplesNeeded(percentile)).toBe(needed)
  expect(judgeSamples(percentile, needed).says).toBe('enough')
  expect(judgeSamples(percentile, needed - 1).says).not.toBe('enough')
})

test('the minimum and the maximum need one sample', () => {
  expect(judgeSamples(0, 1).says).toBe('enough')
  expect(judgeSamples(100, 1).says).toBe('enough')
  expect(judgeSamples(100, 0).says).not.toBe('enough')
})

test.each([
  [99, 0, 'none'],
  [99, 1, 'few'],
  [99, 999, 'few'],
  [99, 1000, 'enough'],
  [50, 20, 'enough'],
] as const)('for a p%s, %s samples are %s', (percentile, count, says) => {
  const { needed, ranks, ...evidence } = judgeSamples(percentile, count)
  expect(evidence).toEqual({ says, had: count })
  expect(needed).toBe(samplesNeeded(percentile))
  expect(ranks).toEqual(rankInterval(percentile, count))
})

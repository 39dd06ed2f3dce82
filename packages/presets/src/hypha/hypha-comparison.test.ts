import { describe, expect, test } from 'vitest'
import { documentedPeaks, documentedSides } from './documented-hypha.ts'
import { advantageOf, gradeOf, judgeLevel, judgePasses, judgeSides, type Pass } from './hypha-comparison.ts'

describe('the published comparison', () => {
  test('has the published percentages, and the single instance as the winner', () => {
    const verdict = judgeSides(documentedSides.single, documentedSides.cluster)
    expect(percent(verdict.peak)).toEqual(['single', '41.0'])
    expect(percent(verdict.average)).toEqual(['single', '169.5'])
    // Published as 515.7 of figures that were rounded afterwards.
    expect(percent(verdict.light)).toEqual(['single', '515.6'])
    expect(verdict.responseTime.side).toBe('single')
    expect(verdict.responseTime.by).toBeCloseTo(4.062, 3)
    expect(verdict.success).toEqual({ side: null, by: 0 })
    expect(verdict).toMatchObject({ winner: 'single', recommended: 'single' })
  })

  test('the cluster remains the winner when the sides are exchanged', () => {
    const verdict = judgeSides(documentedSides.cluster, documentedSides.single)
    expect(percent(verdict.average)).toEqual(['cluster', '169.5'])
    expect(verdict).toMatchObject({ winner: 'cluster', recommended: 'cluster', responseTime: { side: 'cluster' } })
  })

  test('has peaks that leave a third of the concurrency idle, by Little’s law', () => {
    const { throughput, mean, concurrency } = documentedPeaks.single
    expect(Math.round((throughput * mean) / 1000)).toBe(335)
    expect(concurrency).toBe(500)
  })
})

test.each([
  [120, 100, null],
  [121, 100, 'single'],
  [100, 121, 'cluster'],
  [100, 100, null],
] as const)('an average of %d against %d recommends %s', (single, cluster, recommended) => {
  const { single: a, cluster: b } = documentedSides
  expect(judgeSides({ ...a, average: single }, { ...b, average: cluster }).recommended).toBe(recommended)
})

describe('passes over all levels', () => {
  const { single, cluster } = documentedSides
  const passes = (figures: typeof single, ...factors: readonly number[]): readonly Pass[] =>
    factors.map((factor) => ({
      figures: { ...figures, average: figures.average * factor, light: figures.light * factor },
      levels: { 'Light Load': figures.light * factor },
    }))

  test('make the single instance win with the published figures measured five times', () => {
    const measured = { single: passes(single, 0.97, 0.99, 1, 1.01, 1.03), cluster: passes(cluster, 0.97, 0.99, 1, 1.01, 1.03), doubt: null }
    expect(judgePasses(measured)).toMatchObject({ winner: 'single', recommended: 'single', success: { side: null, ahead: null } })
    expect(judgeLevel(measured, 'Light Load')).toMatchObject({ side: 'single' })
    expect(judgePasses({ ...measured, doubt: 'a run is invalid' })).toMatchObject({
      winner: null,
      recommended: null,
      average: { side: null, ahead: 'single', because: 'a run is invalid' },
    })
  })

  test('recommend neither side where the interval of a lead of more than 20 % reaches into the band', () => {
    const wide = passes({ ...cluster, average: single.average * 1.3 }, 0.94, 0.97, 1, 1.03, 1.06)
    const near = judgePasses({ single: passes(single, 0.97, 0.99, 1, 1.01, 1.03), cluster: wide, doubt: null })
    expect(near).toMatchObject({ winner: 'cluster', recommended: null })
    expect(near.average.by).toBeCloseTo(0.3)
    expect(near.average.atLeast).toBeLessThan(0.2)
    const far = passes({ ...cluster, average: single.average * 1.3 }, 0.999, 1, 1, 1, 1.001)
    expect(judgePasses({ single: passes(single, 0.999, 1, 1, 1, 1.001), cluster: far, doubt: null })).toMatchObject({
      recommended: 'cluster',
    })
    expect(judgePasses({ single: far, cluster: passes(single, 0.999, 1, 1, 1, 1.001), doubt: null })).toMatchObject({
      recommended: 'single',
    })
    expect(judgePasses({ single: wide, cluster: passes(single, 0.97, 0.99, 1, 1.01, 1.03), doubt: null })).toMatchObject({
      recommended: null,
    })
  })

  test('name a winner only by success where a side fails more of its requests', () => {
    const broken = passes({ ...cluster, average: single.average * 3, success: 0.6 }, 0.97, 0.99, 1, 1.01, 1.03)
    const judged = judgePasses({ single: passes({ ...single, success: 1 }, 0.97, 0.99, 1, 1.01, 1.03), cluster: broken, doubt: null })
    expect(judged).toMatchObject({ winner: null, success: { side: 'single' }, responseTime: { side: null } })
    expect(judged.average.because).toBe('the test fails 0 % of its requests on single and 40 % on cluster')
  })

  test('decide neither the peak nor a level on which too little time was spent', () => {
    const short = {
      peak: 'the run of the peak lasted 2 s',
      averages: null,
      levels: { 'Light Load': 'the runs of Light Load lasted 0.4 s' },
    }
    const measured = {
      single: passes(single, 0.97, 0.99, 1, 1.01, 1.03),
      cluster: passes(cluster, 0.97, 0.99, 1, 1.01, 1.03),
      doubt: null,
      short,
    }
    expect(judgePasses(measured)).toMatchObject({
      winner: 'single',
      peak: { side: null, ahead: 'single', because: 'the run of the peak lasted 2 s' },
      light: { side: null, ahead: 'single', because: 'the runs of Light Load lasted 0.4 s' },
    })
    expect(judgeLevel(measured, 'Light Load')).toMatchObject({
      side: null,
      ahead: 'single',
      because: 'the runs of Light Load lasted 0.4 s',
    })
  })

  test('have no winner between servers that were running before, unless it leads by more than two starts of one server may differ', () => {
    const sides = (factor: number): Parameters<typeof judgePasses>[0] => ({
      single: passes(single, 0.999, 1, 1, 1, 1.001),
      cluster: passes({ ...single, average: single.average * factor, success: single.success * 0.9 }, 0.999, 1, 1, 1, 1.001),
      doubt: null,
    })
    const because = 'a side was running before, two starts of the same server may differ by 20 %, and the lead is sure to be 13.7 % only'
    const alike = { ...sides(1.15), single: sides(1).cluster }
    expect(judgePasses({ ...alike, haveOneStart: true }).average).toMatchObject({ side: null, ahead: 'cluster', because })
    expect(judgePasses(alike).winner).toBe('cluster')
    expect(judgePasses({ ...sides(1.25), single: alike.single, haveOneStart: true }).winner).toBe('cluster')
    // A server does not respond rightly more often by the luck of its start.
    expect(judgePasses({ ...sides(1), haveOneStart: true }).success.side).toBe('single')
  })

  test('have no winner between two identical servers, whichever was ahead by chance', () => {
    const alike = { single: passes(single, 0.9, 0.95, 1, 1.05, 1.1), cluster: passes(single, 0.95, 1.12, 1.06, 0.97, 1.1), doubt: null }
    expect(judgePasses(alike)).toMatchObject({ winner: null, recommended: null, average: { ahead: 'cluster' } })
    expect(judgeLevel(alike, 'Light Load').side).toBeNull()
    const once = { single: passes(single, 1), cluster: passes(cluster, 1), doubt: null }
    expect(judgePasses(once).average).toMatchObject({
      side: null,
      ahead: 'single',
      because: 'one run a side is too few, it takes at least 5',
    })
  })
})

test('a side without a value has no advantage, and an advantage over 0 is unknown', () => {
  expect(advantageOf(Number.NaN, 1, 'more')).toEqual({ side: null, by: null })
  expect(advantageOf(0, 1, 'more')).toEqual({ side: 'cluster', by: null })
})

test.each([
  [15_001, 'EXCELLENT'],
  [15_000, 'GOOD'],
  [10_001, 'GOOD'],
  [10_000, 'ACCEPTABLE'],
  [5001, 'ACCEPTABLE'],
  [5000, 'NEEDS OPTIMIZATION'],
] as const)('a peak of %d is %s', (peak, grade) => {
  expect(gradeOf(peak)).toBe(grade)
})

function percent({ side, by }: { side: string | null; by: number | null }): readonly unknown[] {
  return [side, ((by ?? Number.NaN) * 100).toFixed(1)]
}

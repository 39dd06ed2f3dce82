import { expect, test } from 'vitest'
import { documentedSides } from '../documented-hypha.ts'
import { judgePasses, judgeSides } from '../hypha-comparison.ts'
import { hyphaVerdictLines } from './hypha-comparison-tables.ts'

const { single, cluster } = documentedSides

test('the published figures make the single instance win, although their script would have named the cluster', () => {
  expect(hyphaVerdictLines({ single, cluster, invalidRuns: 0, ...judgeSides(single, cluster) })).toEqual([
    'WINNER: Single, by average throughput (Single +169.5 %)',
    'TRADE-OFFS Single: for it average throughput, peak throughput, response time, nothing to coordinate; against it one core at most, and all is gone when it fails',
    'TRADE-OFFS Cluster: for it more cores, and it goes on when a server fails; against it average throughput, peak throughput, response time, several processes to run',
    'RECOMMENDATION: the single instance, which leads by more than 20 %; a cluster where it must go on when a server fails',
    'GRADE: Single EXCELLENT, Cluster GOOD',
  ])
})

test('two sides that are close are reported as such', () => {
  const close = { ...cluster, average: 12_000 }
  const lines = hyphaVerdictLines({ single, cluster: close, invalidRuns: 0, ...judgeSides(single, close) })
  expect(lines[0]).toBe('WINNER: Single, by average throughput (Single +1.4 %)')
  expect(lines[3]).toBe('RECOMMENDATION: depends on the use case, because neither side is sure to lead by more than 20 %')
})

test('without a winner nothing is recommended, and the number of runs that it takes is given', () => {
  const [side] = [{ single: [{ figures: single, levels: {} }], cluster: [{ figures: cluster, levels: {} }], doubt: null }]
  const lines = hyphaVerdictLines({ single, cluster, invalidRuns: 0, ...judgePasses(side) })
  expect(lines[0]).toBe('WINNER: none, because one run a side is too few, it takes at least 5')
  expect(lines[1]).toBe('TRADE-OFFS Single: for it nothing to coordinate; against it one core at most, and all is gone when it fails')
  expect(lines[3]).toBe('RECOMMENDATION: depends on the use case, because neither side won')
})

test('runs that are invalid decide nothing', () => {
  const verdict = { ...judgeSides(single, cluster), winner: null, recommended: null }
  expect(hyphaVerdictLines({ single, cluster, invalidRuns: 2, ...verdict })).toEqual([
    'WINNER: none, because 2 runs of the two sides ended invalid: such a run decides nothing',
  ])
})

test('a cluster of one server has no advantage in availability, and peaks that prove nothing have no grade', () => {
  const ungraded = { single: 'a run of its peak lasted 0.28 s, less than the 3 s that can be compared' }
  const lines = hyphaVerdictLines({ single, cluster, invalidRuns: 0, servers: 1, ungraded, ...judgeSides(single, cluster) })
  expect(lines.join()).not.toContain('goes on when a server fails')
  expect(lines[3]).toBe('RECOMMENDATION: the single instance, which leads by more than 20 %')
  expect(lines[4]).toBe('GRADE: Single none (a run of its peak lasted 0.28 s, less than the 3 s that can be compared), Cluster GOOD')
})

test('levels with too little time are named', () => {
  const short = { peak: 'the run of the peak lasted 2 s', averages: null, levels: { 'Light Load': 'the runs of Light Load lasted 0.4 s' } }
  const linesOf = (changes: Partial<typeof short> | { readonly averages: string }): readonly string[] =>
    hyphaVerdictLines({ single, cluster, invalidRuns: 0, short: { ...short, ...changes }, ...judgeSides(single, cluster) })
  const line = 'NOT COMPARED: the peak, Light Load, with less than 3 s of load a side'
  expect(linesOf({})[1]).toBe(`${line}; the averages are compared without them`)
  expect(linesOf({ averages: 'the longest level lasted 2 s' })[1]).toBe(line)
})

import type { TestResult } from '@benchpress/core'
import type { ClaimJudged } from '@benchpress/core/preset'
import { describe, expect, test } from 'vitest'
import { scenario, suiteResult, testResult } from '../../../test/suite-fixture.ts'
import { claimsSection, inEachRun, judgeSides } from './claims.ts'

function runs(variant: string, rates: readonly number[], duration = 30): readonly TestResult[] {
  return rates.map((requestsPerSecond, index) =>
    testResult({
      variant,
      repeat: index + 1,
      scenarios: [scenario({ duration, throughput: { requestsPerSecond, okPerSecond: requestsPerSecond, bytesPerSecond: 0 } })],
    }),
  )
}

const sides = {
  base: { variant: 'single-core' },
  head: { variant: 'multi-core' },
  better: 'high',
  measure: ({ scenario: { throughput } }: { readonly scenario: TestResult['scenarios'][number] }): number => throughput.requestsPerSecond,
} as const
const slow = [100, 101, 99, 100, 102]
const fast = [200, 201, 199, 203, 198]

describe('the winner of two sides', () => {
  test.each<[string, readonly number[], readonly number[], ClaimJudged['holds']]>([
    ['the head is faster', slow, fast, 'yes'],
    ['the head is slower', fast, slow, 'no'],
    ['both are as fast', slow, slow, 'no'],
    ['there are too few runs', slow.slice(0, 2), fast.slice(0, 2), 'unknown'],
  ])('%s', (_what, base, head, holds) => {
    expect(judgeSides(suiteResult([...runs('single-core', base), ...runs('multi-core', head)]), sides)).toMatchObject({ holds })
  })

  test('runs that are too short decide nothing, and are the reason', () => {
    const suite = suiteResult([...runs('single-core', slow), ...runs('multi-core', fast, 1)])
    expect(judgeSides(suite, sides)).toMatchObject({ holds: 'unknown', because: expect.stringContaining('1 s, less than') as unknown })
  })

  test('nothing is said of sides that were not run', () => {
    expect(judgeSides(suiteResult([testResult()]), sides)).toBeUndefined()
  })
})

describe('a rule for each run', () => {
  const judged = (...holds: readonly ClaimJudged['holds'][]): ClaimJudged | undefined => {
    const rule = inEachRun((_test, index) => ({ holds: holds[index] ?? 'yes', because: `the reason of ${index + 1}` }))
    return rule(suiteResult(holds.map((_, index) => testResult({ repeat: index + 1 }))), { part: undefined, isEmbedded: true })
  }

  test('holds where it holds in every run, and is unknown before that', () => {
    expect(judged('yes')).toEqual({ holds: 'yes', because: 'the reason of 1' })
    expect(judged('yes', 'unknown')).toMatchObject({ holds: 'unknown' })
    expect(judged('unknown', 'no')).toEqual({ holds: 'no', because: 'run 1: the reason of 1; run 2: the reason of 2' })
    expect(judged()).toBeUndefined()
  })
})

const around = (rate: number): readonly number[] => [0, 1, 2, 3, 4].map((more) => rate + more)

test.each([
  [1500, 1.86, 'no'],
  [2000, 1.86, 'yes'],
  [1861, 1.86, 'unknown'],
])('%i after 1,000 is %f times as much or more: %s', (head, least, holds) => {
  const suite = suiteResult([...runs('single-core', around(1000)), ...runs('multi-core', around(head))])
  expect(judgeSides(suite, { ...sides, least })?.holds).toBe(holds)
})

test('claims that are open for one reason share a line', () => {
  const open = { holds: 'unknown', because: 'too few runs' } as const
  const [section] = claimsSection([
    { says: 'a', ...open },
    { says: 'b', holds: 'yes', because: 'it is' },
    { says: 'c', ...open },
  ])
  expect(section?.parts).toEqual([
    { lines: [[{ condition: 'a; c', holds: 'unknown', outcome: 'too few runs' }], [{ condition: 'b', holds: 'yes', outcome: 'it is' }]] },
  ])
})

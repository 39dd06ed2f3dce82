import { expect, test } from 'vitest'
import { nearby, runOf, sideOf, sideWithRareEndpoint, suiteOf } from '../../test/result/compared-sides.ts'
import type { SuiteResult, TestResult } from '../result/shape/result.ts'
import { compareVariants } from './compare-variants.ts'

/** Runs of each variant by turns, with a number of ok responses a second and a time. */
function suiteOfRuns(...sides: readonly (readonly [variant: string, okPerSecond: number, time: number])[]): SuiteResult {
  return suiteOf(sides.flatMap(([variant, okPerSecond, time]) => sideOf(okPerSecond, time).tests.map((run) => ({ ...run, variant }))))
}

function answersOf(suite: SuiteResult): readonly string[] {
  return compareVariants(suite).flatMap(({ figures }) => figures.map(({ answer }) => answer))
}

test('the answer of each figure is how the other variant compares with the first', () => {
  const suite = suiteOfRuns(['single', 1000, 10], ['multi', 1800, 13])
  const [comparison, ...others] = compareVariants(suite)
  expect(others).toEqual([])
  expect(comparison).toMatchObject({ name: 'shop', base: { name: 'single', runs: 8 }, head: { name: 'multi', runs: 8 } })
  expect(answersOf(suite)).toEqual(['better', 'worse', 'worse', 'worse'])
  expect(answersOf({ ...suite, tests: suite.tests.toReversed() })).toEqual(['worse', 'better', 'better', 'better'])
  expect(comparison?.figures[0]?.base).toEqual(nearby.map((factor) => 1000 * factor))
})

test('endpoints of variants are not compared', () => {
  const tests = ['a', 'b'].flatMap((variant) => sideWithRareEndpoint(0).tests.map((run) => ({ ...run, variant })))
  expect(new Set(compareVariants(suiteOf(tests)).flatMap(({ figures }) => figures.map(({ part }) => part.kind)))).toEqual(
    new Set(['scenario']),
  )
})

test('each interval widens with the number of figures that a suite compares', () => {
  const widthIn = (suite: SuiteResult): number => {
    const [low, high] = compareVariants(suite)[0]?.figures[0]?.interval ?? [0, 0]
    return high - low
  }
  const two = [['single', 1000, 10] as const, ['multi', 1100, 10] as const]
  expect(widthIn(suiteOfRuns(...two, ['third', 1000, 10]))).toBeGreaterThan(widthIn(suiteOfRuns(...two)))
})

test('no variant is better by a run that is invalid, and the reason names the run', () => {
  const suite = suiteOfRuns(['single', 1000, 10], ['multi', 3000, 3])
  const [first, ...others] = suite.tests
  if (first === undefined) throw new Error('there are runs')
  const [comparison] = compareVariants({ ...suite, tests: [{ ...first, verdict: { level: 'invalid', reasons: [] } }, ...others] })
  expect(new Set(comparison?.figures.map(({ answer, because }) => `${answer}: ${because}`))).toEqual(
    new Set(['inconclusive: run 1 of shop (single) is invalid']),
  )
})

test('no variant is better that fails more of its requests, and the reason names the variants', () => {
  const suite = suiteOfRuns(['good', 1000, 10], ['broken', 1100, 2])
  const failing = (run: TestResult): TestResult => ({
    ...run,
    scenarios: run.scenarios.map((each) => ({
      ...each,
      counts: { ...each.counts, outcomes: { ...each.counts.outcomes, ok: 3000, http_error: 2000 } },
    })),
  })
  const [comparison] = compareVariants({ ...suite, tests: suite.tests.map((run) => (run.variant === 'broken' ? failing(run) : run)) })
  expect(comparison?.figures.map(({ answer }) => answer)).toEqual([...Array.from({ length: 4 }, () => 'inconclusive'), 'worse'])
  expect(comparison?.figures[0]?.because).toBe('reads, shop fails 0 % of its requests on good and 40 % on broken')
})

test('a variant that was not run has no values', () => {
  const idle = runOf(1, 0, 0, { variant: 'multi', interrupted: { cause: 'target', reason: 'the port was busy', at: 0 } })
  const scenarios = idle.scenarios.map((each) => ({ ...each, counts: { ...each.counts, started: 0 }, warmup: null }))
  const [comparison] = compareVariants(suiteOf([runOf(1, 1000, 10, { variant: 'single' }), { ...idle, scenarios }]))
  expect(comparison?.figures[0]).toMatchObject({ base: [1000], head: [], ratio: null, because: 'a side has no value' })
})

test('rounds, which are judged as they are made, have their ratios, and no answer by another rule', () => {
  const [comparison] = compareVariants({ ...suiteOfRuns(['A', 1000, 10], ['B', 3000, 3]), rounds: 4 })
  expect(comparison?.figures[0]).toMatchObject({ interval: null, answer: 'inconclusive', because: 'rounds are judged as they are made' })
  expect(comparison?.figures[0]?.ratio).toBeCloseTo(3)
})

test('the first variant is compared with each other one, test by test, and a single variant with none', () => {
  const named = (name: string, variant: string): TestResult => runOf(1, 1, 1, { name, variant })
  const suite = suiteOf([named('a', 'x'), named('a', 'y'), named('a', 'z'), named('b', 'x'), named('b', 'y'), named('c', 'default')])
  expect(compareVariants(suite).map(({ name, base, head }) => [name, base.name, head.name])).toEqual([
    ['a', 'x', 'y'],
    ['a', 'x', 'z'],
    ['b', 'x', 'y'],
  ])
})

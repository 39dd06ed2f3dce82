import { expect, test } from 'vitest'
import { exampleSuiteResult } from '../../../test/example-suite-result.ts'
import type { SuiteResult, TestResult } from '../shape/result.ts'
import { causeNotRun, compareVariants } from './compare-variants.ts'

const [example] = exampleSuiteResult.tests
const [exampleScenario] = example?.scenarios ?? []

/** A run of a variant with a number of good responses a second, each of which took the given time. */
function runOf(variant: string, okPerSecond: number, mean: number, changes: Partial<TestResult> = {}): TestResult {
  if (example === undefined || exampleScenario === undefined) throw new Error('the example has no scenario')
  const times = { ...exampleScenario.responseTime, mean, p50: mean, p99: mean * 2, count: 5000 }
  const scenario = {
    ...exampleScenario,
    name: 'reads',
    counts: { ...exampleScenario.counts, started: 5000 },
    throughput: { ...exampleScenario.throughput, okPerSecond },
    responseTime: times,
  }
  return {
    ...example,
    name: 'shop',
    variant,
    repeat: 1,
    interrupted: null,
    verdict: { level: 'valid', reasons: [] },
    scenarios: [scenario],
    ...changes,
  }
}

function notRun(variant: string, reason: string): TestResult {
  const run = runOf(variant, 0, 0)
  const scenarios = run.scenarios.map((each) => ({ ...each, counts: { ...each.counts, started: 0 }, warmup: null, users: null }))
  return { ...run, interrupted: { cause: 'target', reason, at: 0 }, scenarios }
}

function suiteOf(...tests: readonly TestResult[]): SuiteResult {
  return { ...exampleSuiteResult, tests }
}

test('each figure has the values of both sides, and names the better variant where the difference is outside the noise', () => {
  const suite = suiteOf(
    runOf('single', 1000, 10),
    runOf('multi', 1800, 10.1),
    runOf('multi', 1810, 9.9, { repeat: 2 }),
    runOf('single', 1010, 10.2, { repeat: 2 }),
  )
  const [comparison, ...others] = compareVariants(suite)
  expect(others).toEqual([])
  expect(comparison).toMatchObject({ test: 'shop', scenario: 'reads', baseline: 'single', other: 'multi', missing: [] })
  expect(comparison?.figures.map(({ name, better, because }) => [name, better, because])).toEqual([
    ['okPerSecond', 'multi', null],
    ['mean', null, 'the ranges overlap'],
    ['p50', null, 'the ranges overlap'],
    ['p99', null, 'the ranges overlap'],
  ])
  expect(comparison?.figures[0]).toMatchObject({ baseline: [1000, 1010], other: [1800, 1810], change: expect.closeTo(0.796, 3) as number })
})

test('a low response time is the better one', () => {
  const [comparison] = compareVariants(suiteOf(runOf('single', 1000, 10), runOf('multi', 1000, 5)))
  expect(comparison?.figures.map(({ better }) => better)).toEqual([null, 'multi', 'multi', 'multi'])
})

test('a percentile without enough samples is no value', () => {
  const few = (run: TestResult): TestResult => ({
    ...run,
    scenarios: run.scenarios.map((each) => ({ ...each, responseTime: { ...each.responseTime, count: 100 } })),
  })
  const [comparison] = compareVariants(suiteOf(few(runOf('single', 1000, 10)), few(runOf('multi', 1000, 5))))
  expect(comparison?.figures.map(({ name, baseline }) => [name, baseline.length])).toEqual([
    ['okPerSecond', 1],
    ['mean', 1],
    ['p50', 1],
    ['p99', 0],
  ])
})

test('a variant that was not run has no values, and says why', () => {
  const suite = suiteOf(runOf('single', 1000, 10), notRun('multi', 'the port was busy'))
  expect(suite.tests.map(causeNotRun)).toEqual([undefined, 'the port was busy'])
  const [comparison] = compareVariants(suite)
  expect(comparison?.missing).toEqual([{ variant: 'multi', repeat: 1, cause: 'the port was busy' }])
  expect(comparison?.figures[0]).toMatchObject({ baseline: [1000], other: [], change: null, better: null, because: 'a side has no value' })
})

test.each([
  ['is invalid', { verdict: { level: 'invalid', reasons: [] } }],
  ['ended early', { interrupted: { cause: 'target', reason: 'it exited', at: 3 } }],
] as const)('nobody wins over, or by, a run that %s', (_name, changes) => {
  const [comparison] = compareVariants(suiteOf(runOf('single', 1000, 10), runOf('multi', 3000, 3, changes)))
  expect(comparison?.figures.map(({ better, because }) => [better, because])).toEqual(
    Array.from({ length: 4 }, () => [null, 'a run of multi is invalid or ended early']),
  )
  expect(comparison?.figures[0]?.change).toBe(2)
})

test('the first variant is compared with each other, test by test; one alone with none', () => {
  const named = (name: string, variant: string): TestResult => runOf(variant, 1, 1, { name })
  const suite = suiteOf(named('a', 'x'), named('a', 'y'), named('a', 'z'), named('b', 'x'), named('b', 'y'), named('c', 'default'))
  expect(compareVariants(suite).map(({ test: name, baseline, other }) => [name, baseline, other])).toEqual([
    ['a', 'x', 'y'],
    ['a', 'x', 'z'],
    ['b', 'x', 'y'],
  ])
})

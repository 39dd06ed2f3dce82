import { expect, test } from 'vitest'
import { exampleSuiteResult } from '../../test/example-suite-result.ts'
import type { SuiteResult, TestResult } from '../result/shape/result.ts'
import { compareVariants } from './compare-variants.ts'
import { causeNotRun } from './doubtful-run.ts'

const [example] = exampleSuiteResult.tests
const [exampleScenario] = example?.scenarios ?? []

/** A run of a variant with a number of good responses a second, each of which took the given time. */
function runOf(variant: string, okPerSecond: number, mean: number, changes: Partial<TestResult> = {}): TestResult {
  if (example === undefined || exampleScenario === undefined) throw new Error('the example has no scenario')
  const times = { ...exampleScenario.responseTime, mean, p50: mean, p99: mean * 2, count: 5000 }
  const scenario = {
    ...exampleScenario,
    name: 'reads',
    duration: 30,
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

/** Five runs of each variant by turns, whose figures differ by up to 2 % from run to run. */
function suiteOfRuns(
  sides: readonly (readonly [variant: string, okPerSecond: number, mean: number])[],
  changes: Partial<TestResult> = {},
): SuiteResult {
  const runs = [0.98, 0.99, 1, 1.01, 1.02].flatMap((factor, index) =>
    sides.map(([variant, okPerSecond, mean]) => runOf(variant, okPerSecond * factor, mean / factor, { repeat: index + 1 })),
  )
  return suiteOf(...runs.map((run, index) => (index === 0 ? { ...run, ...changes } : run)))
}

test('each figure has the values of both sides, and names the better variant where the interval excludes that they are the same', () => {
  const suite = suiteOfRuns([
    ['single', 1000, 10],
    ['multi', 1800, 10.3],
  ])
  const [comparison, ...others] = compareVariants(suite)
  expect(others).toEqual([])
  expect(comparison).toMatchObject({ test: 'shop', scenario: 'reads', baseline: 'single', other: 'multi', missing: [] })
  expect(comparison?.figures.map(({ name, answer, better }) => [name, answer, better])).toEqual([
    ['okPerSecond', 'better', 'multi'],
    ['mean', 'inconclusive', null],
    ['p50', 'inconclusive', null],
    ['p99', 'inconclusive', null],
  ])
  const [throughput] = comparison?.figures ?? []
  expect(throughput?.baseline).toEqual([980, 990, 1000, 1010, 1020])
  expect(throughput?.ratio).toBeCloseTo(1.8)
})

test('the lower response time is the better one', () => {
  const sides = [
    ['single', 1000, 10],
    ['multi', 1000, 5],
  ] as const
  expect(compareVariants(suiteOfRuns(sides))[0]?.figures.map(({ better }) => better)).toEqual([null, 'multi', 'multi', 'multi'])
  expect(compareVariants(suiteOfRuns(sides.toReversed()))[0]?.figures.map(({ better }) => better)).toEqual([
    null,
    'multi',
    'multi',
    'multi',
  ])
})

test('a variant with more failed requests wins no figure, however fast its failures are', () => {
  const suite = suiteOfRuns([
    ['good', 1000, 10],
    ['broken', 1100, 2],
  ])
  const failing = (run: TestResult, share: number): TestResult => ({
    ...run,
    scenarios: run.scenarios.map((each) => ({
      ...each,
      counts: {
        ...each.counts,
        outcomes: { ...each.counts.outcomes, ok: 5000 * (1 - share), http_error: 5000 * share },
      },
    })),
  })
  const withFailures = (share: number): SuiteResult =>
    suiteOf(...suite.tests.map((run) => (run.variant === 'broken' ? failing(run, share) : failing(run, 0))))
  const [comparison] = compareVariants(withFailures(0.4))
  expect(comparison?.figures.map(({ better, because }) => [better, because])).toEqual(
    Array.from({ length: 4 }, () => [
      null,
      expect.stringMatching(/^reads fails 0\.\d+ % of its requests on good and 40 % on broken$/) as unknown,
    ]),
  )
  expect(compareVariants(withFailures(0.005))[0]?.figures.map(({ better }) => better)).toEqual(['broken', 'broken', 'broken', 'broken'])
})

test('one run of each variant gives a ratio and no winner, however far apart they are', () => {
  const [comparison] = compareVariants(suiteOf(runOf('single', 1000, 10), runOf('multi', 5000, 2)))
  expect(comparison?.figures.map(({ better, because }) => [better, because])).toEqual(
    Array.from({ length: 4 }, () => [null, 'one run a side is too few, it takes at least 5']),
  )
  expect(comparison?.figures[0]?.ratio).toBeCloseTo(5)
})

test('each interval widens with the number of figures that a suite compares', () => {
  const widthIn = (suite: SuiteResult): number => {
    const [low, high] = compareVariants(suite)[0]?.figures[0]?.interval ?? [0, 0]
    return high - low
  }
  const two = [['single', 1000, 10] as const, ['multi', 1100, 10] as const]
  expect(widthIn(suiteOfRuns([...two, ['third', 1000, 10]]))).toBeGreaterThan(widthIn(suiteOfRuns(two)))
})

test('a percentile without enough samples has no value', () => {
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

test('no variant wins a percentile of which one run has only a lower bound', () => {
  const suite = suiteOfRuns([
    ['single', 1000, 10],
    ['multi', 1000, 2],
  ])
  const more = suiteOfRuns([['multi', 1000, 50]])
  const samples = { p2_5: 5000, p50: 5000, p75: 5000, p90: 5000, p95: 5000, p97_5: 5000, p99: 5000, p99_9: 5000 }
  const cut = more.tests.map((run) => ({
    ...run,
    scenarios: run.scenarios.map((each) => ({
      ...each,
      responseTime: {
        ...each.responseTime,
        unfinished: { count: 9, shortest: 1, mean: 2, longest: 3, lowerBounds: ['mean', 'p99'] as const, samples },
      },
    })),
  }))
  const [comparison] = compareVariants(suiteOf(...suite.tests, ...cut.slice(0, 1)))
  expect(comparison?.figures.map(({ name, other, better, because }) => [name, other.length, better, because])).toEqual([
    ['okPerSecond', 6, null, null],
    ['mean', 5, null, 'a run of multi has too few samples for it, or only a lower bound'],
    ['p50', 6, null, expect.any(String)],
    ['p99', 5, null, 'a run of multi has too few samples for it, or only a lower bound'],
  ])
})

test('a variant that was not run has no values, and the comparison says why', () => {
  const suite = suiteOf(runOf('single', 1000, 10), notRun('multi', 'the port was busy'))
  expect(suite.tests.map(causeNotRun)).toEqual([undefined, 'the port was busy'])
  const [comparison] = compareVariants(suite)
  expect(comparison?.missing).toEqual([{ variant: 'multi', repeat: 1, cause: 'the port was busy' }])
  expect(comparison?.figures[0]).toMatchObject({ baseline: [1000], other: [], ratio: null, better: null, because: 'a side has no value' })
})

test.each([
  ['is invalid', { verdict: { level: 'invalid', reasons: [] } }],
  ['ended early', { interrupted: { cause: 'target', reason: 'it exited', at: 3 } }],
  [
    'lasted 0.12 s, less than the 3 s that can be compared',
    { scenarios: runOf('single', 980, 10).scenarios.map((each) => ({ ...each, duration: 0.12 })) },
  ],
] as const)('no variant wins over, or by, a run that %s', (doubt, changes) => {
  const [comparison] = compareVariants(
    suiteOfRuns(
      [
        ['single', 1000, 10],
        ['multi', 3000, 3],
      ],
      changes,
    ),
  )
  expect(comparison?.figures.map(({ better, answer, because }) => [better, answer, because])).toEqual(
    Array.from({ length: 4 }, () => [null, 'inconclusive', `a run of single ${doubt}`]),
  )
  expect(comparison?.figures[0]?.ratio).toBeCloseTo(3)
})

test('rounds, which are judged as they are made, have their ratios, and no winner by another rule', () => {
  const suite = suiteOfRuns([
    ['A', 1000, 10],
    ['B', 3000, 3],
  ])
  const [comparison] = compareVariants({ ...suite, rounds: 5 })
  expect(comparison?.figures.map(({ better, interval, because }) => [better, interval, because])).toEqual(
    Array.from({ length: 4 }, () => [null, null, 'rounds are judged as they are made']),
  )
  expect(comparison?.figures[0]?.ratio).toBeCloseTo(3)
})

test('the first variant is compared with each other one, test by test, and a single variant with none', () => {
  const named = (name: string, variant: string): TestResult => runOf(variant, 1, 1, { name })
  const suite = suiteOf(named('a', 'x'), named('a', 'y'), named('a', 'z'), named('b', 'x'), named('b', 'y'), named('c', 'default'))
  expect(compareVariants(suite).map(({ test: name, baseline, other }) => [name, baseline, other])).toEqual([
    ['a', 'x', 'y'],
    ['a', 'x', 'z'],
    ['b', 'x', 'y'],
  ])
})

test('where nothing was sent over HTTP, the requests of the plugin are compared', () => {
  const suite = suiteOfRuns([
    ['single', 1000, 10],
    ['multi', 1800, 10.1],
  ])
  const users = exampleSuiteResult.tests.flatMap(({ scenarios }) => scenarios).find((each) => each.users !== null)?.users
  if (users == null) throw new Error('the example has no users')
  const overPlugin = suite.tests.map((run) => ({
    ...run,
    scenarios: run.scenarios.map((each) => ({
      ...each,
      counts: { ...each.counts, scheduled: 0, started: 0 },
      throughput: { ...each.throughput, okPerSecond: 0 },
      users: { ...users, pluginRequests: [{ ...each, plugin: 'socketio', statuses: {} }] },
    })),
  }))
  expect(compareVariants(suiteOf(...overPlugin))[0]?.figures).toEqual(compareVariants(suite)[0]?.figures)
})

test('a variant without any ok response makes no other one better', () => {
  const suite = suiteOfRuns([
    ['broken', 0, 10],
    ['whole', 1000, 10],
  ])
  const invalid = suite.tests.map((run) =>
    run.variant === 'broken' ? { ...run, verdict: { level: 'invalid' as const, reasons: [] } } : run,
  )
  const [comparison] = compareVariants(suiteOf(...invalid))
  expect(comparison?.figures.find(({ name }) => name === 'okPerSecond')).toMatchObject({
    better: null,
    because: 'a run of broken is invalid',
  })
})

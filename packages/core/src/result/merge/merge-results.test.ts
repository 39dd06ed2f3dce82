import { describe, expect, test } from 'vitest'
import { exampleSuiteResult } from '../../../test/example-suite-result.ts'
import { machineFixture } from '../../../test/result/verdict/machine-fixture.ts'
import { resultProblems } from '../../../../../test/result-schema.ts'
import { isBenchpressError } from '../../base/errors/benchpress-error.ts'
import { Histogram } from '../../model/metrics/histogram.ts'
import { summarizeTimes, type TimeSummary } from '../summary/time-summary.ts'
import type { SuiteResult, TestResult } from '../shape/result.ts'
import { mergeResults } from './merge-results.ts'

const times = timesOf([1000, 2000, 3000])

function timesOf(microseconds: readonly number[]): TimeSummary {
  const histogram = new Histogram()
  for (const value of microseconds) histogram.record(value)
  return summarizeTimes(histogram)
}

// With the same distribution in the place of each.
function withTimes<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(withTimes) as Value
  if (typeof value !== 'object' || value === null) return value
  if ('intervals' in value) return times as Value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withTimes(each)])) as Value
}

const [example] = exampleSuiteResult.tests
const scenario = withTimes(example?.scenarios.find(({ users }) => users === null) ?? example?.scenarios[0])

/** A result that began a number of seconds after the first one. */
function resultAt(second: number, changes: Partial<TestResult> = {}): SuiteResult {
  if (example === undefined || scenario === undefined) throw new Error('the example has no test')
  const startedAt = new Date(Date.parse('2026-01-02T03:04:06.000Z') + second * 1000).toISOString()
  const thresholds = [{ ...example.thresholds[0], selector: 'http_requests', condition: 'count > 400' }] as TestResult['thresholds']
  const own = { startedAt, duration: 10, seed: second, interrupted: null, deliveries: [], metrics: {}, thresholds, scenarios: [scenario] }
  return {
    ...exampleSuiteResult,
    environment: { ...exampleSuiteResult.environment, startedAt },
    found: null,
    tests: [{ ...example, ...own, ...changes }],
  }
}

const exampleGenerator = example?.generator as TestResult['generator']
const exampleThread = exampleGenerator.threads[0] as TestResult['generator']['threads'][number]

function problemsOf(...results: readonly SuiteResult[]): readonly string[] {
  try {
    mergeResults(results)
  } catch (error) {
    if (isBenchpressError(error) && error.code === 'NOT_MERGEABLE') return error.message.split('\n')
    throw error
  }
  return []
}

describe('results that were measured at the same time', () => {
  const merged = mergeResults([resultAt(0), resultAt(0.5), resultAt(1)])
  const [only, ...others] = merged.tests

  test('a merged result lists all machines, with their workers renumbered and their shares of the whole', () => {
    const on = (...names: readonly string[]): Partial<TestResult> => ({
      machines: names.map((name, worker) => machineFixture({ name, workers: [worker], share: 1 / names.length })),
      generator: { ...exampleGenerator, threads: names.map((_, worker) => ({ ...exampleThread, worker })) },
    })
    const [joined] = mergeResults([resultAt(0, on('a', 'b')), resultAt(0.5, on('c'))]).tests
    const shares = joined?.machines?.map(({ name, workers, share }) => [name, workers, Number(share?.toFixed(3))])
    expect(shares).toEqual([
      ['a', [0], 0.333],
      ['b', [1], 0.333],
      ['c', [2], 0.333],
    ])
    expect(mergeResults([resultAt(0), resultAt(0.5)]).tests[0]).not.toHaveProperty('machines')
  })

  test('a merged result names no command, as no single one made it', () => {
    const parts = [resultAt(0), resultAt(0.5)].map((part) => ({ ...part, command: 'npx benchpress run' }))
    expect(mergeResults(parts)).not.toHaveProperty('command')
  })

  test('a merged result has one load: counts, connections and rates are added, histograms are merged', () => {
    expect(others).toEqual([])
    const { counts, throughput } = scenario ?? {}
    expect(only?.scenarios).toMatchObject([
      {
        counts: { started: 3 * (counts?.started ?? 0) },
        throughput: { requestsPerSecond: expect.closeTo(3 * (throughput?.requestsPerSecond ?? 0), 9) },
        responseTime: timesOf([1000, 2000, 3000, 1000, 2000, 3000, 1000, 2000, 3000]),
      },
    ])
    expect(only?.generator.threads.map(({ worker }) => worker)).toEqual([0, 1, 2])
    expect([only?.startedAt, only?.duration]).toEqual(['2026-01-02T03:04:06.000Z', 11])
  })

  test('the thresholds of a merged result are judged again, on the merged figures', () => {
    const [threshold] = only?.thresholds ?? []
    const started = 3 * (scenario?.counts.started ?? 0)
    expect(threshold).toMatchObject({ actual: started, passed: started > 400 })
    expect(only?.metrics['http_requests']).toMatchObject({ type: 'counter', count: started })
  })

  test('a merged result has the limit of the worst result, followed by those of the others', () => {
    const verdictOf = (level: 'valid' | 'suspect'): TestResult['verdict'] => ({
      level,
      reasons: level === 'valid' ? [] : [{ rule: 'send-lag', level, text: 'late' }],
    })
    const { tests } = mergeResults([
      resultAt(0, { verdict: verdictOf('valid'), limitedBy: { by: 'nothing', text: 'nothing' } }),
      resultAt(1, { verdict: verdictOf('suspect'), limitedBy: { by: 'generator', text: 'its CPU' } }),
    ])
    expect(tests[0]).toMatchObject({ verdict: { level: 'suspect' }, limitedBy: { by: 'generator', text: 'its CPU; nothing' } })
  })

  test('a merged result says that it was joined, and is a valid result file', () => {
    expect(merged.merged).toHaveLength(3)
    expect(only?.verdict.reasons.at(-1)).toEqual({
      rule: 'merged',
      level: 'note',
      text: 'added up from 3 results that were measured at the same time',
    })
    expect(resultProblems(merged)).toEqual([])
  })
})

test('results of one run after the other become repeats, in the order in which they were made', () => {
  const merged = mergeResults([resultAt(100), resultAt(0)])
  expect(merged.tests.map(({ repeat, seed }) => [repeat, seed])).toEqual([
    [1, 0],
    [2, 100],
  ])
  expect(merged.tests[0]?.scenarios).toEqual(resultAt(0).tests[0]?.scenarios)
  expect(merged.merged?.map(({ startedAt }) => startedAt)).toEqual(['2026-01-02T03:05:46.000Z', '2026-01-02T03:04:06.000Z'])
})

test('a merged result can be merged with further results', () => {
  const merged = mergeResults([mergeResults([resultAt(0), resultAt(100)]), resultAt(200)])
  expect(merged.tests.map(({ repeat }) => repeat)).toEqual([1, 2, 3])
  expect(merged.merged).toHaveLength(3)
})

describe('what cannot be joined is refused, all of it at once', () => {
  test('results with another plan or other tests are refused', () => {
    const other = { ...resultAt(0, { name: 'other', seed: 5 }), config: { target: 'http://localhost:4000' } }
    expect(problemsOf(resultAt(0), other)).toEqual([
      'result 2 is of another plan than result 1: target is "http://localhost:4000" rather than "http://localhost:3000", scenarios is left out',
      'result 1 has the test deserve, which result 2 has not',
      'result 2 has the test other, which result 1 has not',
    ])
  })

  test('settings that differ are refused by their paths and the names of the results, with a few of many', () => {
    const withConfig = (config: SuiteResult['config'], at: number): SuiteResult => ({ ...resultAt(at), config })
    const planOf = (users: number): object => ({ scenarios: { reads: { workload: { users, duration: '1s' } } } })
    const messageOf = (first: unknown, other: unknown): string => {
      try {
        mergeResults([withConfig(first, 0), withConfig(other, 100)], ['a.json', 'b.json'])
      } catch (error) {
        return String(error)
      }
      return 'merged'
    }
    expect(messageOf(planOf(3), planOf(5))).toContain(
      'b.json is of another plan than a.json: scenarios.reads.workload.users is 5 rather than 3',
    )
    expect(messageOf({ a: 1 }, { a: 1, b: 'x' })).toContain(': b is "x" rather than left out')
    expect(messageOf({ a: 1, b: 2, c: 3, d: 4, e: 5 }, {})).toMatch(/: a is left out, b is left out, c is left out, and 2 more$/)
  })

  test('the same run given twice is refused', () => {
    expect(problemsOf(resultAt(0), resultAt(0))).toEqual([
      'result 1 and result 2 have the same run of deserve, which would count twice: leave one of them out',
    ])
  })

  test('runs that overlap in part are refused', () => {
    expect(problemsOf(resultAt(0), resultAt(5))).toEqual([
      'deserve, run 1 was measured neither at the same time nor one after the other: the results began 5 s apart',
    ])
  })

  test('deliveries and searches are refused', () => {
    expect(problemsOf(resultAt(0, { deliveries: example?.deliveries ?? [] }), resultAt(1))).toEqual([
      'deserve has deliveries, of which it is not known who received which',
    ])
    const found: SuiteResult['found'] = {
      parameter: 'rate',
      value: null,
      failedAt: null,
      slo: [],
      steps: [],
      limitedBy: { by: 'nothing', text: '' },
      confidence: '',
      complete: false,
    }
    expect(problemsOf({ ...resultAt(0), found }, resultAt(1))).toEqual([
      'result 1 is of a search, whose steps depend on what was found before',
    ])
  })

  test('a single result is refused, as there is nothing to join', () => {
    expect(problemsOf(resultAt(0))).toEqual(['a merge takes two results or more, and 1 was given'])
  })
})

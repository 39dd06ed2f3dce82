import type { TestResult } from '@benchpress/core'
import { describe, expect, test } from 'vitest'
import { nestjsNotRun, nestjsTest, publishedTests, fiveTimes } from '../../../test/nestjs-fixture.ts'
import { suiteResult } from '../../../../report/test/suite-fixture.ts'
import { findInNestjs, type NestjsFindings } from './find-in-nestjs.ts'
import type { TestFindings } from './find-in-test.ts'

describe('the published runs', () => {
  test('the published runs have no winner, because each run was made once', () => {
    expect(find(publishedTests).tests.map(({ winner }) => winner)).toEqual([null, null, null])
  })

  test('the published runs have a winner by the first figure that decides, when made five times', () => {
    expect(find(fiveTimes(publishedTests)).tests.map(({ name, winner }) => [name, winner?.variant, winner?.by.name])).toEqual([
      ['load', 'single-core', 'completedShare'],
      ['websocket', 'single-core', 'completedShare'],
      ['max', 'multi-core', 'completedShare'],
    ])
  })

  test('the published runs differ as much as in the document, with the right sign', () => {
    const max = only(publishedTests, 'max')
    expect(figure(max, 'requests').change).toBeCloseTo(0.776, 3)
    expect(figure(max, 'completed').change).toBeCloseTo(0.857, 3)
    expect(figure(max, 'completedShare')).toMatchObject({ values: [[8452 / 15_700], [15_693 / 15_700]], better: null })
    expect(figure(max, 'auctionsRead').change).toBeCloseTo(0.788, 3)
    // More is worse, and the document names no winner for this figure either.
    expect(figure(max, 'auctionsP99')).toMatchObject({ better: null, change: expect.closeTo(0.896, 3) as unknown })
    expect(figure(only(fiveTimes(publishedTests), 'max'), 'auctionsP99').better).toBe('single-core')
    const bid = only(publishedTests, 'load').endpoints.find(({ name }) => name === 'POST /api/auctions/{id}/bid')
    expect(bid?.p99).toMatchObject({ change: expect.closeTo(-0.6, 6) as unknown, better: null })
    expect(bid?.mean).toMatchObject({ better: null, compared: { because: 'one run a side is too few, it takes at least 5' } })
  })

  test('the published runs are compared in all figures of all tests together, so that each interval is wider', () => {
    const spreadOf = (runs: readonly TestResult[]): number => {
      const [low, high] = figure(only(fiveTimes(runs), 'max'), 'auctionsP99').compared?.interval ?? [0, 0]
      return high / low
    }
    expect(spreadOf(publishedTests)).toBeGreaterThan(1.004 * spreadOf(publishedTests.filter(({ name }) => name.includes('max'))))
  })

  test('the published runs have the rates of their raw data: over the best ten seconds, and over all', () => {
    const max = only(publishedTests, 'max')
    expect(figure(max, 'peak').values).toEqual([[8557], [12_154]])
    expect(figure(max, 'overall').values.flat().map(Math.round)).toEqual([5569, 5758])
    expect(figure(only(publishedTests, 'websocket'), 'emitsPerSecond').values.flat().map(Math.round)).toEqual([81, 0])
  })

  test('the published runs accepted no bid and no deposit, in spite of their statuses', () => {
    const load = only(publishedTests, 'load')
    expect(figure(load, 'bidsAccepted').values).toEqual([[0], [0]])
    expect(figure(load, 'bidsRefused').values).toEqual([[22_400], [21_370]])
    expect(figure(load, 'deposits').values).toEqual([[0], [0]])
  })
})

describe('a winner', () => {
  const run = (variant: string, p99: number, changes: Partial<TestResult> = {}): TestResult =>
    nestjsTest('load', variant, { created: 100, completed: 100, requests: 5000, mean: 1, p99 }, changes)

  test('is not named for a difference within the noise, and the reason is given', () => {
    const { winner, undecided } = only([run('single-core', 10), run('multi-core', 9)], 'load')
    expect([winner, undecided]).toEqual([null, 'All requests, mean: one run a side is too few, it takes at least 5'])
    const noisy = [9, 9.5, 10, 10.5, 11].flatMap((p99) => [run('single-core', p99), run('multi-core', p99 * 0.95)])
    expect(only(noisy, 'load').winner).toBeNull()
    expect(figure(only(noisy, 'load'), 'p99').compared?.because).toMatch(/^5 runs a side differ too much, \d+ would probably decide$/)
  })

  test('a winner is not named by its times where its requests fail', () => {
    const failing = (result: TestResult): TestResult => ({
      ...result,
      scenarios: result.scenarios.map((each) => ({
        ...each,
        counts: { ...each.counts, outcomes: { ...each.counts.outcomes, ok: 3000, http_error: 2000 } },
      })),
    })
    const { winner, figures } = only(fiveTimes([run('single-core', 10), failing(run('multi-core', 1))]), 'load')
    expect(winner).toBeNull()
    expect(figures.find(({ name }) => name === 'p99')?.compared?.because).toBe(
      'the test fails 0 % of its requests on single-core and 40 % on multi-core',
    )
    expect(figures.find(({ name }) => name === 'okShare')?.better).toBe('single-core')
  })

  test('a winner is not named by the mean of a few samples', () => {
    const few = (variant: string, mean: number, samples: number): TestResult =>
      nestjsTest('load', variant, { created: 6, completed: 6, requests: samples, mean, samples })
    const { winner, undecided } = only(fiveTimes([few('single-core', 10, 99), few('multi-core', 2, 5000)]), 'load')
    expect([winner, undecided]).toEqual([null, 'All requests, mean: fewer than 100 samples cannot be told from the noise'])
    expect(only(fiveTimes([few('single-core', 10, 100), few('multi-core', 2, 100)]), 'load').winner).toMatchObject({
      variant: 'multi-core',
    })
  })

  test('a winner is not named where a run was invalid', () => {
    const invalid = run('multi-core', 5, { verdict: { level: 'invalid', reasons: [] } })
    const valid = fiveTimes([run('single-core', 10), run('multi-core', 5)])
    expect(only(valid, 'load').winner).toMatchObject({ variant: 'multi-core', by: { name: 'p99' } })
    const { winner, undecided, figures } = only([...valid, invalid], 'load')
    expect(winner).toBeNull()
    expect(undecided).toContain('All requests, mean: ')
    expect(figures.find(({ name }) => name === 'p99')?.compared?.because).toBe('a run of multi-core is invalid')
  })

  test('is not named by a percentile that is a lower bound in one run', () => {
    const cut = run('multi-core', 5)
    const samples = { p2_5: 5000, p50: 5000, p75: 5000, p90: 5000, p95: 5000, p97_5: 5000, p99: 5000, p99_9: 5000 }
    const scenarios = cut.scenarios.map((each) => ({
      ...each,
      responseTime: {
        ...each.responseTime,
        unfinished: { count: 9, shortest: 1, mean: 2, longest: 3, lowerBounds: ['mean', 'p99'] as const, samples },
      },
    }))
    const { winner, figures } = only([...fiveTimes([run('single-core', 10), run('multi-core', 5)]), { ...cut, scenarios }], 'load')
    expect(winner).toBeNull()
    const p99 = figures.find(({ name }) => name === 'p99')
    expect(p99?.values.map((values) => values.length)).toEqual([5, 5])
    expect(p99?.compared?.because).toBe('a run of multi-core cannot tell it')
  })

  test('is not named where a side was not run, and the cause is given', () => {
    const { winner, undecided, variants } = only([run('single-core', 10), nestjsNotRun('load', 'multi-core', 'no port')], 'load')
    expect([winner, undecided]).toEqual([null, 'multi-core was not run'])
    expect(variants[1]?.runs[0]?.notRun).toBe('no port')
  })

  test('a winner is not named where one target was tested', () => {
    const { winner, undecided } = only([run('default', 10)], 'load')
    expect([winner, undecided]).toEqual([null, null])
  })
})

describe('the sustained rate', () => {
  test('is the rate of the longest constant phase, never above the peak, and n/a with fewer than five full seconds', () => {
    const stages = [
      { duration: 2, to: 5 },
      { duration: 2, to: 20 },
      { duration: 5, to: 20 },
      { duration: 0, to: 5 },
      { duration: 2, to: 5 },
    ]
    const perSecond = [1, 1, 9, 9, 29, 30, 31, 32, 33, 2, 2]
    const whole = nestjsTest('max', 'default', { created: 9, completed: 9, requests: 117, perSecond })
    const withStages = (seconds: number): TestResult => ({
      ...whole,
      scenarios: whole.scenarios.map((scenario) => ({
        ...scenario,
        workload: { ...scenario.workload, from: 5, stages } as typeof scenario.workload,
        series: scenario.series.slice(0, seconds),
      })),
    })
    expect(figure(only([withStages(11)], 'max'), 'sustained').values).toEqual([[31]])
    expect(figure(only([withStages(11)], 'max'), 'peak').values).toEqual([[31]])
    expect(figure(only([withStages(8)], 'max'), 'sustained').values).toEqual([[]])
    // A run of fewer than ten seconds is taken as a whole.
    expect(figure(only([withStages(4)], 'max'), 'peak').values).toEqual([[5]])
  })
})

function find(tests: readonly TestResult[]): NestjsFindings {
  return findInNestjs(suiteResult(tests))
}

function only(tests: readonly TestResult[], name: string): TestFindings {
  const found = find(tests).tests.find((each) => each.name === name)
  if (found === undefined) throw new Error(`nothing was found in ${name}`)
  return found
}

function figure({ figures }: TestFindings, name: string): TestFindings['figures'][number] {
  const found = figures.find((each) => each.name === name)
  if (found === undefined) throw new Error(`there is no figure ${name}`)
  return found
}

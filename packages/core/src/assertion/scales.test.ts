import { describe, expect, test } from 'vitest'
import { failureOf, lines } from '../../test/assertion/failure-of.ts'
import { runOf, suiteOf } from '../../test/result/compared-sides.ts'
import type { SuiteResult, TestResult } from '../result/shape/result.ts'
import { assertScalesWith } from './assert.ts'
import { scales } from './scales.ts'

const factors = [0.99, 1, 1, 1, 1.01]

/** A sweep over users: the throughput of each level, with as many repeats as there are factors. */
function sweepOf(levels: Readonly<Record<string, number>>, repeats: readonly number[] = factors): SuiteResult {
  return suiteOf(
    Object.entries(levels).flatMap(([users, perSecond]) =>
      repeats.map((factor, index) =>
        runOf(index + 1, perSecond * factor, 10, {
          name: `kv users=${users}`,
          sweep: { of: 'kv', parameter: 'users', value: Number(users) },
        }),
      ),
    ),
  )
}

describe('what scales', () => {
  test('a rate scales with the required share of linear growth at every level', () => {
    const sweep = sweepOf({ 1: 1000, 2: 1960, 4: 3700 })
    expect(scales(sweep, 'users', { atLeast: 0.8 }).outcome).toBe('holds')
    expect(scales(sweep, 'users', { atLeast: '80%' }).outcome).toBe('holds')
    expect(scales(sweep, 'users', { atLeast: 0.99 }).outcome).toBe('fails')
    expect(scales(sweep, 'users', { atLeast: 0.92 }).outcome).toBe('undecided')
  })

  test('a rate does not scale if any level fails, even one in the middle', () => {
    expect(scales(sweepOf({ 1: 1000, 2: 1000, 4: 4000 }), 'users', { atLeast: 0.8 }).outcome).toBe('fails')
  })

  test('a rate is compared with the lowest level, in whatever order the levels were run', () => {
    expect(scales(sweepOf({ 40: 3900, 10: 1000 }), 'users', { atLeast: 0.9 }).outcome).toBe('holds')
  })

  test('any rate can scale', () => {
    expect(scales(sweepOf({ 1: 1000, 2: 1960 }), 'users', { atLeast: 0.9, metric: 'throughput{scenario:reads}' }).outcome).toBe('holds')
  })

  test('a rate can scale with the number of servers, or of load threads, of several results', () => {
    const withServers = (count: number): readonly SuiteResult[] =>
      factors.map((factor, index) => {
        const run = runOf(index + 1, count * 1000 * factor, 10, { startedAt: new Date(Date.UTC(2026, 0, count, index)).toISOString() })
        const servers = Array.from({ length: count }, (_, port) => ({
          url: `http://localhost:${port}`,
          address: '::1',
          available: true,
          cause: null,
        }))
        const threads = run.generator.threads.slice(0, 1)
        return suiteOf([
          { ...run, target: { ...run.target, servers }, generator: { ...run.generator, threads: servers.flatMap(() => threads) } },
        ])
      })
    for (const by of ['servers', 'workers'])
      expect(scales([...withServers(1), ...withServers(3)], by, { atLeast: 0.9 }).outcome, by).toBe('holds')
  })
})

test('a failed assertion of scaling reports the figure of each level', () => {
  expect(failureOf(() => assertScalesWith(sweepOf({ 1: 1000, 2: 1900, 4: 2400 }), 'users', { atLeast: 0.8 })).message).toBe(
    lines(`
throughput does not scale with users: it is less than 80 % of linear at users=4

  expected    at least 80 % of linear at every level
  actual      users=1: 1,000/s
              users=2: 1,900/s, 95 % of linear, between 93.8 % and 96.2 % at 95 %
              users=4: 2,400/s, 60 % of linear, between 59.3 % and 60.7 % at 95 %
  limited by  target CPU: target and generator share 2 CPUs and used 1.9
  verdict     valid
  reproduce   test kv users=1 with seed 42 against https://localhost:3000/items
`),
  )
})

describe('nothing is said of', () => {
  test('scaling is undecided with fewer than five runs at a level', () => {
    const finding = scales(sweepOf({ 1: 1000, 2: 2000 }, [1]), 'users', { atLeast: 0.8 })
    expect(finding.outcome).toBe('undecided')
    expect(finding.message(false)).toMatch(
      /^nothing can be said of how throughput scales with users: the runs do not show it\n\n {2}in the way {2}users=1 has 1 run, and it takes at least 5: give the suite `repeats: 5` or more\n +users=2 has /,
    )
  })

  test('scaling is undecided with an invalid run', () => {
    const [first, ...others] = sweepOf({ 1: 1000, 2: 2000 }).tests
    if (first === undefined) throw new Error('there is no run')
    const broken: TestResult = { ...first, verdict: { level: 'invalid', reasons: [] } }
    expect(scales(suiteOf([broken, ...others]), 'users', { atLeast: 0.1 }).message(true)).toMatch(
      /^nothing can be said of run 1 of kv users=1: the run is invalid\n/,
    )
  })

  test('scaling is undecided when a level that scales fails a share of its requests, and fails when one does not scale anyway', () => {
    const { tests } = sweepOf({ 1: 1000, 2: 1800 })
    const failing = (run: TestResult): TestResult => ({
      ...run,
      scenarios: run.scenarios.map((each) => ({
        ...each,
        counts: { ...each.counts, outcomes: { ...each.counts.outcomes, ok: 3000, http_error: 2000 } },
      })),
    })
    const broken = suiteOf(tests.map((run) => (run.sweep?.value === 2 ? failing(run) : run)))
    const finding = scales(broken, 'users', { atLeast: 0.8, metric: 'throughput' })
    expect(finding.outcome).toBe('undecided')
    expect(finding.message(false)).toMatch(/at users=2 kv fails 0 % of its requests at users=1 and 40 % at users=2\n/)
    expect(scales(broken, 'users', { atLeast: 1 }).outcome).toBe('fails')
  })

  test('of levels with more runs than others the last ones count, and their rate is shown', () => {
    const { tests } = sweepOf({ 1: 1000, 2: 1900 })
    const slowFirst = [0.5, 0.5, 0.5].map((factor, index) => {
      const [run] = sweepOf({ 2: 1900 * factor }).tests
      return { ...run, repeat: 100 + index, startedAt: new Date(Date.UTC(2020, 0, 1, 0, index)).toISOString() } as TestResult
    })
    const finding = scales(suiteOf([...slowFirst, ...tests]), 'users', { atLeast: 0.99 })
    expect(finding.message(false)).toMatch(/users=2: 1,900\/s, 95 % of linear[^]*compared +the last \d runs of each level\n/)
  })

  test('scaling is undecided when a sweep is given twice', () => {
    const sweep = sweepOf({ 1: 1000, 2: 2000 })
    const finding = scales([sweep, sweep], 'users', { atLeast: 0.8 })
    expect(finding.outcome).toBe('undecided')
    expect(finding.message(false)).toMatch(/in the way {2}the sweep has run 1 of kv users=1, from \S+ on, 2 times\n/)
  })

  test('scaling is undecided with results of several machines', () => {
    const sweep = sweepOf({ 1: 1000, 2: 2000 })
    const elsewhere = { ...sweep, environment: { ...sweep.environment, node: 'v22.0.0' } }
    expect(scales([sweep, elsewhere], 'users', { atLeast: 0.1 }).message(false)).toMatch(/machine: Node\.js: /)
  })
})

test('missing and misspelt options of scales are reported by name', () => {
  const sweep = sweepOf({ 1: 1000, 2: 2000 })
  const given =
    (...options: readonly unknown[]) =>
    (): unknown =>
      Reflect.apply(scales, undefined, [sweep, 'users', ...options])
  const missing = new TypeError('atLeast is missing: the share of linear growth, such as { atLeast: 0.8 }')
  for (const nothing of [[], [null], [{}], [{ metric: 'throughput' }]]) expect(given(...nothing)).toThrow(missing)
  expect(given({ atleast: 0.8 })).toThrow(new TypeError('there is no option "atleast"; did you mean "atLeast"?'))
  expect(given(0.8)).toThrow(new TypeError('the options are 0.8; write the share of linear growth as { atLeast: 0.8 }'))
})

test('scales refuses invalid arguments', () => {
  const sweep = sweepOf({ 1: 1000, 2: 2000 })
  expect(() => scales(sweep, 'usres', { atLeast: 0.8 })).toThrow(new RangeError('nothing was swept over "usres"; did you mean "users"?'))
  expect(() => scales(sweepOf({ 1: 1000 }), 'users', { atLeast: 0.8 })).toThrow(
    new RangeError('kv was run with users=1 alone; it takes at least two levels'),
  )
  expect(() => scales(sweep, 'users', { atLeast: 80 })).toThrow(new TypeError('the limit "80" is more than all; did you mean "80%"?'))
  expect(() => scales(sweep, 'users', { atLeast: 0 })).toThrow(/^atLeast: /)
  expect(() => scales(sweep, 'users', { atLeast: 0.8, metric: 'p99' })).toThrow(
    new TypeError('p99 does not grow with the load; name a rate such as throughput'),
  )
})

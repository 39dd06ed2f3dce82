import { describe, expect, test } from 'vitest'
import { failureOf, lines } from '../../test/assertion/failure-of.ts'
import { nearby, sideOf, sideWithRareEndpoint, suiteOf } from '../../test/result/compared-sides.ts'
import type { SuiteResult } from '../result/shape/result.ts'
import { assertFasterThan } from './assert.ts'
import { isFaster } from './is-faster.ts'

const reversed = nearby.toReversed()
const slow = sideOf(1000, 10)

describe('runs that are faster than others', () => {
  test('faster runs have shorter times, or higher rates', () => {
    const fast = sideOf(1200, 8, reversed)
    for (const metric of ['median', 'p90', 'http_response_time p99', 'throughput', 'throughput{scenario:reads}']) {
      expect(isFaster(fast, slow, { metric }).outcome, metric).toBe('holds')
      expect(isFaster(slow, fast, { metric }).outcome, metric).toBe('fails')
    }
  })

  test('equal runs are not faster', () => {
    expect(isFaster(sideOf(1000, 10, reversed), slow).outcome).toBe('fails')
    expect(failureOf(() => assertFasterThan(sideOf(1000, 10, reversed), slow)).message).toMatch(
      /^median of http_response_time is equivalent, by [+-]?0\.0 %, between -0\.\d % and \+0\.\d % at 95 %, but was expected to be faster\n/,
    )
  })

  test('requests that fail at once are not faster, however rare they are', () => {
    const [ok, broken] = [sideWithRareEndpoint(0), sideWithRareEndpoint(0.5)]
    const metric = 'http_response_time{endpoint:GET /rare} p50'
    const finding = isFaster(broken, ok, { metric })
    expect(finding.outcome).toBe('undecided')
    expect(finding.message(false)).toMatch(/GET \/rare of reads, shop fails 0 % of its requests on the other side and 50 % on this side/)
    expect(isFaster(broken, ok, { metric, allow: ['errors'] }).outcome).toBe('holds')
    expect(isFaster(broken, ok).outcome).toBe('fails')
  })

  test('of the side with more runs the last ones count, and the message has these only', () => {
    const more = sideOf(1000, 10, [2, 2, 2, ...nearby.slice(0, 5)])
    const { message } = isFaster(more, sideOf(1000, 10, nearby.slice(0, 5)))
    expect(message(false)).toMatch(
      /\n {2}compared {3}the last 5 runs of each side\n {2}this side {2}10 ms, 9\.97 ms, 10 ms, 9\.96 ms, 10 ms\n/,
    )
  })

  test('an unknown option is refused', () => {
    expect(() => isFaster(slow, slow, { gain: '10%' } as object)).toThrow('there is no option "gain"; ')
    expect(() => isFaster(slow, slow, null as unknown as object)).toThrow('the options are null; ')
    expect(() => isFaster(slow, slow, 'p99' as unknown as object)).toThrow('the options are "p99"; write them as { metric: ... }')
  })

  test('the same runs on both sides are neither faster nor slower, nor is an option of an unknown value accepted', () => {
    const { outcome, message } = isFaster(slow, slow)
    expect(outcome).toBe('undecided')
    expect(message(true)).toContain('both sides have run 1 of shop')
    const given = (options: object) => () => isFaster(sideOf(1200, 8), slow, options)
    expect(given({ allow: ['machines'] })).toThrow('did you mean "machine"?')
    expect(given({ paired: 'yes' })).toThrow('paired: "yes" is neither true nor false')
  })

  test('runs gain the required share only with their whole interval', () => {
    const fast = sideOf(1000, 8.5, reversed)
    expect(isFaster(fast, slow, { by: '10%' }).outcome).toBe('holds')
    expect(isFaster(fast, slow, { by: 0.1 }).outcome).toBe('holds')
    expect(isFaster(fast, slow, { by: '20%' }).outcome).toBe('fails')
    expect(isFaster(fast, slow, { by: '15%' }).outcome).toBe('undecided')
    expect(isFaster(sideOf(1150, 10), slow, { metric: 'throughput', by: '10%' }).outcome).toBe('holds')
    expect(isFaster(sideOf(1150, 10), slow, { metric: 'throughput', by: '20%' }).outcome).toBe('fails')
  })

  test('runs gain less than the usual margin only on request', () => {
    const fast = sideOf(1000, 9.7, reversed)
    expect(isFaster(fast, slow).outcome).toBe('fails')
    expect(isFaster(fast, slow, { by: '1%' }).outcome).toBe('holds')
  })

  test('runs may be given as several results', () => {
    const each = (side: SuiteResult): readonly SuiteResult[] => side.tests.map((run) => suiteOf([run]))
    expect(isFaster(each(sideOf(1000, 8)), each(slow)).outcome).toBe('holds')
  })

  test('paired runs are compared pair by pair, so that a machine that slows down favours neither', () => {
    const slowing = [1, 0.9, 0.8, 0.7, 0.6]
    const [before, after] = [sideOf(1000, 10, slowing), sideOf(1000, 8.5, [1, 0.902, 0.799, 0.701, 0.6])]
    expect(isFaster(after, before).outcome).toBe('undecided')
    expect(isFaster(after, before, { paired: true, by: '10%' }).outcome).toBe('holds')
    expect(isFaster(before, after, { paired: true }).outcome).toBe('fails')
    const later = suiteOf(after.tests.map((run) => ({ ...run, startedAt: run.startedAt.replace('T00:', 'T01:') })))
    expect(failureOf(() => assertFasterThan(later, before, { paired: true })).message).toMatch(
      /the runs cannot be compared\n\n {2}in the way +paired: the runs of shop were not made by turns, one of each side/,
    )
    expect(failureOf(() => assertFasterThan(sideOf(1000, 8), before, { paired: true })).message).toContain(
      'paired: shop has 8 runs on this side and 5 on the other',
    )
  })

  test('runs must be faster in each test', () => {
    const both = (time: number): SuiteResult => {
      const other = sideOf(1000, time).tests.map((run) => ({ ...run, name: 'other' }))
      return suiteOf([...sideOf(1000, 8, reversed).tests, ...other])
    }
    const base = suiteOf([...slow.tests, ...slow.tests.map((run) => ({ ...run, name: 'other' }))])
    expect(isFaster(both(8), base).outcome).toBe('holds')
    expect(failureOf(() => assertFasterThan(both(13), base)).message).toMatch(/^median of http_response_time of other is worse, by \+30 %/)
  })
})

test('a failed comparison reports how the runs compare, with all values', () => {
  const head = sideOf(1000, 12, [0.99, 1, 1, 1, 1.01])
  expect(failureOf(() => assertFasterThan(head, sideOf(1000, 10, [0.99, 1, 1, 1, 1.01]), { by: '5%' })).message).toBe(
    lines(`
median of http_response_time is worse, by +20 %, between +19 % and +21 % at 95 %, but was expected to be faster by at least 5 %

  expected   faster by at least 5 %
  actual     worse, by +20 %, between +19 % and +21 % at 95 %
  this side  12.1 ms, 12 ms, 12 ms, 12 ms, 11.9 ms
  the other  10.1 ms, 10 ms, 10 ms, 10 ms, 9.9 ms
  verdict    valid
  reproduce  test shop with seed 42 against https://localhost:3000/items
`),
  )
})

describe('nothing is said of', () => {
  test('a comparison with an invalid run is undecided, before any other reason', () => {
    const [first, ...others] = sideOf(1000, 5).tests
    if (first === undefined) throw new Error('there is no run')
    const broken = suiteOf([
      { ...first, verdict: { level: 'invalid', reasons: [{ rule: 'zero', level: 'invalid', text: 'none ended ok' }] } },
      ...others,
    ])
    for (const finding of [isFaster(broken, slow), isFaster(slow, broken)]) {
      expect(finding.outcome).toBe('undecided')
      expect(finding.message(false)).toMatch(
        /^undecided: run 1 of shop: the run is invalid\n\n {2}verdict {4}invalid\n +zero: none ended ok\n/,
      )
    }
  })

  test('a comparison with fewer than five runs on a side is undecided', () => {
    const finding = isFaster(sideOf(1000, 1, [1]), sideOf(1000, 10, [1, 1.01]))
    expect(finding.outcome).toBe('undecided')
    expect(finding.message(true)).toMatch(
      /^undecided: whether median of http_response_time is faster: one run of a side is too few, it takes at least 5\n/,
    )
  })

  test('a comparison of sides that differ in more than their speed is undecided, with all differences', () => {
    const other = sideOf(1000, 5)
    const { environment } = other
    const elsewhere = { ...other, environment: { ...environment, node: 'v22.0.0', cpu: { ...environment.cpu, model: 'Other CPU' } } }
    const finding = isFaster(elsewhere, slow)
    expect(finding.outcome).toBe('undecided')
    expect(finding.message(false)).toMatch(
      /machine: processor: Example CPU on the other side, Other CPU on this side\n +machine: Node\.js: /,
    )
    expect(isFaster(elsewhere, slow, { allow: ['machine'] }).outcome).toBe('holds')
  })

  test('a comparison with a run that is too short is undecided', () => {
    const short = suiteOf(slow.tests.map((run) => ({ ...run, scenarios: run.scenarios.map((scenario) => ({ ...scenario, duration: 1 })) })))
    expect(isFaster(short, slow).message(false)).toMatch(/run 1 of shop lasted 1 s, less than the 3 s that can be compared\n/)
  })

  test('a comparison with a run that is given several times is undecided', () => {
    const [run] = slow.tests
    if (run === undefined) throw new Error('there is no run')
    expect(isFaster([suiteOf([run]), suiteOf([run]), suiteOf([run])], slow).message(false)).toMatch(
      /this side: run 1 of shop, from .* on, is given 3 times\n/,
    )
  })

  test('a comparison of runs that differ too much is undecided, with the number of runs it needs', () => {
    const finding = isFaster(sideOf(1000, 9.5, [0.9, 0.95, 1, 1.05, 1.1]), sideOf(1000, 10, [0.9, 0.95, 1, 1.05, 1.1]))
    expect(finding.outcome).toBe('undecided')
    const { 1: needed, 2: more } =
      /^undecided: whether .* is faster: 5 runs a side differ too much, (\d+) would probably decide\n[^]*\n {2}needed +about \d+ runs a side, (\d+) more\n/.exec(
        finding.message(false),
      ) ?? []
    expect(Number(more)).toBe(Number(needed) - 5)
  })
})

test('an invalid argument of isFaster is a TypeError', () => {
  expect(() => isFaster(slow, slow.tests[0])).toThrow(
    new TypeError('runs are the result of run() or runSuite(), or an array of such results'),
  )
  expect(() => isFaster([], slow)).toThrow(new TypeError('there is no run; give the results of run() or runSuite()'))
  expect(() => isFaster(slow, slow, { metric: 'p9x' })).toThrow(/^there is no figure "p9x"; /)
  expect(() => isFaster(slow, slow, { metric: 'http_failed' })).toThrow(
    new TypeError('http_failed does not say how fast anything is; name a time such as p99, or a rate such as throughput'),
  )
  expect(() => isFaster(slow, slow, { metric: 'http_response_time{endpoint:GET /nowhere} p50' })).toThrow(/^metric .*: no endpoint/)
  expect(() => isFaster(slow, slow, { by: '10' })).toThrow(new TypeError('the limit "10" is more than all; did you mean "10%"?'))
  expect(() => isFaster(slow, slow, { by: '100%' })).toThrow(/^nothing is faster by 100 % or more/)
})

import { describe, expect, test } from 'vitest'
import { nearby, runOf, sideOf, suiteOf } from '../../../test/result/compared-sides.ts'
import type { Found, SuiteResult } from '../shape/result.ts'
import { compareResults, type FigureComparison, type ResultsComparison } from './compare-results.ts'

function figureOf({ figures }: ResultsComparison, metric: string, aggregate: string): FigureComparison {
  const found = figures.find((figure) => figure.metric === metric && figure.aggregate === aggregate)
  if (found === undefined) throw new Error(`no figure ${metric} ${aggregate}`)
  return found
}

describe('compareResults', () => {
  test('compares each figure by the runs of both sides', () => {
    const comparison = compareResults([sideOf(1000, 10)], [sideOf(1200, 13)])
    expect(comparison.figures.map(({ metric, aggregate, answer }) => [metric, aggregate, answer])).toEqual([
      ['throughput', 'rate', 'better'],
      ['http_response_time', 'p50', 'worse'],
      ['http_response_time', 'p90', 'worse'],
      ['http_response_time', 'p99', 'worse'],
      ['http_failed', 'rate', 'equivalent'],
    ])
    const throughput = figureOf(comparison, 'throughput', 'rate')
    expect(throughput.base).toEqual(nearby.map((factor) => 1000 * factor))
    expect(throughput.ratio).toBeCloseTo(1.2, 2)
    const [low = 0, high = 0] = throughput.interval ?? []
    expect(low).toBeGreaterThan(1.1)
    expect(high).toBeLessThan(1.3)
    expect([comparison.base.runs, comparison.head.runs]).toEqual([8, 8])
  })

  test('calls no side better that is the same', () => {
    const comparison = compareResults([sideOf(1000, 10)], [sideOf(1000, 10, nearby.toReversed())])
    expect(new Set(comparison.figures.map(({ answer }) => answer))).toEqual(new Set(['equivalent']))
  })

  test('reads the runs of a side from several results', () => {
    const one = (repeat: number, okPerSecond: number): SuiteResult => suiteOf([runOf(repeat, okPerSecond, 10)])
    const comparison = compareResults([one(2, 1002), one(1, 1001)], [one(1, 2001), one(2, 2002)])
    expect(figureOf(comparison, 'throughput', 'rate')).toMatchObject({ base: [1001, 1002], head: [2001, 2002] })
  })

  test('never calls a side better by one run of each, however far they are apart', () => {
    const comparison = compareResults([sideOf(1000, 10, [1])], [sideOf(9000, 1, [1])])
    expect(figureOf(comparison, 'throughput', 'rate')).toMatchObject({
      answer: 'inconclusive',
      because: expect.any(String) as string,
      interval: null,
    })
  })

  test('aligns the only test of each side, whose name is that of its host', () => {
    const other = sideOf(1000, 10)
    const comparison = compareResults(
      [{ ...other, tests: other.tests.map((run) => ({ ...run, name: 'localhost:3001' })) }],
      [sideOf(1000, 10)],
    )
    expect(figureOf(comparison, 'throughput', 'rate')).toMatchObject({
      part: { test: 'shop' },
      base: expect.objectContaining({ length: 8 }) as number[],
      head: expect.objectContaining({ length: 8 }) as number[],
    })
  })

  test('compares endpoints where a scenario has several', () => {
    const [run] = sideOf(1000, 10).tests
    const [scenario] = run?.scenarios ?? []
    if (run === undefined || scenario === undefined) throw new Error('there is no scenario')
    const { counts, responseTime, serviceTime } = scenario
    const [series] = runOf(1, 1, 1).scenarios.map(({ statuses, dataReceived }) => ({ statuses, dataReceived }))
    if (series === undefined) throw new Error('there is no series')
    const endpoint = (name: string) => ({
      ...series,
      name,
      counts,
      responseTime,
      serviceTime,
      requestsPerSecond: 500,
      httpWaiting: serviceTime,
      byClass: {},
    })
    const suite = suiteOf(
      [1, 2, 3].map((repeat) => runOf(repeat, 1000, 10, { ofScenario: { endpoints: [endpoint('GET /a'), endpoint('GET /b')] } })),
    )
    const parts = compareResults([suite], [suite]).figures.map(({ part }) => part.names.join(' '))
    expect([...new Set(parts)]).toEqual(['reads', 'reads GET /a', 'reads GET /b'])
  })

  test('has no figure that no run can tell, and none decided that some cannot', () => {
    const few = (repeat: number, count: number) => {
      const run = runOf(repeat, 1000, 10)
      return { ...run, scenarios: run.scenarios.map((each) => ({ ...each, responseTime: { ...each.responseTime, count } })) }
    }
    const all = suiteOf([few(1, 100), few(2, 100), few(3, 100)])
    expect(compareResults([all], [all]).figures.map(({ aggregate }) => aggregate)).not.toContain('p99')
    const some = suiteOf([few(1, 5000), few(2, 100), few(3, 5000)])
    expect(figureOf(compareResults([some], [some]), 'http_response_time', 'p99')).toMatchObject({
      answer: 'inconclusive',
      because: '2 runs have too few samples for it',
    })
  })

  test('compares what searches found, and not their steps', () => {
    const foundAt = (value: number): SuiteResult => ({ ...sideOf(1000, 10), found: searchFound(value) })
    const { figures } = compareResults([foundAt(100), foundAt(101)], [foundAt(200), foundAt(201)])
    expect(figures).toHaveLength(1)
    expect(figures[0]).toMatchObject({ metric: 'found_rate', base: [100, 101], head: [200, 201], part: { kind: 'search' } })
  })
})

function searchFound(value: number): Found {
  return {
    parameter: 'rate',
    value,
    failedAt: null,
    slo: [],
    steps: [],
    limitedBy: { by: 'highest rate', text: '' },
    confidence: '',
    complete: true,
  }
}

describe('conditions on a change', () => {
  const outcomeOf = (base: SuiteResult, head: SuiteResult, ...failOn: readonly string[]) =>
    compareResults([base], [head], { failOn }).regressions.map(({ metric, outcome }) => [metric, outcome])

  test('fail where the whole interval lies beyond the limit, and hold where none of it does', () => {
    expect(outcomeOf(sideOf(1000, 10), sideOf(1000, 13), 'p99 > +5%', 'throughput < -5%')).toEqual([
      ['http_response_time p99', 'regressed'],
      ['throughput rate', 'held'],
    ])
    expect(
      outcomeOf(sideOf(1000, 10), sideOf(800, 10), 'http_response_time{scenario:reads} p50 > +5%', 'throughput < -5%', 'error > +1%'),
    ).toEqual([
      ['http_response_time{scenario:reads} p50', 'held'],
      ['throughput rate', 'regressed'],
      ['requests_failed rate', 'held'],
    ])
  })

  test('are undecided where too few runs leave it open, and say what it would take', () => {
    const { regressions } = compareResults([sideOf(1000, 10, [1])], [sideOf(1000, 20, [1])], { failOn: ['p99 > +5%'] })
    expect(regressions).toEqual([expect.objectContaining({ outcome: 'undecided', because: expect.any(String) as string, interval: null })])
  })

  test('are undecided by a run that is invalid, though it is allowed', () => {
    const head = sideOf(1000, 20)
    const broken = {
      ...head,
      tests: head.tests.map((run, index) =>
        index === 1
          ? { ...run, verdict: { level: 'invalid' as const, reasons: [{ rule: 'zero-successes', level: 'invalid' as const, text: '' }] } }
          : run,
      ),
    }
    const comparison = compareResults([sideOf(1000, 10)], [broken], { failOn: ['p99 > +5%'], allow: ['verdict'] })
    const because = 'run 2 of shop is invalid'
    expect(comparison.regressions).toEqual([expect.objectContaining({ outcome: 'undecided', because })])
    expect(new Set(comparison.figures.map((figure) => figure.answer))).toEqual(new Set(['inconclusive']))
    expect(figureOf(comparison, 'http_response_time', 'p99').because).toBe(because)
  })

  test.each([
    ['p0 > +5%', /there is no figure "p0"/],
    ['p99 > 5%', /a change without a sign; did you mean "p99 > \+5%"\?/],
    ['p99 == +5%', /the operator ==/],
    ['p99 > +5ms', /is no condition on a change/],
    ['troughput < -5%', /there is no figure "troughput"; did you mean "throughput"\?/],
    ['http_respons_time p99 > +5%', /unknown metric "http_respons_time"; did you mean "http_response_time"\?/],
    ['http_response_time p42 > +5%', /p42 is not compared/],
    ['http_response_time > +5%', /names no figure of http_response_time/],
    ['http_response_time{endpoint:GET /b} p99 > +5%', /no endpoint GET \/b/],
    ['throughput{scenario:writes} < -5%', /no scenario writes/],
    ['call_time median > +5%', /no test measured call_time/],
    ['p99 < -100%', /can never be/],
  ])('are refused as %s', (condition, message) => {
    expect(() => compareResults([sideOf(1000, 10)], [sideOf(1000, 10)], { failOn: [condition] })).toThrow(message)
  })
})

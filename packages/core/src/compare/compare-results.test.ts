import { describe, expect, test } from 'vitest'
import { failing, nearby, runOf, sideOf, sideWithRareEndpoint, suiteOf } from '../../test/result/compared-sides.ts'
import type { Found, SuiteResult, TestResult } from '../result/shape/result.ts'
import type { FigureComparison } from './compare-figures.ts'
import { compareResults, type ResultsComparison } from './compare-results.ts'
import type { DifferenceKind } from './differences.ts'

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

  test('calls neither side better where both are the same', () => {
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

  test('calls the sides by their names where both results have one', () => {
    const other = { ...sideOf(1000, 10), name: 'localhost:3001' }
    expect(compareResults([sideOf(1000, 10)], [sideOf(1000, 10)]).name).toBe('shop')
    expect(compareResults([other], [sideOf(1000, 10)]).name).toBe('localhost:3001 (base) and shop (head)')
  })

  test('compares the only tests of both sides though they are named after their hosts', () => {
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
    const parts = compareResults([suite], [structuredClone(suite)]).figures.map(({ part }) => part.names.join(' '))
    expect([...new Set(parts)]).toEqual(['reads', 'reads GET /a', 'reads GET /b'])
  })

  test('decides no time of an endpoint whose requests fail on one side only, however rare they are', () => {
    const [base, head] = [sideWithRareEndpoint(0), sideWithRareEndpoint(0.5)]
    const answersOf = (allow: readonly DifferenceKind[]) =>
      compareResults([base], [head], { allow }).figures.map(({ part, aggregate, answer, because }) => [
        part.names.at(-1),
        aggregate,
        answer,
        because,
      ])
    const because = 'GET /rare of reads, shop fails 0 % of its requests on the base and 50 % on the head'
    expect(answersOf([])).toEqual(
      expect.arrayContaining([
        ['GET /rare', 'p50', 'inconclusive', because],
        ['GET /items', 'p50', 'equivalent', null],
        ['reads', 'p50', 'equivalent', null],
      ]),
    )
    expect(answersOf([]).filter(([name, aggregate]) => name === 'GET /rare' && aggregate === 'rate')).toEqual([
      ['GET /rare', 'rate', 'inconclusive', because],
      ['GET /rare', 'rate', 'worse', null],
    ])
    expect(answersOf(['errors'])).toContainEqual(['GET /rare', 'p50', 'better', null])
  })

  test('decides no rate of an endpoint that failed all of its requests on the base', () => {
    const [base, head] = [sideWithRareEndpoint(1), sideWithRareEndpoint(0)]
    const [rate] = compareResults([base], [head]).figures.filter(
      ({ part, metric }) => part.names.at(-1) === 'GET /rare' && metric === 'throughput',
    )
    expect(rate).toMatchObject({
      ratio: null,
      answer: 'inconclusive',
      because: expect.stringMatching(/^GET \/rare of reads, shop fails 100 %/) as string,
    })
  })

  test('the ok responses a second of all endpoints are those of their scenario', () => {
    const { figures } = compareResults([sideWithRareEndpoint(0)], [sideWithRareEndpoint(0)])
    const ratesOf = (kind: string) =>
      figures.filter(({ part, metric }) => part.kind === kind && metric === 'throughput').map(({ base }) => base[0] ?? 0)
    const [scenario = 0] = ratesOf('scenario')
    const [items = 0, rare = 0] = ratesOf('endpoint')
    expect([items + rare, rare]).toEqual([expect.closeTo(scenario, 6), expect.closeTo(scenario * 0.01, 6)])
  })

  test('a run that cannot tell a figure decides nothing, unless it does not count', () => {
    const few = (run: TestResult): TestResult => ({
      ...run,
      scenarios: run.scenarios.map((each) => ({ ...each, responseTime: { ...each.responseTime, count: 100 } })),
    })
    const [five, eight] = [sideOf(1000, 10, nearby.slice(0, 5)), sideOf(1000, 10)]
    const withFew = (at: number) => ({ ...eight, tests: eight.tests.map((run, index) => (index === at ? few(run) : run)) })
    expect(figureOf(compareResults([withFew(1)], [five]), 'http_response_time', 'p99').answer).toBe('equivalent')
    expect(figureOf(compareResults([withFew(6)], [five]), 'http_response_time', 'p99')).toMatchObject({
      answer: 'inconclusive',
      because: 'a run has too few samples, or requests that were cut off',
    })
  })

  test('leaves out a figure that no run can measure, and decides none that some runs cannot measure', () => {
    const few = (repeat: number, count: number) => {
      const run = runOf(repeat, 1000, 10)
      return { ...run, scenarios: run.scenarios.map((each) => ({ ...each, responseTime: { ...each.responseTime, count } })) }
    }
    const all = suiteOf([few(1, 100), few(2, 100), few(3, 100)])
    expect(compareResults([all], [structuredClone(all)]).figures.map(({ aggregate }) => aggregate)).not.toContain('p99')
    const some = suiteOf([few(1, 5000), few(2, 100), few(3, 5000)])
    expect(figureOf(compareResults([some], [structuredClone(some)]), 'http_response_time', 'p99')).toMatchObject({
      answer: 'inconclusive',
      because: '2 runs have too few samples, or requests that were cut off',
    })
  })

  test('compares what searches found, not their steps', () => {
    const { figures } = compareResults(searches(100, 101), searches(200, 201))
    expect(figures).toHaveLength(1)
    expect(figures[0]).toMatchObject({ metric: 'found_rate', base: [100, 101], head: [200, 201], part: { kind: 'search' } })
  })

  test('calls no side better by a search that is invalid, ended early or found nothing', () => {
    const base = searches(100, 101, 102, 101, 100)
    const answerOf = (head: readonly SuiteResult[]) => {
      const [figure] = compareResults(base, head, { allow: ['verdict'] }).figures
      return [figure?.answer, figure?.because]
    }
    expect(answerOf(searches(200, 201, 202, 201, 200))).toEqual(['better', null])
    // Of more searches the last ones that were made count, whatever the order of their files.
    const more = searches(200, 201, 202, 201, 200, 100, 100).map((suite, index): SuiteResult => ({
      ...suite,
      environment: { ...suite.environment, startedAt: new Date(Date.UTC(2026, 0, 1, index < 5 ? 12 : 1, index)).toISOString() },
    }))
    expect(answerOf(more)).toEqual(['better', null])
    const [first, ...others] = searches(200, 201, 202, 201, 200)
    if (first === undefined) throw new Error('there is no search')
    expect(answerOf([{ ...first, verdict: { level: 'invalid', reasons: [] } }, ...others])).toEqual([
      'inconclusive',
      'the search shop is invalid',
    ])
    expect(answerOf([{ ...first, found: { ...searchFound(200), complete: false } }, ...others])).toEqual([
      'inconclusive',
      'the search shop did not come to its end',
    ])
    expect(answerOf([{ ...first, found: { ...searchFound(200), value: null } }, ...others])).toEqual([
      'inconclusive',
      'a search found no rate that holds',
    ])
  })

  test('judges conditions on what searches found', () => {
    const judge = (head: readonly SuiteResult[], failOn = 'found_rate < -5%', base = searches(100, 101, 102, 101, 100)) => {
      const [judged] = compareResults(base, head, { failOn: [failOn], allow: ['verdict'] }).regressions
      return [judged?.metric, judged?.test, judged?.outcome, judged?.because]
    }
    expect(judge(searches(80, 81, 82, 81, 80))).toEqual(['found_rate rate', 'shop', 'regressed', null])
    expect(judge(searches(101, 102, 103, 102, 101))).toEqual(['found_rate rate', 'shop', 'held', null])
    const [first, ...others] = searches(80, 81, 82, 81, 80)
    if (first === undefined) throw new Error('there is no search')
    const without = { ...first, found: { ...searchFound(80), value: null } }
    expect(judge([without, ...others]).slice(2)).toEqual(['undecided', 'a search found no rate that holds'])
    const cut = { ...first, found: { ...searchFound(80), complete: false } }
    expect(judge([cut, ...others]).slice(2)).toEqual(['undecided', 'the search shop did not come to its end'])
    expect(judge(searches(80)).slice(2)[0]).toBe('undecided')
    expect(() => judge(searches(80, 81, 82, 81, 80), 'found_rate{scenario:reads} < -5%')).toThrow('found_rate has no tags')
    expect(() => judge(searches(80, 81, 82, 81, 80), 'p99 > +5%')).toThrow('no test measured')
  })

  test('counts a run that is given twice once', () => {
    const one = sideOf(1000, 10, [1])
    expect(() => compareResults([one, one, one], [sideOf(1000, 10)])).toThrow(/^the base: run 1 of shop, from \S+ on, is given 3 times$/)
    const [search] = searches(100)
    expect(() => compareResults(searches(100), search === undefined ? [] : [search, search])).toThrow(/the head: run 1 of shop/)
  })

  test('compares shares of failures in percentage points, where one point is no difference', () => {
    const failed = (base: SuiteResult, head: SuiteResult) =>
      figureOf(compareResults([base], [head], { allow: ['errors'] }), 'http_failed', 'rate')
    expect(failed(failing(0.001), failing(0.002))).toMatchObject({ answer: 'equivalent', margin: 0.01 })
    expect(failed(sideOf(1000, 10), failing(0.008)).answer).toBe('equivalent')
    const worse = failed(sideOf(1000, 10), failing(0.03))
    expect(worse.answer).toBe('worse')
    expect(worse.ratio).toBeCloseTo(1.03, 3)
    expect(failed(failing(0.5), failing(0.507)).answer).toBe('equivalent')
  })
})

/** Searches that found these rates, one after the other. */
function searches(...rates: readonly number[]): readonly SuiteResult[] {
  return rates.map((rate, index) => ({ ...suiteOf([runOf(index + 1, 1000, 10)]), found: searchFound(rate) }))
}

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

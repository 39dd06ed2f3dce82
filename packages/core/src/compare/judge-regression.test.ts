import { describe, expect, test } from 'vitest'
import { failing, nearby, sideOf, sideWithRareEndpoint } from '../../test/result/compared-sides.ts'
import { deliveriesOf } from '../../test/measure/delivery/delivery-summary-fixture.ts'
import type { SuiteResult, TestResult } from '../result/shape/result.ts'
import { compareResults } from './compare-results.ts'

const withFailures = (scenario: TestResult['scenarios'][number]): typeof scenario => ({
  ...scenario,
  counts: { ...scenario.counts, outcomes: { ...scenario.counts.outcomes, ok: 4000, http_error: 1000 } },
})

describe('conditions on a change', () => {
  const outcomeOf = (base: SuiteResult, head: SuiteResult, ...failOn: readonly string[]) =>
    compareResults([base], [head], { failOn }).regressions.map(({ metric, outcome }) => [metric, outcome])

  test('a condition on a change fails where the whole interval lies beyond the limit, and holds where none of it does', () => {
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

  test('a condition on an endpoint is undecided where its requests fail on one side only', () => {
    const judge = (allow: readonly 'errors'[]) =>
      compareResults([sideWithRareEndpoint(0)], [sideWithRareEndpoint(0.5)], {
        failOn: [
          'http_response_time{endpoint:GET /rare} p50 > +5%',
          'http_response_time{endpoint:GET /items} p50 > +5%',
          'http_failed{endpoint:GET /rare} rate > +1%',
        ],
        allow,
      }).regressions.map(({ outcome, because }) => [outcome, because])
    expect(judge([])).toEqual([
      ['undecided', 'GET /rare of reads, shop fails 0 % of its requests on the base and 50 % on the head'],
      ['held', null],
      ['regressed', null],
    ])
    expect(judge(['errors'])[0]).toEqual(['held', null])
  })

  test('a condition on the time of deliveries is undecided where they are lost on one side', () => {
    const delivering = (reach: number, time: number): SuiteResult => {
      const lost = 10_000 * (1 - reach)
      const { deliveryTime } = deliveriesOf()
      const times = { ...deliveryTime, count: 10_000, p50: time }
      const deliveries = [deliveriesOf({ reach, lost, received: 10_000 - lost, deliveryTime: times })]
      return { ...sideOf(1000, 10), tests: sideOf(1000, 10).tests.map((run) => ({ ...run, deliveries })) }
    }
    const judge = (reach: number) =>
      compareResults([delivering(1, 2)], [delivering(reach, 1)], {
        failOn: ['delivery_time{plugin:sse} p50 > +5%', 'delivery_reach rate < -1%', 'p50 > +5%'],
      }).regressions.map(({ outcome, because }) => [outcome, because])
    expect(judge(1)).toEqual([
      ['held', null],
      ['held', null],
      ['held', null],
    ])
    expect(judge(0.4)).toEqual([
      ['undecided', 'sse, shop loses 0 % of its deliveries on the base and 60 % on the head'],
      ['regressed', null],
      ['held', null],
    ])
  })

  test('a condition is judged by the runs that count, whatever the others cannot tell', () => {
    const few = (run: TestResult): TestResult => ({
      ...run,
      scenarios: run.scenarios.map((each) => ({ ...each, responseTime: { ...each.responseTime, count: 100 } })),
    })
    const [five, eight] = [sideOf(1000, 10, nearby.slice(0, 5)), sideOf(1000, 10)]
    const withFew = { ...eight, tests: eight.tests.map((run, index) => (index === 0 ? few(run) : run)) }
    expect(outcomeOf(withFew, five, 'p99 > +5%')).toEqual([['http_response_time p99', 'held']])
  })

  test('a condition that runs have too few samples for says how long the shortest of them has to be', () => {
    const withSamples = (...counts: readonly number[]): SuiteResult => {
      const side = sideOf(1000, 10, nearby.slice(0, 5))
      const timesOf = (run: number, times: TestResult['scenarios'][number]['responseTime']) => ({ ...times, count: counts[run] ?? 1000 })
      const tests = side.tests.map((each, index) => ({
        ...each,
        scenarios: each.scenarios.map((scenario) => ({ ...scenario, responseTime: timesOf(index, scenario.responseTime) })),
      }))
      return { ...side, tests }
    }
    const { regressions } = compareResults([withSamples(500)], [withSamples(1000, 200, 800)], { failOn: ['p99 > +5%'] })
    expect(regressions.map(({ because }) => because)).toEqual(['a run has 200 of the 1,000 samples it needs; run 5 times as long'])
  })

  test('a condition of pairs is undecided where a run of one side lacks its figure', () => {
    const [base, head] = [sideOf(1000, 10), sideOf(1000, 10)]
    const few = head.tests.map((run, index) =>
      index === 0
        ? { ...run, scenarios: run.scenarios.map((each) => ({ ...each, responseTime: { ...each.responseTime, count: 100 } })) }
        : run,
    )
    const { regressions } = compareResults([base], [{ ...head, tests: few }], { failOn: ['p99 > +5%'], paired: true })
    expect(regressions).toMatchObject([{ outcome: 'undecided', undecidedBy: 'unusable' }])
  })

  test('a condition that asks for fewer failures fails where nothing failed before and after', () => {
    const failOn = ['error > -1%', 'error > +1%']
    expect(outcomeOf(sideOf(1000, 10), sideOf(1000, 10), ...failOn).map(([, outcome]) => outcome)).toEqual(['regressed', 'held'])
  })

  test('a condition on failures is judged however the sides fail, and one on their times is undecided', () => {
    const { regressions, differences, figures } = compareResults([failing(0)], [failing(0.3)], {
      failOn: ['error > +0.5%', 'p50 > +50%'],
    })
    expect(regressions).toMatchObject([
      { outcome: 'regressed', because: null },
      { undecidedBy: 'unusable', because: 'reads, shop fails 0.01 % of its requests on the base and 30 % on the head' },
    ])
    expect(differences.map(({ kind }) => kind)).toEqual(['errors'])
    expect(figures.flatMap(({ unit, answer }) => (unit === 'ms' ? [answer] : []))).toEqual(Array.from({ length: 3 }, () => 'inconclusive'))
    // Without a condition on failures, and where none of them regressed, the sides are refused.
    for (const failOn of [[], ['p50 > +50%'], ['delivery_reach rate < -1%'], ['error > +50%']])
      expect(() => compareResults([failing(0)], [failing(0.3)], { failOn })).toThrow('errors: reads, shop fails 0.01 %')
  })

  test('a condition on an endpoint is undecided where its whole scenario fails differently', () => {
    const failOn = ['error > +0.1%', 'http_response_time{endpoint:GET /items} p50 > +5%']
    const outcomesOf = (head: SuiteResult) =>
      compareResults([sideWithRareEndpoint(0)], [head], { failOn }).regressions.map(({ outcome, because }) => [outcome, because])
    const half = sideWithRareEndpoint(0.5)
    expect(outcomesOf(half)).toEqual([
      ['regressed', null],
      ['held', null],
    ])
    const failingMore = { ...half, tests: half.tests.map((run) => ({ ...run, scenarios: run.scenarios.map(withFailures) })) }
    expect(outcomesOf(failingMore)).toEqual([
      ['regressed', null],
      ['undecided', 'reads, shop fails 0 % of its requests on the base and 20 % on the head'],
    ])
  })

  test('a figure that is 0 in every run of both sides has not changed', () => {
    const judge = (base: SuiteResult, head: SuiteResult) =>
      compareResults([base], [structuredClone(head)], { failOn: ['throughput < -5%', 'throughput < +5%'] }).regressions
    const [none, some] = [sideOf(0, 10), sideOf(1000, 10)]
    expect(judge(none, none)).toMatchObject(['held', 'regressed'].map((outcome) => ({ outcome, ratio: 1, interval: [1, 1] })))
    expect(judge(none, some)).toMatchObject(['held', 'held'].map((outcome) => ({ outcome, ratio: null, interval: null })))
  })

  test('a condition on a change is undecided where too few runs leave it open, and says how many would decide', () => {
    const { regressions } = compareResults([sideOf(1000, 10, [1])], [sideOf(1000, 20, [1])], { failOn: ['p99 > +5%', 'error > +1%'] })
    const because = expect.stringMatching(/it takes at least 5$/) as string
    // One run without a failure decides nothing either.
    expect(regressions).toMatchObject(
      Array.from({ length: 2 }, () => ({ outcome: 'undecided', undecidedBy: 'few', because, interval: null })),
    )
  })

  test('a condition on a share is in percentage points, whether the base is zero or not', () => {
    const judge = (base: SuiteResult, head: SuiteResult, ...failOn: readonly string[]) =>
      compareResults([base], [head], { failOn, allow: ['errors'] }).regressions.map(({ outcome }) => outcome)
    expect(judge(sideOf(1000, 10), failing(0.008), 'error > +1%', 'http_failed rate > +0.5%')).toEqual(['held', 'regressed'])
    expect(judge(failing(0.5), failing(0.508), 'error > +1%')).toEqual(['held'])
    expect(judge(failing(0.5), failing(0.53), 'error > +1%')).toEqual(['regressed'])
    expect(judge(failing(0.01), failing(0.012), 'error > +1%')).toEqual(['held'])
  })

  test('a condition on a share asks for at least the runs that tell it from the limit', () => {
    const side = (share: number): SuiteResult => {
      const shares = [-0.004, -0.002, 0, 0.002, 0.004].map((off) => failing(share + off))
      return { ...failing(share), tests: shares.flatMap(({ tests }, index) => tests.slice(index, index + 1)) }
    }
    const needed = (limit: string) =>
      compareResults([side(0.1)], [side(0.112)], { failOn: [`error > +${limit}%`], allow: ['errors'] }).regressions[0]?.runsNeeded ?? 0
    expect(needed('1')).toBeGreaterThan(needed('0.5'))
  })

  test('a condition on a change asks for as many runs as tell the change from the limit', () => {
    const neededAt = (limit: string) => {
      const factors = [0.9, 0.95, 1, 1.05, 1.1]
      const sides = [sideOf(1000, 10, factors), sideOf(1000, 13, factors)] as const
      return compareResults([sides[0]], [sides[1]], { failOn: [`p99 > +${limit}%`] }).regressions[0]?.runsNeeded ?? null
    }
    const [near, far] = [neededAt('25'), neededAt('20')]
    expect(neededAt('30')).toBe(null)
    expect(far).toBeLessThan(near ?? 0)
  })

  test.each(['mean', 'max', 'stdev', 'p99'] as const)('a condition on a change is undecided by a %s that is a lower bound', (figure) => {
    const head = sideOf(1000, 20)
    const cut = {
      ...head,
      tests: head.tests.map((run) => ({
        ...run,
        scenarios: run.scenarios.map((each) => {
          const samples = { p2_5: 5000, p50: 5000, p75: 5000, p90: 5000, p95: 5000, p97_5: 5000, p99: 5000, p99_9: 5000 }
          const unfinished = { count: 3, shortest: 1, mean: 1, longest: 1, samples, lowerBounds: [figure] }
          return { ...each, responseTime: { ...each.responseTime, unfinished } }
        }),
      })),
    }
    const [judged] = compareResults([sideOf(1000, 10)], [cut], { failOn: [`${figure} > +5%`] }).regressions
    expect([judged?.outcome, judged?.because]).toEqual(['undecided', 'in a run, requests were cut off, and may have taken longer'])
  })

  test('a condition on a change is undecided by an invalid run, even where invalid runs are allowed', () => {
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
    expect(comparison.figures[0]?.because).toBe(because)
  })

  test('a condition on a change may ask for a gain', () => {
    expect(outcomeOf(sideOf(1000, 10), sideOf(1000, 10), 'p99 > -10%', 'throughput < +10%')).toEqual([
      ['http_response_time p99', 'regressed'],
      ['throughput rate', 'regressed'],
    ])
    expect(outcomeOf(sideOf(1000, 10), sideOf(1200, 8), 'p99 > -10%', 'throughput < +10%')).toEqual([
      ['http_response_time p99', 'held'],
      ['throughput rate', 'held'],
    ])
  })

  test.each([
    ['p0 > +5%', /there is no figure "p0"/],
    ['p99 > 5%', /a change without a sign; did you mean "p99 > \+5%"\?/],
    ['p99 == +5%', /the operator ==/],
    ['p99 > +5ms', /is no condition on a change/],
    [
      'p99 > +5%, throughput < -5%',
      /"p99 > \+5%, throughput < -5%" has several conditions; give each by itself: one --fail-on, or one line of the input fail-on, takes one condition/,
    ],
    ['p99 > +5% and throughput < 5', /has several conditions/],
    ['p99 > +5%, throughput', /is no condition on a change/],
    ['requests_failed{endpoint:GET /a>5%} rate > +1%', /GET \/a>5%/],
    ['troughput < -5%', /there is no figure "troughput"; did you mean "throughput"\?/],
    ['http_respons_time p99 > +5%', /unknown metric "http_respons_time"; did you mean "http_response_time"\?/],
    ['http_response_time p42 > +5%', /p42 is not compared/],
    ['http_response_time > +5%', /names no figure of http_response_time/],
    ['http_response_time{endpoint:GET /b} p99 > +5%', /no endpoint GET \/b/],
    ['throughput{scenario:writes} < -5%', /no scenario "writes"/],
    ['throughput{endpoint:GET /b} < -5%', /throughput is not kept by endpoint/],
    ['throughput{scenaro:reads} < -5%', /throughput is not kept by scenaro; did you mean "scenario"\?/],
    ['found_rate < -5%', /found_rate is what a search found, and there is none/],
    ['throughput count < -5%', /throughput has no count; write throughput alone/],
    ['p99 > -100%', /can never be/],
    ['throughput > -5%', /"throughput > -5%" is true where throughput got better; did you mean "throughput < -5%"\?/],
    ['throughput > +5%', /did you mean "throughput < -5%"\?/],
    ['p99 < +5%', /"p99 < \+5%" is true where p99 got better; did you mean "p99 > \+5%"\?/],
    ['http_response_time{scenario:reads} p50 < -5%', /did you mean "http_response_time\{scenario:reads\} p50 > \+5%"\?/],
    ['error < +1%', /did you mean "error > \+1%"\?/],
    ['http_failed rate < 0%', /did you mean "http_failed rate > 0%"\?/],
    ['checks rate > +1%', /did you mean "checks rate < -1%"\?/],
  ])('%s is refused as a condition on a change', (condition, message) => {
    expect(() => compareResults([sideOf(1000, 10)], [sideOf(1000, 10)], { failOn: [condition] })).toThrow(message)
  })
})

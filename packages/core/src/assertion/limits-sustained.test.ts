import { AssertionError } from 'node:assert'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assertSustains } from './assert.ts'
import { leastInSecond, measureRate } from './limits.ts'
import { findEndpoint, findScenario } from '../result/summary/find-part.ts'
import type { ScenarioSummary } from '../result/summary/scenario-summary.ts'
import {
  countsFixture,
  iterationsFixture,
  rateFixture,
  scenarioFixture,
  seriesFixture,
  timesFixture,
  usersFixture,
} from '../../test/result/verdict/summary-fixture.ts'
import { failureOf, lines } from '../../test/assertion/failure-of.ts'
import { endpointFixture, invalid, resultFixture } from '../../test/assertion/result-fixture.ts'

/** A scenario with a given number of ok responses in each second of its run phase, and more of them after it. */
function responding(seconds: readonly number[], late = 0, scenario: Partial<ScenarioSummary> = {}): ScenarioSummary {
  const responses = seconds.reduce((sum, count) => sum + count, 0)
  const perSecond = responses / seconds.length
  return scenarioFixture({
    workload: rateFixture({ warmup: 5 }),
    counts: countsFixture({ ok: responses + late }),
    duration: seconds.length,
    throughput: { requestsPerSecond: perSecond, okPerSecond: perSecond, bytesPerSecond: 0 },
    series: seriesFixture(seconds),
    ...scenario,
  })
}

/** Whether a scenario sustained what it was asked for. */
function isSustained(scenario: ScenarioSummary, rate: string | number, within?: string): boolean {
  const options = within === undefined ? {} : { within }
  try {
    assertSustains(resultFixture({ scenarios: [scenario] }), rate, options)
    return true
  } catch (error) {
    if (error instanceof AssertionError) return false
    throw error
  }
}

const steady = Array.from({ length: 10 }, () => 500)

describe('a rate is sustained', () => {
  test('a rate is sustained down to one per cent less, and at any higher rate', () => {
    expect(isSustained(responding(steady), '505/s')).toBe(true)
    expect(isSustained(responding(steady), '506/s')).toBe(false)
    expect(isSustained(responding(steady), 100)).toBe(true)
    expect(isSustained(responding(steady), '30k/m')).toBe(true)
  })

  test('a rate is sustained within the given share', () => {
    expect(isSustained(responding(steady), '550/s', '10%')).toBe(true)
    expect(isSustained(responding(steady), '550/s', '5%')).toBe(false)
    expect(isSustained(responding(steady), '500/s', '0%')).toBe(true)
  })

  test('a rate is sustained by ok responses, not by failed ones', () => {
    const failing = responding(steady, 0, { series: seriesFixture(steady).map((second) => ({ ...second, failed: 250 })) })
    expect(isSustained(failing, '500/s')).toBe(false)
  })

  test('a rate is sustained by responses in the run phase, not by later ones', () => {
    expect(
      isSustained(
        responding(
          Array.from(steady, () => 300),
          2000,
        ),
        '500/s',
      ),
    ).toBe(false)
  })

  test('a rate is sustained even if one second in ten falls short', () => {
    expect(isSustained(responding([...steady.slice(1), 0, ...steady, ...Array.from(steady, () => 550)]), '500/s')).toBe(true)
  })

  test('a rate is not sustained by catching up', () => {
    // 1.5 s without a response, and then all overdue ones.
    const stalled = responding([500, 500, 250, 0, 1250, 500, 500, 500, 500, 500])
    expect(isSustained(stalled, '500/s')).toBe(false)
    expect(isSustained(responding([0, 250, 500, 500, 500, 500, 500, 500, 500, 1250]), '500/s')).toBe(false)
  })

  test('a rate is sustained by random responses, as of a Poisson process', () => {
    const poisson = [5, 3, 7, 4, 6, 5, 8, 2, 5, 5]
    expect(isSustained(responding(poisson), '5/s')).toBe(true)
  })
})

describe('journeys are sustained by their iterations', () => {
  const journeys = (seconds: readonly number[], completed: number, late = 0): ScenarioSummary =>
    responding(seconds, late, {
      users: usersFixture({
        iterations: iterationsFixture({ completed }),
        journeys: [{ name: 'buy', iterations: iterationsFixture({ completed }), duration: timesFixture() }],
      }),
    })

  test('the rate of journeys counts iterations by the ok responses of each completed one', () => {
    const scenario = journeys(steady, 1000)
    expect(isSustained(scenario, '100/s')).toBe(true)
    expect(isSustained(scenario, '102/s')).toBe(false)
    expect(measureRate(scenario, 100)).toEqual({ unit: 'iterations', perSecond: 100, count: 1000, fullSeconds: 10, shortSeconds: 0 })
  })

  test('the rate of journeys does not count iterations that completed after the run phase', () => {
    const overloaded = journeys(
      Array.from(steady, () => 300),
      1000,
      2000,
    )
    expect(measureRate(overloaded, 100)).toMatchObject({ perSecond: 60, shortSeconds: 10 })
    expect(isSustained(overloaded, '100/s')).toBe(false)
  })

  test('the rate of journeys counts completed iterations only, when no request got a response', () => {
    const silent = journeys(
      Array.from(steady, () => 0),
      1000,
    )
    expect(measureRate(silent, 100)).toEqual({ unit: 'iterations', perSecond: 100, count: 1000, fullSeconds: 0, shortSeconds: 0 })
  })

  test('the rate of journeys is 0 without a completed iteration', () => {
    expect(measureRate(journeys(steady, 0), 100).perSecond).toBe(0)
  })
})

test('what chance explains in a second is never below 0, and grows slower than the rate', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1e6, noNaN: true }), (rate) => {
      expect(leastInSecond(rate)).toBeGreaterThanOrEqual(0)
      expect(leastInSecond(rate)).toBeLessThanOrEqual(rate)
      expect(leastInSecond(4 * rate)).toBeGreaterThanOrEqual(4 * leastInSecond(rate))
    }),
  )
})

test('a failed assertion of a rate reports how far it fell short, and of what', () => {
  const scenario = responding([500, 500, 0, 0, 500, 500, 500, 500, 500, 200.5], 0, { workload: rateFixture() })
  expect(failureOf(() => assertSustains(findScenario(resultFixture({ scenarios: [scenario] }), 'reads'), '500/s')).message).toBe(
    lines(`
scenario reads did not sustain 500/s within 1 %: it had 370/s, and too few in 3 of 10 seconds

  expected    at least 495/s, and 429 or more in nine of ten seconds
  actual      370/s, and too few in 3 of 10 seconds
  samples     3,701 ok responses
  warm-up     none, so that the responses that were waited for at first are missing
  limited by  concurrency: 10 requests in flight
  verdict     valid
  reproduce   test auctions with seed 42 against http://localhost:3000/
`),
  )
})

test('an invalid run, or one of less than a second, sustained nothing', () => {
  expect(() => assertSustains(resultFixture({ verdict: invalid }), '1/s')).toThrow(/^undecided: test auctions: the run is invalid\n/)
  const short = resultFixture({ scenarios: [responding(steady, 0, { duration: 0.9, series: seriesFixture([500], 0.9) })] })
  expect(() => assertSustains(short, '1/s')).toThrow(/^undecided: test auctions: it ran for less than a second\n/)
})

test('a rate that was not reached is undecided if the generator stood still or did not start its plan, and one that was reached is not', () => {
  const scenarios = [responding([500, 500, 0, 0, 500, 500, 500, 500, 500, 200.5])]
  const stalled = resultFixture({
    scenarios,
    verdict: {
      level: 'suspect',
      reasons: [{ rule: 'generator-stalled', level: 'suspect', text: 'worker 0 could do nothing for 2.1 s' }],
    },
  })
  expect(() => assertSustains(stalled, '500/s')).toThrow(
    /^undecided: test auctions: it had 370\/s, and too few in 3 of 10 seconds, not 500\/s within 1 %, but that may be the generator's own \(generator-stalled\)\n/,
  )
  const steadyAllTheSame = resultFixture({ scenarios: [responding(steady)], verdict: stalled.verdict })
  expect(() => assertSustains(steadyAllTheSame, '500/s')).not.toThrow()
})

test('an invalid argument of sustains is a TypeError', () => {
  const result = resultFixture({ scenarios: [responding(steady, 0, { endpoints: [endpointFixture('GET /')] })] })
  const two = resultFixture({ scenarios: [responding(steady), responding(steady, 0, { name: 'writes' })] })
  expect(() => assertSustains(result, 'fast')).toThrow(new TypeError('"fast" is not a rate; write one such as 500/s or 30/m'))
  expect(() => assertSustains(result, 0)).toThrow(new TypeError('"0" is not a rate; write one such as 500/s or 30/m'))
  expect(() => assertSustains(result, 1, { within: '5' })).toThrow(new TypeError('the limit "5" is more than all; did you mean "5%"?'))
  expect(() => assertSustains(findEndpoint(result, 'GET /'), 1)).toThrow(
    new TypeError('what endpoint GET / did in each second is not kept; assert a rate of its scenario'),
  )
  expect(() => assertSustains(two, 1)).toThrow(
    new TypeError('test auctions has several scenarios; assert a rate of one of them, such as result.scenario("reads")'),
  )
})

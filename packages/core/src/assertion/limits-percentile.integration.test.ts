import { AssertionError } from 'node:assert'
import { describe, expect, test } from 'vitest'
import { assertP50Below, assertP90Below, assertP95Below, assertP99Below, assertP999Below } from './assert.ts'
import { hasPercentileBelow } from './limits.ts'
import { subjectOf } from './subject.ts'
import { findEndpoint, findMetric, findScenario } from '../result/summary/find-part.ts'
import type { Verdict } from '../result/verdict/verdict.ts'
import { scenarioFixture, timesFixture, usersScenarioFixture } from '../../test/result/verdict/summary-fixture.ts'
import { unfinishedFixture } from '../../test/result/verdict/unfinished-fixture.ts'
import { failureOf, lines } from '../../test/assertion/failure-of.ts'
import { endpointFixture, invalid, resultFixture, suspect } from '../../test/assertion/result-fixture.ts'

const endpoint = endpointFixture('POST /api/auctions/{id}/bid', { responseTime: timesFixture({ p50: 10, p99: 31.24, count: 4812 }) })
const result = resultFixture({
  verdict: suspect,
  scenarios: [scenarioFixture({ endpoints: [endpoint] })],
  metrics: { answer_size: { type: 'trend', unit: 'bytes', by: null, values: timesFixture({ p99: 1500 }) } },
})
const bid = findEndpoint(result, endpoint.name)

describe('a percentile', () => {
  test.each([
    [assertP50Below, 10],
    [assertP90Below, 10.8],
    [assertP95Below, 11],
    [assertP99Below, 12],
    [assertP999Below, 14],
  ])('%# a percentile is strictly below its limit', (assertBelow, actual) => {
    expect(() => assertBelow(result, `${actual}ms`)).toThrow(AssertionError)
    expect(() => assertBelow(result, `${actual + 0.01}ms`)).not.toThrow()
  })

  test('a percentile is that of the test, a scenario, an endpoint or a metric', () => {
    const scenario = findScenario(result, 'reads')
    const metric = findMetric(result, 'http_response_time', { endpoint: endpoint.name })
    for (const slow of [bid, metric]) expect(() => assertP99Below(slow, '25ms')).toThrow(AssertionError)
    for (const fast of [result, scenario, findMetric(result, 'http_service_time')]) expect(() => assertP99Below(fast, '25ms')).not.toThrow()
  })

  test('a percentile of a metric with its own unit is compared with a plain number', () => {
    const size = findMetric(result, 'answer_size')
    for (const limit of [1501, '1501', '1.6k', '1501 bytes']) expect(() => assertP99Below(size, limit)).not.toThrow()
    expect(() => assertP99Below(size, 1500)).toThrow(/^p99 of answer_size was 1.5 kB, but was expected to be below 1.5 kB$/m)
  })

  test("a percentile can be that of one value of a metric's tag", () => {
    const series = [
      { name: 'list', values: timesFixture({ p99: 2500 }) },
      { name: 'item', values: timesFixture({ p99: 500 }) },
    ]
    const tagged = resultFixture({
      scenarios: [usersScenarioFixture()],
      metrics: { size: { type: 'trend', unit: 'bytes', values: timesFixture({ p99: 1500 }), by: { tag: 'kind', series } } },
    })
    expect(() => assertP99Below(findMetric(tagged, 'size{kind:item}'), 1000)).not.toThrow()
    expect(() => assertP99Below(findMetric(tagged, 'size{kind:list}'), 1000)).toThrow(/^p99 of size\{kind:list\} was 2.5 kB, but/)
  })
})

test('a failed percentile reports the limit, the figure, its samples, the verdict, and how to run it again', () => {
  expect(failureOf(() => assertP99Below(bid, '25ms')).message).toBe(
    lines(`
p99 of the response time of endpoint POST /api/auctions/{id}/bid was 31.2 ms, but was expected to be below 25 ms

  expected   below 25 ms
  actual     31.2 ms
  samples    4,812
  verdict    suspect
             short-run: it ran for 2 s
  reproduce  test auctions with seed 42 against http://localhost:3000/
`),
  )
})

test('the stack of a failure begins with the line of the assertion', () => {
  const { stack = '' } = failureOf(() => assertP99Below(bid, '25ms'))
  const [caller] = stack.split('\n').filter((line) => line.startsWith('    at '))
  expect(caller).toContain('percentile.integration.test.ts')
})

test('a percentile fails for an invalid run with its reason, however fast', () => {
  const broken = resultFixture({ verdict: invalid })
  expect(failureOf(() => assertP99Below(broken, '1h')).message).toBe(
    lines(`
undecided: test auctions: the run is invalid

  verdict    invalid
             generator-saturated: the load threads were busy for 99 % of the time
  reproduce  test auctions with seed 42 against http://localhost:3000/
`),
  )
})

test('a percentile fails for a run that measured nothing with the reason of its verdict', () => {
  const nothing = { ...resultFixture({ verdict: invalid, scenarios: [] }), metrics: {} }
  expect(() => assertP99Below(nothing, '1h')).toThrow(/^undecided: test auctions: the run is invalid\n/)
})

test('a percentile whose samples leave its limit open fails, and so does the opposite', () => {
  const known = timesFixture({ count: 300, max: 40 })
  const responseTime = { ...known, intervals: { ...known.intervals, p99: { low: 11, high: null } } }
  const few = findEndpoint(
    resultFixture({ scenarios: [scenarioFixture({ endpoints: [endpointFixture('GET /', { responseTime })] })] }),
    'GET /',
  )
  expect(failureOf(() => assertP99Below(few, '25ms')).message).toMatch(
    /^undecided: p99 of the response time of endpoint GET \/: it was 12 ms \(n=300\), and it may be 11 ms or more; run about 3\.4 times as long\n/,
  )
  expect(hasPercentileBelow(subjectOf(few), 'p99', '25ms').outcome).toBe('undecided')
  expect(() => assertP99Below(few, '41ms')).not.toThrow()
  expect(hasPercentileBelow(subjectOf(few), 'p99', '11ms').outcome).toBe('fails')
})

test('a limit that is exceeded by times the generator may have caused is undecided, and one that holds is not', () => {
  const late: Verdict = { level: 'suspect', reasons: [{ rule: 'send-lag', level: 'suspect', text: 'iterations started 31 ms late' }] }
  const run = resultFixture({ verdict: late, scenarios: [scenarioFixture({ responseTime: timesFixture({ p99: 31.24, count: 4812 }) })] })
  const words =
    /^undecided: p99 of the response time: it was 31\.2 ms and is not below 25 ms, but may be the generator's own \(send-lag\)\n/
  expect(failureOf(() => assertP99Below(run, '25ms')).message).toMatch(words)
  expect(hasPercentileBelow(subjectOf(run), 'p99', '25ms').outcome).toBe('undecided')
  expect(() => assertP99Below(run, '32ms')).not.toThrow()
})

describe('what cannot be meant is a TypeError, not a failure', () => {
  test.each([
    [25, 'the limit "25" has no unit; did you mean "25ms"?'],
    ['25', 'the limit "25" has no unit; did you mean "25ms"?'],
    ['fast', 'the limit "fast" is not a time; write a time such as 200ms or 1.5s'],
    ['1%', 'the limit "1%" is not a time; write a time such as 200ms or 1.5s'],
  ])('the limit %j of a percentile is a TypeError', (limit, message) => {
    expect(() => assertP99Below(result, limit)).toThrow(new TypeError(message))
  })

  test.each([
    [undefined, 'cannot assert anything of undefined; give the result of run(), or a scenario, an endpoint or a metric of it'],
    [null, 'cannot assert anything of null; give the result of run(), or a scenario, an endpoint or a metric of it'],
    [{}, 'cannot assert anything of object; give the result of run(), or a scenario, an endpoint or a metric of it'],
    [{ tests: [result] }, 'cannot assert anything of a suite; take one of its tests'],
    [result.scenarios[0], 'cannot assert anything of a part of a summary; take it by result.scenario(name) or result.endpoint(name)'],
  ])('a percentile of a value without a distribution is a TypeError (%#)', (given, message) => {
    expect(() => assertP99Below(given as never, '25ms')).toThrow(new TypeError(message))
  })

  test('a percentile of values without percentiles is a TypeError', () => {
    expect(() => assertP99Below(findMetric(result, 'http_failed'), '25ms')).toThrow(
      new TypeError('metric http_failed has no distribution, and so no p99'),
    )
  })
})

test('a lower bound is undecided below the limit, and fails above it', () => {
  const lowerBounds = ['p99', 'p99_9', 'mean', 'stdev', 'max'] as const
  const unfinished = unfinishedFixture({ count: 100, shortest: 1000, mean: 1000, longest: 1000, lowerBounds })
  const endpointCutOff = endpointFixture('GET /slow', { responseTime: timesFixture({ p95: 11, p99: 1000, unfinished }) })
  const cutOff = findEndpoint(resultFixture({ scenarios: [scenarioFixture({ endpoints: [endpointCutOff] })] }), 'GET /slow')
  const said =
    'undecided: p99 of the response time of endpoint GET /slow: it was >= 1 s (n=30,000 and 100 cut off), and requests were cut off, and may have taken longer'
  expect(failureOf(() => assertP99Below(cutOff, '2s')).message).toContain(said)
  expect(failureOf(() => assertP99Below(cutOff, '1s')).message).toContain('was >= 1 s, but was expected to be below 1 s')
  expect(failureOf(() => assertP99Below(cutOff, '1s')).message).toContain('30,000 and 100 cut off')
  expect(() => assertP95Below(cutOff, '25ms')).not.toThrow()
  expect(hasPercentileBelow(subjectOf(cutOff), 'p99', '2s').outcome).toBe('undecided')
})

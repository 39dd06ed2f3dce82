import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { MetricDefinitions } from '../../measure/recorder/own-metric.ts'
import { findTagProblem, parseThreshold } from './parse-threshold.ts'
import type { ThresholdProblem } from './threshold.ts'

const metrics: MetricDefinitions = {
  bids: { type: 'counter', unit: 'bids' },
  balance: { type: 'gauge' },
  accepted: { type: 'rate' },
  handshake: { type: 'trend', unit: 'ms' },
  answer_size: { type: 'trend', unit: 'bytes' },
  closes: { type: 'counter', by: 'cause' },
  replies: { type: 'counter', by: 'status' },
}
const known = { metrics, scenarios: ['reads', 'bidding'], journeys: ['bid', 'buy', 'look'] }
const options = { abortOnFail: false, after: 5e6 }

function parse(selector: string, condition: string, given = options): ReturnType<typeof parseThreshold> {
  return parseThreshold(selector, condition, given, known)
}

function parsedLimit(selector: string, condition: string): number | ThresholdProblem {
  const parsed = parse(selector, condition)
  return 'threshold' in parsed ? parsed.threshold.limit : parsed
}

test('a parsed threshold keeps the text beside its meaning', () => {
  const selector = 'http_response_time{endpoint:POST /api/auctions/{id}/bid}'
  expect(parse(selector, ' p(99.9)<= 1s ', { abortOnFail: true, after: 2e6 })).toEqual({
    threshold: {
      selector,
      on: { metric: 'http_response_time', tags: { endpoint: 'POST /api/auctions/{id}/bid' } },
      condition: ' p(99.9)<= 1s ',
      aggregate: 'p99.9',
      operator: '<=',
      limit: 1000,
      abortOnFail: true,
      after: 2e6,
    },
  })
})

test('any percentile of a trend is read, in each of its spellings', () => {
  const percentile = fc.integer({ min: 1, max: 99_999 }).map((thousandths) => thousandths / 1000)
  const operator = fc.constantFrom('<', '<=', '>', '>=', '==', '!=')
  const gap = fc.constantFrom('', ' ', '  ')
  const form = fc.constantFrom(
    (p: number) => `p${p}`,
    (p: number) => `p(${p})`,
  )
  const condition = fc.record({ percentile, operator, limit: fc.integer({ min: 0, max: 10_000 }), gap, form })
  fc.assert(
    fc.property(condition, (given) => {
      const text = [given.form(given.percentile), given.operator, `${given.limit}ms`].join(given.gap)
      const { operator: asWritten, limit } = given
      expect(parse('http_service_time', text)).toMatchObject({
        threshold: { aggregate: `p${given.percentile}`, operator: asWritten, limit },
      })
    }),
  )
})

describe('the limit is read in the unit of the figure', () => {
  test.each([
    ['http_response_time', 'median < 5ms', 5],
    ['http_response_time', 'mean < 250us', 0.25],
    ['http_response_time', 'max < 1.5s', 1500],
    ['http_response_time', 'stdev < 1m', 60_000],
    ['http_response_time', 'count > 10k', 10_000],
    ['handshake', 'p95 < 20ms', 20],
    ['http_failed', 'rate < 1%', 0.01],
    ['http_failed', 'rate < 0.1 %', 0.001],
    ['http_failed', 'rate <= 0.05', 0.05],
    ['accepted', 'rate == 100%', 1],
    ['http_requests', 'count > 1000', 1000],
    ['http_requests', 'rate > 100/s', 100],
    ['http_requests', 'rate > 30/m', 0.5],
    ['http_requests', 'rate >= 1.5k/h', 1500 / 3600],
    ['bids', 'count >= 2M', 2e6],
    ['bids', 'count >= 10 bids', 10],
    ['bids', 'rate >= 10 bids/s', 10],
    ['data_received', 'count < 5MB', 5e6],
    ['data_received', 'rate < 1.5 kB/s', 1500],
    ['answer_size', 'p99 < 512 bytes', 512],
    ['balance', 'min >= -5', -5],
    ['balance', 'value > 0', 0],
    ['users_active', 'max <= 100', 100],
  ])('%s: %s', (selector, condition, limit) => {
    expect(parsedLimit(selector, condition)).toBe(limit)
  })
})

describe('a condition that cannot be meant', () => {
  test.each([
    ['http_response_time', 'fast', '"fast" is not a condition', 'write it as figure, operator and limit, such as p99 < 200ms'],
    ['http_response_time', 'p99 <', '"p99 <" is not a condition', 'write it as figure, operator and limit, such as p99 < 200ms'],
    ['http_response_time', 'p99 < 200', 'the limit "200" has no unit', 'did you mean "p99 < 200ms"?'],
    ['http_response_time', 'p99 < 1%', 'the limit "1%" is not a time', 'write a time such as 200ms or 1.5s'],
    ['http_response_time', 'p99 < -1ms', 'the limit "-1ms" is not a time', 'write a time such as 200ms or 1.5s'],
    ['http_response_time', 'p99 = 200ms', 'unknown operator "="', 'did you mean "=="?'],
    ['http_response_time', 'p99 =< 200ms', 'unknown operator "=<"', 'did you mean "<="?'],
    ['http_response_time', 'p99 <<< 200ms', 'unknown operator "<<<"', 'known are <, <=, >, >=, ==, !='],
    ['http_response_time', 'avg < 200ms', 'http_response_time has no "avg"', 'did you mean "mean"?'],
    ['http_response_time', 'medain < 200ms', 'http_response_time has no "medain"', 'did you mean "median"?'],
    [
      'http_response_time',
      'rate < 1%',
      'http_response_time has no "rate"',
      'it has median, mean, min, max, stdev, count, percentiles such as p99',
    ],
    ['http_response_time', 'p0 < 1ms', '"p0" is not a percentile', 'percentiles lie between 0 and 100; beside them there are min and max'],
    [
      'http_response_time',
      'p(100) < 1ms',
      '"p(100)" is not a percentile',
      'percentiles lie between 0 and 100; beside them there are min and max',
    ],
    ['http_failed', 'p99 < 1%', 'http_failed has no "p99"', 'it has rate'],
    ['http_failed', 'rate < 5', 'the limit "5" is more than all', 'did you mean "rate < 5%"?'],
    ['http_failed', 'rate < 500%', 'the limit "500%" is more than all', 'write a share such as 1% or 0.01'],
    ['http_failed', 'rate < 1/s', 'the limit "1/s" is not a share', 'write a share such as 1% or 0.01'],
    ['http_requests', 'rate > 100', 'the limit "100" has no unit', 'did you mean "rate > 100/s"?'],
    ['http_requests', 'rate > 1%', 'the limit "1%" is not a rate', 'write a rate such as 100/s or 30/m'],
    ['http_requests', 'count > many', 'the limit "many" is not a number', 'write a number such as 1000 or 10k'],
    ['http_requests', 'count > 5 MB', 'the limit "5 MB" is not a number', 'write a number such as 1000 or 10k'],
    ['users_active', 'value < 10', 'users_active has no "value"', 'it has max'],
    ['balance', 'last > 1', 'balance has no "last"', 'did you mean "value"?'],
  ])('%s: %s', (selector, condition, problem, hint) => {
    expect(parse(selector, condition)).toEqual({ problem, hint })
  })
})

describe('a selector that cannot be meant', () => {
  test.each([
    ['http_respons_time', 'unknown metric "http_respons_time"', 'did you mean "http_response_time"?'],
    ['http_req_duration', 'unknown metric "http_req_duration"', 'did you mean "http_response_time"?'],
    ['balence', 'unknown metric "balence"', 'did you mean "balance"?'],
    ['checks{check:a', '"{" is not closed in "checks{check:a"', 'write it as http_response_time{endpoint:GET /items}'],
    ['send_lag{endpoint:GET /}', 'send_lag is not kept by endpoint', 'it has the tag scenario'],
    ['closes{type:error}', 'closes is not kept by type', 'it has the tags scenario and cause'],
    ['closes{caus:error}', 'closes is not kept by caus', 'did you mean "cause"?'],
    ['closes{cause:error,endpoint:GET /}', 'closes is not kept by endpoint', 'it has the tags scenario and cause'],
    ['closes{cause:error,scenario:biding}', 'no scenario "biding"', 'did you mean "bidding"?'],
    ['balance{cause:a}', 'balance is not kept by cause', 'it has the tag scenario'],
    ['balance{check:a}', 'balance is not kept by check', 'it has the tag scenario'],
    ['checks{kind:a}', 'checks is not kept by kind', 'it has the tags scenario and check'],
    [
      'http_service_time{status:2xx}',
      'http_service_time is not kept by status',
      'it has the tags scenario, endpoint and those that journeys give to their requests',
    ],
    [
      'http_requests{endpoint:GET /,kind:read}',
      'endpoint and kind cannot be combined',
      'requests are kept by endpoint and by each tag of their own, one at a time',
    ],
    [
      'http_requests{size:big,kind:read}',
      'size and kind cannot be combined',
      'requests are kept by endpoint and by each tag of their own, one at a time',
    ],
    ['http_response_time{status:404}', 'http_response_time is not kept by the status "404"', 'did you mean "status:4xx"?'],
    ['http_requests{status:good}', 'http_requests is not kept by the status "good"', 'write a class such as 2xx, or timeout'],
    ['iterations{scenario:biding}', 'no scenario "biding"', 'did you mean "bidding"?'],
  ])('%s', (selector, problem, hint) => {
    expect(parse(selector, 'p99 < 1ms')).toEqual({ problem, hint })
  })

  test('a scenario is not looked for where none was measured', () => {
    expect(findTagProblem({ metric: 'iterations', tags: { scenario: 'store' } }, [])).toEqual({
      problem: 'no scenario "store"',
      hint: 'no scenario with requests was measured',
    })
  })

  test('an unknown metric with no similar name is refused with all metrics, those of the config first', () => {
    const parsed = parse('constructor', 'p99 < 1ms')
    expect(parsed).toEqual({
      problem: 'unknown metric "constructor"',
      hint: expect.stringMatching(/^known are bids, balance, .*, delivery_fan_out_time$/),
    })
  })

  test.each([
    'http_requests{status:404,endpoint:GET /}',
    'http_requests{status:timeout}',
    'http_requests{status:0xx}',
    'http_requests{kind:write,scenario:bid*}',
    'iterations{journey:buy,scenario:reads}',
    'bids{scenario:*}',
    'closes{cause:error}',
    'closes{cause:e*,scenario:reads}',
    // A custom tag may have the name of a built-in one.
    'replies{status:ERR}',
  ])('the selector %s is accepted', (selector) => {
    expect(parsedLimit(selector, 'count > 1')).toBe(1)
  })
})

describe('abortOnFail', () => {
  test.each(['count > 1k', 'count >= 1k', 'count == 1k'])('abortOnFail is refused for %s, which fails at first', (condition) => {
    expect(parse('http_requests', condition, { abortOnFail: true, after: 0 })).toEqual({
      problem: `abortOnFail cannot be used with "${condition}"`,
      hint: 'a count grows until the end of the test, and fails until it has',
    })
  })

  test('abortOnFail is accepted for a count that must stay low', () => {
    expect(parse('dropped', 'count < 10', { abortOnFail: true, after: 0 })).toHaveProperty('threshold')
  })
})

describe('what no request or journey of the test can have', () => {
  test.each([
    ['a journey it does not do', 'iterations{journey:bit}', { problem: 'no journey "bit"', hint: 'did you mean "bid"?' }],
    ['a misspelt tag', 'http_failed{endpiont:GET /}', { problem: 'no tag "endpiont"', hint: 'did you mean "endpoint"?' }],
  ])('%s', (_name, selector, problem) => {
    expect(parse(selector, selector.startsWith('iter') ? 'count > 1' : 'rate < 1%')).toEqual(problem)
  })

  test('a custom tag of requests is refused where no journey can give it', () => {
    expect(parseThreshold('http_failed{kind:write}', 'rate < 1%', options, { ...known, journeys: [] })).toEqual({
      problem: 'no request has the tag "kind"',
      hint: 'journeys give tags to their requests, and this test has no journey',
    })
  })
})

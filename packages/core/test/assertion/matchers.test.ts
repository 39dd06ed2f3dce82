import { describe, expect, test } from 'vitest'
import '../../src/vitest/index.ts'
import { findEndpoint, findMetric, findScenario } from '../../src/result/summary/find-part.ts'
import type { TestResult } from '../../src/result/shape/result.ts'
import { exampleResources } from '../example-resources.ts'
import { sideOf } from '../result/compared-sides.ts'
import { rateFixture, scenarioFixture } from '../result/verdict/summary-fixture.ts'
import { failureOf, lines } from './failure-of.ts'
import { endpointFixture, invalid, resultFixture, suspect } from './result-fixture.ts'

const threshold = {
  selector: 'http_failed',
  condition: 'rate < 1%',
  inconclusive: null,
  actual: 0,
  interval: null,
  text: 'rate was 0 % (0 of 30,000)',
  aborted: false,
}
const result = resultFixture({
  scenarios: [scenarioFixture({ workload: rateFixture({ warmup: 5 }), endpoints: [endpointFixture('POST /bid')] })],
  thresholds: [{ ...threshold, passed: true }],
})
const broken = resultFixture({ verdict: invalid, thresholds: [{ ...threshold, passed: true }] })

/** A soak of a minute, of a target that leaks. */
const soaked = (bytesPerSecond: number): TestResult =>
  resultFixture({
    scenarios: [scenarioFixture({ duration: 60 })],
    resources: Array.from({ length: 60 }, (_, second) => ({
      ...exampleResources,
      at: second + 1,
      targetRss: 80e6 + second * bytesPerSecond,
    })),
  })

test('a good result passes every matcher, and none of their opposites', () => {
  const passing: Readonly<Record<string, () => void>> = {
    toBeValidRun: () => expect(result).toBeValidRun({ strict: true }),
    toHaveErrorRateBelow: () => expect(result).toHaveErrorRateBelow('0.1%'),
    toHaveP50Below: () => expect(result).toHaveP50Below('25ms'),
    toHaveP90Below: () => expect(result).toHaveP90Below('25ms'),
    toHaveP95Below: () => expect(findScenario(result, 'reads')).toHaveP95Below('25ms'),
    toHaveP99Below: () => expect(findEndpoint(result, 'POST /bid')).toHaveP99Below('25ms'),
    toHaveP999Below: () => expect(findMetric(result, 'http_service_time')).toHaveP999Below('25ms'),
    toSustain: () => expect(result).toSustain('1k/s', { within: '1%' }),
    toPassThresholds: () => expect(result).toPassThresholds(),
    toRunFasterThan: () => expect(sideOf(1000, 8)).toRunFasterThan(sideOf(1000, 10), { metric: 'p99', by: '5%' }),
    toUseLessMemoryThan: () => expect(result).toUseLessMemoryThan('51MB'),
    toLeakMemory: () => expect(soaked(50_000)).toLeakMemory(),
  }
  const opposite: Readonly<Record<string, () => void>> = {
    toBeValidRun: () => expect(result).not.toBeValidRun({ strict: true }),
    toHaveErrorRateBelow: () => expect(result).not.toHaveErrorRateBelow('0.1%'),
    toHaveP50Below: () => expect(result).not.toHaveP50Below('25ms'),
    toHaveP90Below: () => expect(result).not.toHaveP90Below('25ms'),
    toHaveP95Below: () => expect(findScenario(result, 'reads')).not.toHaveP95Below('25ms'),
    toHaveP99Below: () => expect(findEndpoint(result, 'POST /bid')).not.toHaveP99Below('25ms'),
    toHaveP999Below: () => expect(findMetric(result, 'http_service_time')).not.toHaveP999Below('25ms'),
    toSustain: () => expect(result).not.toSustain('1k/s', { within: '1%' }),
    toPassThresholds: () => expect(result).not.toPassThresholds(),
    toRunFasterThan: () => expect(sideOf(1000, 8)).not.toRunFasterThan(sideOf(1000, 10), { metric: 'p99', by: '5%' }),
    toUseLessMemoryThan: () => expect(result).not.toUseLessMemoryThan('51MB'),
    toLeakMemory: () => expect(soaked(50_000)).not.toLeakMemory(),
  }
  for (const [name, matcher] of Object.entries(passing)) expect(matcher, name).not.toThrow()
  for (const [name, matcher] of Object.entries(opposite))
    expect(matcher, name).toThrow(/but (?:was|were) expected (?:not |to be (?:not|suspect)|to use not |to grow by no more )/)
})

test('a percentile matcher judges the percentile of its name', () => {
  expect(result).not.toHaveP50Below('10ms')
  expect(result).not.toHaveP90Below('10.8ms')
  expect(result).not.toHaveP95Below('11ms')
  expect(result).not.toHaveP99Below('12ms')
  expect(result).not.toHaveP999Below('14ms')
  expect(result).toHaveP50Below('10.1ms')
  expect(result).toHaveP90Below('10.9ms')
  expect(result).toHaveP95Below('11.1ms')
  expect(result).toHaveP99Below('12.1ms')
  expect(result).toHaveP999Below('14.1ms')
})

test('a failed matcher reads like the plain assertion', () => {
  expect(failureOf(() => expect(findEndpoint(result, 'POST /bid')).toHaveP99Below('5ms')).message).toBe(
    lines(`
p99 of the response time of endpoint POST /bid was 12 ms, but was expected to be below 5 ms

  expected   below 5 ms
  actual     12 ms
  samples    4,812
  verdict    valid
  reproduce  test auctions with seed 42 against http://localhost:3000/
`),
  )
})

describe('behind .not', () => {
  test.each([
    [
      () => expect(findEndpoint(result, 'POST /bid')).not.toHaveP99Below('25ms'),
      `
p99 of the response time of endpoint POST /bid was 12 ms, but was expected to be not below 25 ms

  expected   not below 25 ms
  actual     12 ms
  samples    4,812
  verdict    valid
  reproduce  test auctions with seed 42 against http://localhost:3000/
`,
    ],
    [
      () => expect(result).not.toHaveErrorRateBelow('1%'),
      `
the error rate was 0 %, but was expected to be not below 1 %

  expected   not below 1 %
  actual     0 %
  samples    30,000, of which 0 failed
  verdict    valid
  reproduce  test auctions with seed 42 against http://localhost:3000/
`,
    ],
    [
      () => expect(result).not.toBeValidRun(),
      `
the run is valid, but was expected to be invalid

  verdict    valid
  reproduce  test auctions with seed 42 against http://localhost:3000/
`,
    ],
    [
      () => expect(result).not.toPassThresholds(),
      `
all thresholds passed, but were expected not to

  verdict    valid
  reproduce  test auctions with seed 42 against http://localhost:3000/
`,
    ],
    [
      () => expect(result).not.toSustain('1000/s'),
      `
test auctions sustained 1,000/s within 1 %, but was expected not to: it had 1,000/s

  expected    at least 990/s, and 896 or more in nine of ten seconds
  actual      1,000/s
  samples     30,000 ok responses
  limited by  concurrency: 10 requests in flight
  verdict     valid
  reproduce   test auctions with seed 42 against http://localhost:3000/
`,
    ],
  ])('a failed matcher behind .not describes the unexpected: %#', (assertion, message) => {
    expect(failureOf(assertion).message).toBe(lines(message))
  })

  test('a matcher behind .not passes what it refuses without .not', () => {
    expect(result).not.toHaveP99Below('5ms')
    expect(result).not.toSustain('2k/s')
    expect(broken).not.toBeValidRun()
    expect(resultFixture({ verdict: suspect })).not.toBeValidRun({ strict: true })
    expect(resultFixture({ thresholds: [{ ...threshold, passed: false }] })).not.toPassThresholds()
  })
})

test('an invalid run fails every matcher but the one that asks for it, behind .not too', () => {
  const assertions: readonly (() => void)[] = [
    () => expect(broken).toHaveErrorRateBelow('100%'),
    () => expect(broken).not.toHaveErrorRateBelow('0%'),
    () => expect(broken).toHaveP99Below('1h'),
    () => expect(broken).not.toHaveP99Below('1us'),
    () => expect(broken).toSustain('1/s'),
    () => expect(broken).not.toSustain('1000k/s'),
    () => expect(broken).toPassThresholds(),
    () => expect(broken).not.toPassThresholds(),
  ]
  for (const assertion of assertions) {
    expect(assertion).toThrow(/^undecided: test auctions: the run is invalid\n\n {2}verdict {4}invalid\n {13}generator-saturated: /)
  }
})

test('matchers take the promise of a result', async () => {
  await expect(Promise.resolve(result)).resolves.toHaveP99Below('25ms')
  await expect(Promise.resolve(result)).resolves.not.toHaveP99Below('5ms')
})

test('a limit without a meaning fails behind .not too', () => {
  expect(() => expect(result).not.toHaveP99Below(25)).toThrow(new TypeError('the limit "25" has no unit; did you mean "25ms"?'))
})

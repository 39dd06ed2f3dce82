import { describe, expect, test } from 'vitest'
import '../vitest/index.ts'
import type { TestResult } from '../result/shape/result.ts'
import { findScenario } from '../result/summary/find-part.ts'
import type { MetricSummary } from '../result/summary/metric-summary.ts'
import type { PluginRequestsSummary } from '../result/summary/requests-summary.ts'
import type { SecondSummary } from '../result/summary/series-summary.ts'
import {
  countsFixture,
  noTimesFixture,
  pluginRequestsFixture,
  rateFixture,
  scenarioFixture,
  timesFixture,
  usersFixture,
} from '../../test/result/verdict/summary-fixture.ts'
import { failureOf } from '../../test/assertion/failure-of.ts'
import { resultFixture } from '../../test/assertion/result-fixture.ts'

const responseTimes = (p99: number | null): MetricSummary => {
  const values = p99 === null ? noTimesFixture() : timesFixture({ p99 })
  return { type: 'trend', unit: 'ms', by: null, values }
}

/** A test that sent requests of both kinds, as many as are given, with these p99. */
function mixed(http: { readonly started: number; readonly p99: number | null }, plugin: typeof http): TestResult {
  const pluginRequests =
    plugin.started === 0
      ? []
      : [
          pluginRequestsFixture(
            { ok: plugin.started },
            { responseTime: plugin.p99 === null ? noTimesFixture() : timesFixture({ p99: plugin.p99 }) },
          ),
        ]
  const scenario = scenarioFixture({
    counts: countsFixture({ ok: http.started }),
    responseTime: http.p99 === null ? noTimesFixture() : timesFixture({ p99: http.p99 }),
    users: usersFixture({ pluginRequests }),
  })
  const metrics = { http_response_time: responseTimes(http.p99), plugin_response_time: responseTimes(plugin.p99) }
  return resultFixture({ scenarios: [scenario], metrics })
}

describe('response times', () => {
  const none = { started: 0, p99: null }

  test('the response times of a test with requests of plugins only are those of the plugins', () => {
    const alone = mixed(none, { started: 30_000, p99: 12 })
    for (const [of, named] of [
      [alone, ''],
      [findScenario(alone, 'reads'), ' of scenario reads'],
    ] as const) {
      expect(of).toHaveP99Below('12.1ms')
      expect(of).not.toHaveP99Below('12ms')
      expect(failureOf(() => expect(of).toHaveP99Below('5ms')).message).toMatch(
        new RegExp(`^p99 of the response time of requests of plugins${named} was 12 ms, but was expected to be below 5 ms`),
      )
    }
  })

  test('response times of a test with both kinds must be below the limit in both, and the slow kind is named', () => {
    const slowPlugin = mixed({ started: 30_000, p99: 3 }, { started: 30_000, p99: 12 })
    const slowHttp = mixed({ started: 30_000, p99: 12 }, { started: 30_000, p99: 3 })
    for (const of of [slowPlugin, slowHttp, findScenario(slowPlugin, 'reads')]) {
      expect(of).toHaveP99Below('12.1ms')
      expect(of).not.toHaveP99Below('5ms')
    }
    const failure = (of: TestResult): string => failureOf(() => expect(of).toHaveP99Below('5ms')).message
    expect(failure(slowPlugin)).toMatch(/^p99 of the response time of requests of plugins was 12 ms, but was expected to be below 5 ms\n/)
    expect(failure(slowHttp)).toMatch(/^p99 of the response time over HTTP was 12 ms, but was expected to be below 5 ms\n/)
    expect(() => expect(slowHttp).not.toHaveP99Below('20ms')).toThrow(
      'p99 of the response time over HTTP was 12 ms, but was expected to be not below 20 ms',
    )
  })

  test('a kind without enough samples leaves a limit open that the other kind keeps, but not one that it exceeds', () => {
    const half = mixed({ started: 30_000, p99: 12 }, { started: 4, p99: null })
    expect(() => expect(half).toHaveP99Below('25ms')).toThrow(
      'undecided: p99 of the response time of requests of plugins: there are no samples',
    )
    expect(() => expect(half).not.toHaveP99Below('25ms')).toThrow('undecided: ')
    expect(half).not.toHaveP99Below('5ms')
  })

  test('there are no response times without requests', () => {
    expect(failureOf(() => expect(mixed(none, none)).toHaveP99Below('25ms')).message).toContain(
      'undecided: p99 of the response time: there are no samples',
    )
  })
})

test('a sustained rate is that of all responses, over HTTP and to plugins', () => {
  const second = (at: number, requests: number): SecondSummary => ({
    at,
    length: 1,
    requests,
    failed: 0,
    bytes: 0,
    mean: 1,
    p50: 1,
    p99: 1,
    max: 1,
  })
  const seconds = (requests: number): SecondSummary[] => Array.from({ length: 30 }, (_, at) => second(at, requests))
  const like = (requests: number): Pick<PluginRequestsSummary, 'series' | 'throughput'> => ({
    series: seconds(requests),
    throughput: { ...scenarioFixture().throughput, okPerSecond: requests },
  })
  const pluginRequests = [pluginRequestsFixture({ ok: 12_000 }, like(400))]
  const users = usersFixture({ pluginRequests })
  const scenario = scenarioFixture({
    ...like(100),
    counts: countsFixture({ ok: 3000 }),
    workload: rateFixture({ warmup: 5 }),
    users: { ...users, journeys: [] },
  })
  const result = resultFixture({ scenarios: [scenario] })
  expect(result).toSustain('500/s')
  expect(result).not.toSustain('510/s')
})

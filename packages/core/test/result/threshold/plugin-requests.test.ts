import { summarizeRequests } from '../../../src/result/summary/scenario-summary.ts'
import { describe, expect, test } from 'vitest'
import type { ScenarioTotals } from '../../../src/measure/recorder/scenario-totals.ts'
import { findMetric } from '../../../src/result/summary/find-part.ts'
import { summarizeMetrics } from '../../../src/result/summary/metric-summary.ts'
import { summarizeUsers } from '../../../src/result/summary/users-summary.ts'
import type { TestSummary } from '../../../src/result/summary/test-summary.ts'
import { measureTotals, type MetricSource } from '../../../src/result/summary/measure-scenario.ts'
import { parseThreshold } from '../../../src/result/threshold/parse-threshold.ts'
import { scenarioFixture, summaryFixture } from '../verdict/summary-fixture.ts'
import { evaluate, source } from './evaluate-fixture.ts'
import {
  endedSnapshot,
  outcomeCounts,
  phaseSnapshot,
  pluginSnapshot,
  seriesSnapshot,
  times,
  totalsOf,
  usersSnapshot,
} from './totals-fixture.ts'
import { packSeries } from '../../../src/measure/recorder/series.ts'

const okClass = 10
const [gets, sets] = [[1000, 2000, 3000, 4000], [10_000]]

/** A scenario whose users sent commands to Redis and events over Socket.IO, of which one was cut off after 50 ms. */
function commands(): ScenarioTotals {
  const redis = pluginSnapshot('redis', {
    responseTime: [...gets, ...sets],
    run: { ...endedSnapshot({ ok: 5, refused: 3, aborted: 2 }), dataSent: 300, dataReceived: 5000 },
    serviceTime: [500],
    endpoints: packSeries([
      seriesSnapshot('GET', { started: 7, outcomes: outcomeCounts({ ok: 4, refused: 3 }), responseTimes: [[okClass, times(gets)]] }),
      seriesSnapshot('SET', { started: 3, outcomes: outcomeCounts({ ok: 1, aborted: 2 }), responseTimes: [[okClass, times(sets)]] }),
    ]),
  })
  const echo = { started: 2, outcomes: outcomeCounts({ ok: 1, aborted: 1 }), responseTimes: [[okClass, times([7000])]] as const }
  const socketio = pluginSnapshot('socketio', {
    responseTime: [7000],
    ages: [50_000],
    run: endedSnapshot({ ok: 1, aborted: 1 }),
    endpoints: packSeries([seriesSnapshot('echo', { ...echo, unfinished: times([50_000]) })]),
  })
  return totalsOf({ users: usersSnapshot({ pluginRequests: [redis, socketio, pluginSnapshot('silent')] }) })
}

const sources = [source(commands())]

describe('metrics of the requests of plugins', () => {
  test.each([
    ['plugin_requests', 'count == 12', 12],
    ['plugin_requests', 'rate > 1/s', 1.2],
    ['plugin_requests{plugin:redis}', 'count == 10', 10],
    ['plugin_requests{plugin:redis,endpoint:GET}', 'count == 7', 7],
    ['plugin_requests{endpoint:*E*}', 'count == 10', 10],
    ['plugin_requests{endpoint:!GET}', 'count == 5', 5],
    ['plugin_requests{plugin:!socketio,endpoint:!S*}', 'count == 7', 7],
    ['plugin_failed', 'rate < 90%', 3 / 9],
    ['plugin_failed{plugin:redis,endpoint:SET}', 'rate == 0%', 0],
    ['plugin_response_time', 'min == 1ms', 1],
    ['plugin_response_time{plugin:redis}', 'max <= 10ms', 10],
    ['plugin_response_time{plugin:redis,endpoint:GET}', 'max <= 4ms', 4],
    ['plugin_response_time{plugin:redis,endpoint:!SET}', 'max <= 4ms', 4],
    ['plugin_response_time{scenario:bidding,endpoint:SET}', 'mean == 10ms', 10],
    ['plugin_service_time{plugin:redis}', 'max <= 0.5ms', 0.5],
    ['plugin_data_sent', 'count == 300', 300],
    ['plugin_data_received{plugin:redis}', 'rate == 500/s', 500],
    ['data_received', 'count == 0', 0],
    ['requests_failed', 'rate < 90%', 3 / 9],
    ['http_requests', 'count == 0', 0],
  ])('%s %s is judged over all plugins, or one, or an endpoint', (selector, condition, actual) => {
    expect(evaluate(selector, condition, sources)).toMatchObject({ passed: true, actual })
  })

  test('a threshold on an unknown plugin or endpoint lists what there is, with the nearest name', () => {
    expect(evaluate('plugin_requests{plugin:rediss}', 'count > 0', sources).text).toBe(
      'no plugin rediss (did you mean redis?); there are: redis, socketio',
    )
    expect(evaluate('plugin_response_time{endpoint:ECHO}', 'p99 < 1s', sources).text).toBe(
      'no endpoint ECHO (did you mean echo?); there are: GET, SET, echo',
    )
    expect(evaluate('plugin_response_time{plugin:redis,endpoint:echo}', 'p99 < 1s', sources).text).toMatch(/^no endpoint echo/)
    expect(evaluate('plugin_requests', 'count == 0', [source(totalsOf({ users: usersSnapshot() }))])).toMatchObject({
      passed: false,
      text: 'plugin_requests is measured of requests of plugins, and there were none',
    })
  })

  test('metrics of plugin requests are inconclusive with few samples, or a bound on the better side of the limit', () => {
    expect(evaluate('plugin_response_time{endpoint:GET}', 'median < 3ms', sources)).toMatchObject({
      passed: false,
      inconclusive: { cause: 'few-samples' },
    })
    expect(evaluate('plugin_response_time{endpoint:echo}', 'max < 1s', sources)).toMatchObject({
      passed: false,
      inconclusive: { cause: 'unfinished' },
      actual: 50,
    })
    expect(evaluate('plugin_response_time{endpoint:echo}', 'max < 20ms', sources)).toMatchObject({ passed: false, inconclusive: null })
  })

  const http = (started: number, responseTime: readonly number[]): MetricSource =>
    source(totalsOf({ responseTime, run: phaseSnapshot({ started, outcomes: outcomeCounts({ ok: started }) }) }), {
      name: 'reads',
    })

  test('response_time is that of plugin requests where all requests are theirs', () => {
    expect(evaluate('response_time', 'min >= 1ms', sources)).toEqual({
      ...evaluate('plugin_response_time', 'min >= 1ms', sources),
      selector: 'response_time',
    })
    expect(evaluate('response_time', 'p99 < 1s', [http(2, [4000, 5000])])).toEqual({
      ...evaluate('http_response_time', 'p99 < 1s', [http(2, [4000, 5000])]),
      selector: 'response_time',
    })
    expect(evaluate('response_time', 'p99 < 1s', [source(totalsOf({}))])).toMatchObject({ passed: false, actual: null, text: 'no samples' })
  })

  test('metrics of plugin requests are judged beside those over HTTP where both were sent, and the worse decides', () => {
    const both = [http(2, [4000, 5000]), ...sources]
    const texts = (condition: string): string => evaluate('response_time', condition, both).text
    expect(evaluate('response_time', 'min <= 4ms', both)).toMatchObject({ passed: true, actual: 4 })
    expect(texts('min <= 4ms')).toBe('http_response_time min was 4 ms (n=2); plugin_response_time min was 1 ms (n=6 and 1 cut off)')
    expect(evaluate('response_time', 'min <= 3ms', both)).toMatchObject({ passed: false, inconclusive: null, actual: 4 })
    expect(evaluate('response_time', 'max <= 20ms', both)).toMatchObject({ passed: false, inconclusive: null, actual: 50 })
    expect(evaluate('response_time', 'max <= 1s', both)).toMatchObject({ passed: false, inconclusive: { cause: 'unfinished' }, actual: 50 })
    expect(evaluate('response_time{scenario:reads}', 'max <= 20ms', both)).toMatchObject({
      passed: true,
      actual: 5,
      text: 'max was 5 ms (n=2)',
    })
    expect(evaluate('response_time{scenario:bidding}', 'min <= 3ms', both)).toMatchObject({ passed: true, actual: 1 })
  })

  test('metrics of plugin requests are checked before anything is started, plugins by their names', () => {
    const parse = (selector: string, plugins?: readonly string[]): unknown =>
      parseThreshold(selector, 'count > 1', { abortOnFail: false, after: 0 }, { metrics: {}, scenarios: ['a'], journeys: [], plugins })
    expect(parse('plugin_requests{plugin:socket.io}', ['sse', 'socketio'])).toEqual({
      problem: 'no plugin "socket.io"',
      hint: 'did you mean "socketio"?',
    })
    expect(parse('deliveries_sent{plugin:socket.io}', [])).toEqual({
      problem: 'no plugin "socket.io"',
      hint: 'this test has no plugin',
    })
    for (const plugins of [['socketio'], undefined]) expect(parse('plugin_requests{plugin:socketio}', plugins)).toHaveProperty('threshold')
    expect(parse('plugin_requests{plugin:s*}', [])).toHaveProperty('threshold')
    expect(parse('plugin_requests{plugin:!redis}')).toHaveProperty('threshold')
    expect(parse('plugin_requests{plugin:!reddis}', ['redis'])).toMatchObject({
      problem: 'no plugin "reddis"',
      hint: 'did you mean "redis"?',
    })
    expect(parse('plugin_requests{status:200}')).toMatchObject({ problem: 'plugin_requests is not kept by status' })
    expect(parse('plugin_requests{kind:read}')).toMatchObject({ problem: 'plugin_requests is not kept by kind' })
    expect(parse('plugin_data_sent{endpoint:GET}')).toMatchObject({ problem: 'plugin_data_sent is not kept by endpoint' })
    expect(parse('http_requests{plugin:sse}')).toMatchObject({ problem: 'http_requests is not kept by plugin' })
  })
})

describe('metrics of the requests of plugins in a result', () => {
  test.each([
    ['plugin_requests', { count: 12 }],
    ['plugin_requests{plugin:redis,endpoint:GET}', { count: 7, rate: 0.7 }],
    ['plugin_data_sent{plugin:redis}', { count: 300 }],
    ['plugin_data_received{plugin:socketio}', { count: 0 }],
    ['plugin_failed{plugin:redis}', { hits: 3, total: 8 }],
    ['plugin_response_time', { values: { count: 6, max: 50, unfinished: { count: 1 } } }],
    ['plugin_response_time{plugin:redis}', { values: { count: 5, max: 10 } }],
    ['plugin_response_time{plugin:redis,endpoint:GET}', { values: { count: 4, max: 4 } }],
    ['plugin_response_time{plugin:redis,endpoint:*}', { values: { count: 5, max: 10 } }],
    ['plugin_response_time{endpoint:!SET}', { values: { count: 5, max: 50, unfinished: { count: 1, longest: 50 } } }],
    ['plugin_response_time{plugin:*}', { values: { count: 6, max: 50, unfinished: { count: 1 } } }],
    ['plugin_service_time{plugin:redis}', { values: { max: 0.5 } }],
  ])('%s in a result is what was measured of plugin requests', (selector, expected) => {
    expect(findMetric(summary(), selector)).toMatchObject(expected)
  })

  test('metrics of plugin requests are missing where no plugin sent any, and list what there is instead', () => {
    const silent = source(totalsOf({ users: usersSnapshot({ pluginRequests: [pluginSnapshot('silent')] }) }))
    expect(Object.keys(summarizeMetrics({}, [measureTotals(silent)])).filter((name) => /^plugin_|^requests_failed/.test(name))).toEqual([])
    expect(() => findMetric(summary(), 'plugin_requests{plugin:sokcetio}')).toThrow(
      'plugin_requests{plugin:sokcetio}: no plugin sokcetio (did you mean socketio?); there are: redis, socketio',
    )
  })
})

function summary(): TestSummary {
  const facts = { start: 0, runStart: 0, runEnd: 10e6, hasWarmup: false, isTimed: true, isServiceTimed: true }
  const scenarios = sources.map(({ totals: { users, pluginRequests } }) => {
    const plugins = Array.from(pluginRequests, ([plugin, totals]) => ({ plugin, ...summarizeRequests(facts, totals) }))
    return scenarioFixture({ name: 'bidding', duration: 10, users: users === undefined ? null : summarizeUsers(users, plugins, facts) })
  })
  return summaryFixture({ scenarios, metrics: summarizeMetrics({}, sources.map(measureTotals)) })
}

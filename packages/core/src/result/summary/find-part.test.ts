import { describe, expect, test } from 'vitest'
import { findEndpoint, findMetric, findScenario } from './find-part.ts'
import {
  noTimesFixture,
  pluginRequestsFixture,
  scenarioFixture,
  timesFixture,
  usersFixture,
  usersScenarioFixture,
} from '../../../test/result/verdict/summary-fixture.ts'
import { endpointFixture, resultFixture } from '../../../test/assertion/result-fixture.ts'

const journeys = usersScenarioFixture({
  name: 'bidding',
  endpoints: [endpointFixture('GET /'), endpointFixture('POST /bid')],
  users: usersFixture({
    checks: [
      { name: 'accepted', passed: 90, failed: 10 },
      { name: 'paid', passed: 50, failed: 0 },
    ],
    groups: [{ name: 'checkout', duration: timesFixture({ p99: 80 }) }],
    tags: [endpointFixture('kind:write')],
  }),
})
const bids = { type: 'counter', unit: 'bids', by: null, count: 30, rate: 1 } as const
const checks = { type: 'rate', unit: null, by: null, rate: 140 / 150, hits: 140, total: 150 } as const
const groups = { type: 'trend', unit: 'ms', by: null, values: timesFixture({ p99: 80 }) } as const
const single = resultFixture({ scenarios: [journeys], metrics: { bids, checks, group_duration: groups } })
const several = resultFixture({
  scenarios: [journeys, scenarioFixture({ name: 'reads', endpoints: [endpointFixture('GET /')] })],
  metrics: { bids, checks },
})

describe('a part of a result', () => {
  test('a part of a result has the figures of the summary, and hides the test it belongs to', () => {
    const scenario = findScenario(single, 'bidding')
    const endpoint = findEndpoint(single, 'POST /bid')
    const metric = findMetric(single, 'bids')
    expect(scenario).toEqual(journeys)
    expect(endpoint).toEqual(journeys.endpoints[1])
    expect(metric).toEqual(bids)
    for (const { origin } of [scenario, endpoint, metric]) expect(origin.test).toBe(single)
    expect(JSON.parse(JSON.stringify([scenario, endpoint, metric]))).toEqual([journeys, journeys.endpoints[1], bids])
  })

  test('an endpoint is found in one of several scenarios', () => {
    expect(findEndpoint(several, 'POST *').origin.name).toBe('POST /bid of bidding')
    expect(findEndpoint(several, 'GET /', 'reads').origin.name).toBe('GET / of reads')
  })

  test('an endpoint of a plugin is found', () => {
    const pluginRequests = [pluginRequestsFixture({ ok: 4800 }, { endpoints: [endpointFixture('SET'), endpointFixture('GET /')] })]
    const users = usersFixture({ pluginRequests })
    const only = resultFixture({ scenarios: [usersScenarioFixture({ name: 'bidding', users, endpoints: [] })] })
    expect(findEndpoint(only, 'S*')).toEqual(endpointFixture('SET'))
    const both = resultFixture({ scenarios: [usersScenarioFixture({ name: 'bidding', users, endpoints: [endpointFixture('GET /')] })] })
    expect(() => findEndpoint(both, 'GET /')).toThrow('several endpoints are GET /: GET / of bidding, GET / of redis in bidding; name one')
  })

  test('a metric is found, and a series of it by tags', () => {
    expect(findMetric(single, 'checks')).toEqual(checks)
    expect(findMetric(single, 'checks', { check: 'accepted' })).toEqual({
      type: 'rate',
      unit: null,
      by: null,
      rate: 0.9,
      hits: 90,
      total: 100,
    })
    expect(findMetric(single, 'checks{check:*}')).toEqual(checks)
    expect(findMetric(single, 'group_duration{group:checkout}')).toEqual(groups)
    expect(findMetric(single, 'http_failed', { kind: 'write' })).toMatchObject({ hits: 12, total: 4812 })
    expect(findMetric(single, 'http_response_time{endpoint:GET /,status:5xx}')).toMatchObject({ values: { count: 12 } })
    expect(findMetric(single, 'bids{scenario:bidding}')).toEqual(bids)
    expect(findMetric(several, 'http_failed{endpoint:GET /}')).toMatchObject({ hits: 24, total: 9624 })
    expect(findMetric(several, 'http_response_time{scenario:reads}')).toMatchObject({
      type: 'trend',
      unit: 'ms',
      by: null,
      values: { p99: 12 },
    })
  })

  test('distributions are merged where only one of them has values', () => {
    const silent = scenarioFixture({
      name: 'silent',
      endpoints: [endpointFixture('GET /', { responseTime: noTimesFixture(), byClass: {} })],
    })
    const result = resultFixture({ scenarios: [journeys, silent] })
    expect(findMetric(result, 'http_response_time{endpoint:GET /}')).toMatchObject({ values: { count: 4812 } })
    expect(findMetric(result, 'http_response_time{endpoint:GET /,scenario:silent}')).toMatchObject({ values: { count: 0, p99: null } })
  })
})

describe('what there is not is a RangeError that says what there is', () => {
  test.each([
    [() => findScenario(several, 'read'), 'no scenario "read"; did you mean "reads"?'],
    [() => findEndpoint(single, 'POST /bids'), 'no endpoint POST /bids (did you mean POST /bid?); there are: GET /, POST /bid'],
    [() => findEndpoint(several, 'POST /bid', 'reads'), 'no endpoint POST /bid; there is: GET /'],
    [
      () => findEndpoint(several, 'GET /'),
      'several endpoints are GET /: GET / of bidding, GET / of reads; name one, and its scenario as the second argument',
    ],
    [
      () => findEndpoint(single, '*'),
      'several endpoints are *: GET / of bidding, POST /bid of bidding; name one, and its scenario as the second argument',
    ],
    [() => findMetric(single, 'check'), 'no metric "check"; did you mean "checks"?'],
    [() => findMetric(single, 'checks{'), '"{" is not closed in "checks{"; write it as http_response_time{endpoint:GET /items}'],
    [() => findMetric(single, 'checks', { endpoint: 'GET /' }), 'checks is not kept by endpoint; it has the tags scenario and check'],
    [() => findMetric(single, 'checks{check:pad}'), 'checks{check:pad}: no check pad (did you mean paid?); there are: accepted, paid'],
    [() => findMetric(single, 'checks{scenario:bid}'), 'no scenario "bid"; the only one is bidding'],
    [
      () => findMetric(several, 'http_response_time{endpoint:*}'),
      'http_response_time{endpoint:*}: several match, whose histograms are gone, so that their distributions cannot be put together',
    ],
    [
      () => findMetric(several, 'bids{scenario:bidding}'),
      'bids is kept over all scenarios once a test is over; a threshold can look at one scenario',
    ],
  ])('%#', (find, message) => {
    expect(find).toThrow(new RangeError(message))
  })
})

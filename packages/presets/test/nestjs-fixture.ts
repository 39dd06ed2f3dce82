import type { MetricSummary, PluginRequestsSummary, SeriesSummary, TestResult, TimeSummary, UsersSummary } from '@benchpress/core'
import { noTimes, scenario, second, testResult } from '../../report/test/suite-fixture.ts'
import { endpoint, rateWorkload, times, users } from '../../report/test/users-fixture.ts'

/** The counts of a run of one of the tests of the auctions. */
export interface NestjsCounts {
  readonly created: number
  readonly completed: number
  readonly failures?: UsersSummary['failures']
  readonly requests?: number
  readonly ok?: number
  /** Responses in each second of the run phase. */
  readonly perSecond?: readonly number[]
  /** Mean, p99 and number of samples, of the slowest endpoint and of all requests. */
  readonly mean?: number
  readonly p99?: number
  readonly samples?: number
  readonly endpoints?: readonly SeriesSummary[]
  readonly bids?: { readonly accepted: number; readonly refused: number }
  /** Events over Socket.IO by name. */
  readonly events?: readonly SeriesSummary[]
  readonly metrics?: TestResult['metrics']
  readonly duration?: number
}

function timesWith(mean: number, p99: number, count = 5000): TimeSummary {
  return { ...times(mean, count), mean, p99 }
}

/** A run of one of the tests of the auctions. */
export function nestjsTest(name: string, variant: string, counts: NestjsCounts, changes: Partial<TestResult> = {}): TestResult {
  const {
    created,
    completed,
    failures = [],
    requests = 0,
    ok = requests,
    perSecond = [],
    endpoints = [],
    metrics = {},
    duration = 140,
  } = counts
  const outcomes = { ...scenario().counts.outcomes, ok, http_error: requests - ok }
  const responseTime = counts.mean === undefined ? noTimes : timesWith(counts.mean, counts.p99 ?? counts.mean, counts.samples)
  return testResult({
    name,
    variant,
    duration,
    verdict: { level: 'valid', reasons: [] },
    scenarios: [
      scenario({
        name: scenarioNames[name] ?? name,
        workload: { ...rateWorkload, from: 20, stages: [{ duration: perSecond.length, to: 20 }], duration: perSecond.length },
        counts: { scheduled: requests, started: requests, dropped: 0, outcomes },
        responseTime,
        serviceTime: responseTime,
        series: perSecond.map((responses, at) => second(at, responses)),
        endpoints,
        users: users({
          created,
          completed,
          failed: created - completed,
          aborted: 0,
          failures,
          checks: checksOf(counts),
          pluginRequests: requestsOf(counts),
        }),
      }),
    ],
    metrics,
    ...changes,
  })
}

const scenarioNames: Readonly<Record<string, string>> = { load: 'journeys', websocket: 'sockets', max: 'reads' }

function checksOf({ bids }: NestjsCounts): UsersSummary['checks'] {
  return bids === undefined ? [] : [{ name: 'bid accepted', passed: bids.accepted, failed: bids.refused }]
}

function requestsOf({ events = [] }: NestjsCounts): readonly PluginRequestsSummary[] {
  const { name: _name, workload: _workload, request: _request, users: _users, ...requests } = scenario()
  return events.length === 0 ? [] : [{ ...requests, plugin: 'socketio', endpoints: events }]
}

/** A variant that could not be run. */
export function nestjsNotRun(name: string, variant: string, reason: string): TestResult {
  const idle = nestjsTest(name, variant, { created: 0, completed: 0 })
  const scenarios = idle.scenarios.map((one) => ({
    ...one,
    users: one.users && { ...one.users, iterations: { ...one.users.iterations, scheduled: 0, started: 0 } },
  }))
  return { ...idle, scenarios, interrupted: { cause: 'target', reason, at: 0 }, verdict: { level: 'invalid', reasons: [] } }
}

/** An endpoint with a mean, a p99 and responses by status. */
export function nestjsEndpoint(name: string, mean: number, p99: number, statuses: Readonly<Record<string, number>>): SeriesSummary {
  const count = Object.values(statuses).reduce((sum, responses) => sum + responses, 0)
  const ok = Object.entries(statuses).reduce((sum, [status, responses]) => sum + (Number(status) < 400 ? responses : 0), 0)
  const outcomes = { ...scenario().counts.outcomes, ok, http_error: count - ok }
  return endpoint({
    name,
    counts: { scheduled: count, started: count, dropped: 0, outcomes },
    statuses,
    responseTime: timesWith(mean, p99, count),
  })
}

/** A counter by a tag. */
export function counter(tag: string, values: Readonly<Record<string, number>>): MetricSummary {
  const series = Object.entries(values).map(([name, count]) => ({ name, count, rate: count / 140 }))
  const count = series.reduce((sum, each) => sum + each.count, 0)
  return { type: 'counter', unit: null, count, rate: count / 140, by: { tag, series } }
}

/** The published runs, with the figures of their raw data. */
export const publishedTests: readonly TestResult[] = [
  nestjsTest('load', 'single-core', {
    created: 3145,
    completed: 1918,
    failures: [{ reason: 'Failed capture or match', count: 1227, first: 0, last: 139 }],
    requests: 46_847,
    ok: 44_031,
    mean: 2.2,
    p99: 10.9,
    endpoints: [
      nestjsEndpoint('POST /api/auctions/{id}/bid', 3.1, 15, { 201: 22_400 }),
      nestjsEndpoint('POST /api/users/deposit', 2.1, 8.9, { 409: 2816 }),
    ],
    bids: { accepted: 0, refused: 22_400 },
    metrics: { bids_refused: counter('reason', { 'Insufficient balance. Need n, have n': 22_400 }) },
    duration: 139.2,
  }),
  nestjsTest('load', 'multi-core', {
    created: 3145,
    completed: 1832,
    failures: [{ reason: 'Failed capture or match', count: 1313, first: 0, last: 139 }],
    requests: 44_447,
    ok: 41_594,
    mean: 2.1,
    p99: 6,
    endpoints: [
      nestjsEndpoint('POST /api/auctions/{id}/bid', 2.9, 6, { 201: 21_370 }),
      nestjsEndpoint('POST /api/users/deposit', 2.2, 5, { 409: 2853 }),
    ],
    bids: { accepted: 0, refused: 21_370 },
    duration: 139.3,
  }),
  nestjsTest('websocket', 'single-core', {
    created: 3145,
    completed: 3145,
    metrics: {
      socketio_emits: counter('event', { 'place-bid': 9860, auth: 3145, 'join-auction': 3145 }),
    },
    events: [
      endpoint({ name: 'place-bid', responseTime: timesWith(3.2, 9, 9860) }),
      endpoint({ name: 'connect', responseTime: timesWith(30, 90, 3145) }),
    ],
    duration: 199.2,
  }),
  nestjsTest('websocket', 'multi-core', {
    created: 3145,
    completed: 0,
    failures: [
      { reason: 'xhr post error', count: 3079, first: 0, last: 140 },
      { reason: 'xhr poll error', count: 66, first: 0, last: 140 },
    ],
    metrics: { socketio_emits: counter('event', {}), socketio_refused: counter('reason', { 'polling refused: status 400': 3145 }) },
  }),
  nestjsTest('max', 'single-core', {
    created: 15_700,
    completed: 8452,
    failures: [
      { reason: 'ECONNREFUSED', count: 5516, first: 0, last: 90 },
      { reason: 'ETIMEDOUT', count: 1732, first: 0, last: 90 },
    ],
    requests: 1_060_336,
    ok: 526_334,
    perSecond: [...Array.from({ length: 10 }, () => 5000), ...Array.from({ length: 10 }, () => 8557)],
    endpoints: [nestjsEndpoint('GET /api/auctions', 790, 4965, { 200: 263_377 })],
    duration: 190.4,
  }),
  nestjsTest('max', 'multi-core', {
    created: 15_700,
    completed: 15_693,
    failures: [{ reason: 'ETIMEDOUT', count: 7, first: 0, last: 90 }],
    requests: 1_883_311,
    ok: 941_620,
    perSecond: [...Array.from({ length: 10 }, () => 9000), ...Array.from({ length: 10 }, () => 12_154)],
    endpoints: [nestjsEndpoint('GET /api/auctions', 856, 9416, { 200: 470_827 })],
    duration: 327.1,
  }),
]

/** Each run five times, which is the least for a comparison. */
export function fiveTimes(tests: readonly TestResult[]): readonly TestResult[] {
  return [1, 2, 3, 4, 5].flatMap((repeat) => tests.map((test) => ({ ...test, repeat })))
}

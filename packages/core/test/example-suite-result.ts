import type { SuiteResult } from '../src/run/result.ts'
import type { Counts, PhaseSummary, SeriesSummary, UsersSummary } from '../src/summary/summary.ts'
import { deliveriesOf } from './delivery/delivery-summary-fixture.ts'
import { exampleMetrics, exampleTimes } from './example-metrics.ts'

/** A whole result of one test, in which no optional part is missing. */
export const exampleSuiteResult: SuiteResult = {
  schemaVersion: 1,
  name: 'deserve',
  verdict: { level: 'suspect', reasons: [{ rule: 'shared-cores', level: 'suspect', text: 'target and generator used 1.9 of 2 CPUs' }] },
  environment: {
    benchpress: '0.0.0',
    node: 'v26.10.0',
    autocannon: '9.0.0',
    os: 'linux 6.8.0',
    arch: 'x64',
    cpu: { model: 'Example CPU', count: 4, usable: 1.5 },
    memory: { total: 8_589_934_592, free: 4_294_967_296, limit: 2_147_483_648 },
    loadAverage: [0.5, 0.4, 0.3],
    container: true,
    git: { commit: '0123456789abcdef0123456789abcdef01234567', dirty: false },
    startedAt: '2026-01-02T03:04:05.000Z',
  },
  config: { target: 'http://localhost:3000', scenarios: { reads: { request: {}, workload: { connections: 50 } } } },
  found: null,
  tests: [
    {
      name: 'deserve',
      variant: 'default',
      repeat: 1,
      sweep: null,
      microbenchmarks: [],
      verdict: { level: 'suspect', reasons: [{ rule: 'shared-cores', level: 'suspect', text: 'target and generator used 1.9 of 2 CPUs' }] },
      limitedBy: 'the CPU of the target',
      startedAt: '2026-01-02T03:04:06.000Z',
      duration: 3.02,
      interrupted: { cause: 'signal', reason: 'SIGINT', at: 1.5 },
      target: {
        kind: 'command',
        url: 'https://localhost:3000/items',
        command: ['node', 'server.js'],
        address: '127.0.0.1:3000',
        local: true,
        tls: { verified: true, protocol: 'TLSv1.3' },
        cpu: 1,
        rss: 60_000_000,
        failed: { at: 1.4, reason: 'it ended with code 1' },
      },
      generator: {
        threads: [
          {
            worker: 0,
            utilization: 0.9,
            cpu: 0.9,
            loopDelay: { p50: 0.1, p99: 1.2, max: 3.4 },
            counts: exampleCounts(),
            lost: { at: -0.5, reason: 'it ran out of memory' },
          },
        ],
        inCallingThread: false,
        cpu: 0.9,
        rss: 90_000_000,
      },
      cpus: 1.5,
      hostCpu: 1.9,
      hostInterruptCpu: 0.2,
      resources: [
        { at: -1, generatorCpu: 0.9, generatorRss: 90_000_000, targetCpu: 1, targetRss: 60_000_000, hostCpu: 1.9, hostInterruptCpu: 0.2 },
      ],
      scenarios: [
        {
          name: 'reads',
          workload: {
            kind: 'connections',
            model: 'closed',
            startAfter: 0,
            connections: 50,
            pipelining: 1,
            duration: 2,
            requests: null,
            warmup: 1,
            gracefulStop: 2,
          },
          request: 'GET /items',
          ...examplePhase(),
          statuses: { 200: 290, 503: 5 },
          errors: [{ outcome: 'http_error', reason: '503 Service Unavailable', endpoint: 'GET /items', count: 5, first: -0.5, last: 1.2 }],
          dataSent: 30_000,
          dataReceived: 60_000,
          inFlight: 49.7,
          fastest: 0.2,
          connectTime: exampleTimes(),
          tlsTime: exampleTimes(),
          connections: { opened: 50, refused: 1, closedIdle: 2, closedBehindAnswer: 3, answersBeforeClose: { least: 1, most: 1 } },
          series: [
            { at: 0, length: 1, requests: 195, failed: 5, bytes: 40_000, mean: 1.5, p50: 1.2, p99: 4.5, max: 6.7 },
            { at: 1, length: 0.5, requests: 0, failed: 0, bytes: 0, mean: null, p50: null, p99: null, max: null },
          ],
          warmup: examplePhase(),
          endpoints: [exampleSeries('GET /items')],
          users: null,
        },
        {
          name: 'bidding',
          workload: {
            kind: 'rate',
            model: 'open',
            startAfter: 5,
            from: 5,
            stages: [
              { duration: 30, to: 20 },
              { duration: null, to: 20 },
            ],
            duration: null,
            iterations: 1000,
            arrivals: 'poisson',
            maxUsers: 100,
            reuseUsers: false,
            warmup: 0,
            gracefulStop: 30,
          },
          request: 'bid, look',
          ...examplePhase(),
          statuses: { 201: 290 },
          errors: [],
          dataSent: 30_000,
          dataReceived: 60_000,
          inFlight: 2.5,
          fastest: 0.2,
          connectTime: exampleTimes(),
          tlsTime: exampleTimes(),
          connections: { opened: 300, refused: 0, closedIdle: 2, closedBehindAnswer: 0, answersBeforeClose: null },
          series: [],
          warmup: null,
          endpoints: [exampleSeries('POST /api/auctions/{id}/bid')],
          users: exampleUsers(),
        },
      ],
      seed: 42,
      thresholds: [
        {
          selector: 'http_failed',
          condition: 'rate < 1%',
          passed: false,
          inconclusive: null,
          actual: 0.03,
          text: 'rate was 3 % (n=300)',
          aborted: true,
        },
        {
          selector: 'http_response_time',
          condition: 'p99 < 1ms',
          passed: false,
          inconclusive: { cause: 'few-samples', times: 3.4 },
          actual: 4.5,
          text: 'p99 was 4.5 ms (n=295)',
          aborted: false,
        },
      ],
      deliveries: [
        deliveriesOf({
          sent: 205,
          accepted: 203,
          refused: 1,
          unanswered: 1,
          expected: 203,
          received: 200,
          duplicated: 2,
          lost: 3,
          lostInGap: 2,
          lostByTarget: 1,
          reach: 200 / 203,
          stalls: [{ at: 12.3, length: 1.02, underWay: 31 }],
          gaps: 4,
        }),
      ],
      metrics: exampleMetrics,
    },
  ],
}

function exampleSeries(name: string): SeriesSummary {
  return {
    name,
    counts: exampleCounts(),
    statuses: { 200: 290, 503: 5 },
    requestsPerSecond: 200,
    dataReceived: 60_000,
    responseTime: exampleTimes(),
    serviceTime: exampleTimes(),
    byClass: { '2xx': exampleTimes(), timeout: exampleTimes() },
  }
}

function exampleUsers(): UsersSummary {
  const iterations = { scheduled: 110, started: 100, dropped: 10, completed: 95, failed: 3, aborted: 2 }
  return {
    created: 100,
    completed: 95,
    failed: 3,
    aborted: 2,
    mostActive: 12,
    busy: 3.4,
    waiting: 0,
    waitingForReplies: 0.4,
    iterations,
    warmupIterations: iterations,
    iterationsPerSecond: 66.7,
    iterationDuration: exampleTimes(),
    sendLag: exampleTimes(),
    httpWaiting: exampleTimes(),
    timeToFirstByte: exampleTimes(),
    thinkOvershoot: exampleTimes(),
    journeys: [{ name: 'bid', iterations, duration: exampleTimes() }],
    failures: [{ reason: 'no auction', count: 3, first: 0.5, last: 1.4 }],
    checks: [{ name: 'accepted', passed: 97, failed: 3 }],
    groups: [{ name: 'checkout', duration: exampleTimes() }],
    tags: [exampleSeries('kind:write')],
    retried: 1,
    pluginRequests: [
      {
        plugin: 'redis',
        started: 50,
        outcomes: { ok: 47, error: 0, timeout: 0, refused: 2, reset: 0, closed_early: 0, protocol_error: 0, local_error: 0, aborted: 1 },
        warmup: {
          started: 4,
          outcomes: { ok: 3, error: 0, timeout: 0, refused: 1, reset: 0, closed_early: 0, protocol_error: 0, local_error: 0, aborted: 0 },
        },
        failures: [{ outcome: 'refused', reason: 'ECONNREFUSED', count: 2, first: 0.5, last: 1.4 }],
      },
    ],
    feeds: [{ name: 'users.csv', rows: 500, used: 100, duplicates: 0 }],
  }
}

function examplePhase(): PhaseSummary {
  return {
    counts: exampleCounts(),
    duration: 1.5,
    throughput: { requestsPerSecond: 196.7, okPerSecond: 193.3, bytesPerSecond: 40_000 },
    responseTime: exampleTimes(),
    serviceTime: exampleTimes(),
  }
}

function exampleCounts(): Counts {
  return {
    scheduled: 300,
    started: 300,
    dropped: 0,
    outcomes: {
      ok: 290,
      http_error: 5,
      check_failed: 0,
      timeout: 1,
      refused: 1,
      reset: 1,
      closed_early: 1,
      protocol_error: 0,
      local_error: 0,
      aborted: 1,
    },
  }
}

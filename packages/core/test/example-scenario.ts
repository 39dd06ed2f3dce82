import type { Counts, SeriesSummary } from '../src/result/summary/series-summary.ts'
import type { PhaseSummary, RequestsSummary } from '../src/result/summary/requests-summary.ts'
import type { UsersSummary } from '../src/result/summary/users-summary.ts'
import { exampleTimes } from './example-metrics.ts'

/** The counts of one endpoint. */
export function exampleSeries(name: string): SeriesSummary {
  return {
    name,
    counts: exampleCounts(),
    statuses: { 200: 290, 503: 5 },
    requestsPerSecond: 200,
    dataReceived: 60_000,
    responseTime: exampleTimes(),
    serviceTime: exampleTimes(),
    httpWaiting: exampleTimes(),
    byClass: { '2xx': exampleTimes(), timeout: exampleTimes() },
  }
}

/** The figures of users, none of which is missing. */
export function exampleUsers(): UsersSummary {
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
    sendingTime: exampleTimes(),
    receivingTime: exampleTimes(),
    thinkOvershoot: exampleTimes(),
    journeys: [{ name: 'bid', iterations, duration: exampleTimes() }],
    failures: [{ reason: 'no auction', count: 3, first: 0.5, last: 1.4 }],
    checks: [{ name: 'accepted', passed: 97, failed: 3 }],
    groups: [{ name: 'checkout', duration: exampleTimes() }],
    tags: [exampleSeries('kind:write')],
    pluginRequests: [{ ...exampleRequests(), plugin: 'redis', statuses: {}, errors: [], series: [], warmup: null, endpoints: [] }],
    feeds: [{ name: 'users.csv', rows: 500, used: 100, duplicates: 0 }],
  }
}

/** The figures of requests of one kind: those of a scenario over HTTP, or those of a plugin. */
export function exampleRequests(): RequestsSummary {
  return {
    ...examplePhase(),
    statuses: { 200: 290, 503: 5 },
    dataSent: 30_000,
    dataReceived: 60_000,
    inFlight: 49.7,
    fastest: 0.2,
    connectTime: exampleTimes(),
    tlsTime: exampleTimes(),
    handshakes: { full: exampleTimes(), resumed: exampleTimes() },
    connections: {
      opened: 50,
      refused: 1,
      closedAfterResponse: 0,
      closedIdle: 2,
      surplus: 0,
      withoutSurplus: 0,
      pipelinedAfterClose: 3,
      responsesBeforeClose: { least: 1, most: 1 },
    },
    series: [
      { at: 0, length: 1, requests: 195, failed: 5, bytes: 40_000, mean: 1.5, p50: 1.2, p99: 4.5, max: 6.7 },
      { at: 1, length: 0.5, requests: 0, failed: 0, bytes: 0, mean: null, p50: null, p99: null, max: null },
    ],
    warmup: examplePhase(),
    endpoints: [exampleSeries('GET /items')],
  }
}

/** The requests of a phase. */
export function examplePhase(): PhaseSummary {
  return {
    counts: exampleCounts(),
    retried: 1,
    duration: 1.5,
    throughput: { requestsPerSecond: 196.7, okPerSecond: 193.3, bytesPerSecond: 40_000 },
    responseTime: exampleTimes(),
    serviceTime: exampleTimes(),
    errors: [{ outcome: 'http_error', reason: '503 Service Unavailable', endpoint: 'GET /', count: 5, first: -0.5, last: 1.4 }],
  }
}

/** Requests by how they ended. */
export function exampleCounts(): Counts {
  return {
    scheduled: 300,
    started: 300,
    dropped: 0,
    outcomes: {
      ok: 290,
      http_error: 5,
      check_failed: 0,
      error: 0,
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

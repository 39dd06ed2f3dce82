import type { ScenarioSummary, SeriesSummary, TimeSummary, UsersSummary } from '@benchpress/core'
import { noIntervals, noTimes, scenario } from './suite-fixture.ts'

/** Times of a number of samples, as multiples of a median in milliseconds. */
export function times(median: number, count: number = 4812): TimeSummary {
  return {
    p2_5: median * 0.6,
    p50: median,
    p75: median * 1.2,
    p90: median * 1.5,
    p95: median * 2,
    p97_5: median * 3,
    p99: median * 4,
    p99_9: median * 6,
    mean: median * 1.1,
    stdev: median / 2,
    min: median / 2,
    max: median * 8,
    count,
    intervals: noIntervals,
  }
}

const outcomes = { ...scenario().counts.outcomes, ok: 4790, http_error: 22 }

/** An endpoint like that of the open scenario, with other values for some of its fields. */
export function endpoint(changes: Partial<SeriesSummary> = {}): SeriesSummary {
  return {
    name: 'POST /api/auctions/{id}/bid',
    counts: { scheduled: 4812, started: 4812, dropped: 0, outcomes },
    statuses: { 201: 4790, 503: 22 },
    requestsPerSecond: 160.4,
    dataReceived: 1e6,
    responseTime: times(12),
    serviceTime: times(11),
    httpWaiting: times(1),
    byClass: { '2xx': times(11, 4790), '5xx': times(90, 22) },
    ...changes,
  }
}

/** The users of the open scenario, with other values for some of their fields. */
export function users(changes: Partial<UsersSummary> = {}): UsersSummary {
  return {
    created: 4900,
    completed: 4870,
    failed: 22,
    aborted: 8,
    mostActive: 37,
    busy: 12.34,
    waiting: 0,
    waitingForReplies: 0,
    iterations: { scheduled: 5000, started: 4900, dropped: 100, completed: 4870, failed: 22, aborted: 8 },
    warmupIterations: null,
    iterationsPerSecond: 163.3,
    iterationDuration: times(30, 4892),
    sendLag: times(0.2, 4900),
    httpWaiting: times(1),
    timeToFirstByte: times(10),
    sendingTime: times(0.02),
    receivingTime: times(0.2),
    thinkOvershoot: noTimes,
    journeys: [],
    failures: [],
    checks: [],
    groups: [],
    tags: [],
    pluginRequests: [],
    feeds: [],
    ...changes,
  }
}

/** The workload of the open scenario. */
export const rateWorkload = {
  kind: 'rate',
  model: 'open',
  from: 200,
  stages: [{ duration: 30, to: 200 }],
  iterations: null,
  arrivals: 'uniform',
  maxUsers: 1000,
  reuseUsers: false,
  duration: 30,
  startAfter: 0,
  warmup: 0,
  gracefulStop: 30,
} as const satisfies ScenarioSummary['workload']

/** A scenario of journeys that start by the clock, with other values for some of its fields. */
export function openScenario(changes: Partial<ScenarioSummary> = {}): ScenarioSummary {
  return scenario({
    name: 'bidding',
    workload: rateWorkload,
    request: 'bid',
    counts: { scheduled: 4812, started: 4812, dropped: 0, outcomes },
    duration: 30,
    throughput: { requestsPerSecond: 160.4, okPerSecond: 159.7, bytesPerSecond: 33e3 },
    responseTime: times(12),
    serviceTime: times(11),
    statuses: { 201: 4790, 503: 22 },
    dataSent: 1.2e6,
    dataReceived: 30e6,
    connectTime: times(0.4, 37),
    tlsTime: noTimes,
    handshakes: { full: noTimes, resumed: noTimes },
    connections: {
      opened: 37,
      refused: 0,
      closedAfterResponse: 0,
      closedIdle: 1,
      surplus: 0,
      withoutSurplus: 0,
      pipelinedAfterClose: 0,
      responsesBeforeClose: null,
    },
    series: [{ at: 0, length: 30, requests: 4812, failed: 22, bytes: 1e6, mean: 13.2, p50: 12, p99: 48, max: 96 }],
    endpoints: [endpoint()],
    users: users(),
    ...changes,
  })
}

import type { TestSummary } from '../../../src/result/summary/test-summary.ts'
import {
  batchFixture,
  connectionsFixture,
  countsFixture,
  iterationsFixture,
  rateFixture,
  scenarioFixture,
  seriesFixture,
  summaryFixture,
  timesFixture,
  usersFixture,
  usersWorkloadFixture,
} from './summary-fixture.ts'
import { noConnections } from '../../../src/measure/recorder/snapshot.ts'

/*
 * Summaries with the figures of five published load tests, where the reports give them; what they leave out has values that fit. Each
 * report draws a conclusion from a number that does not carry it, and the verdict has to say so.
 */

/** Deserve: 500 connections x 10 pipelined requests, `24.77 ms average latency`. */
export function deserveSummary(): TestSummary {
  const ok = 5_977_472
  return summaryFixture({
    name: 'deserve',
    cpus: 11,
    hostCpu: 2,
    target: { cpu: 1.02 },
    generator: { cpu: 0.6 },
    scenarios: [
      scenarioFixture({
        workload: connectionsFixture({ connections: 500, pipelining: 10 }),
        counts: countsFixture({ ok, aborted: 5000 }),
        throughput: { requestsPerSecond: 199_249.07, okPerSecond: 199_249.07, bytesPerSecond: 29.7e6 },
        responseTime: timesFixture({ p2_5: 13, p50: 24, p97_5: 33, p99: 42, mean: 24.77, stdev: 5.78, max: 138, min: 1.2, count: ok }),
        inFlight: 4998.7,
        fastest: 1.2,
        series: seriesFixture([166_527, ...Array.from({ length: 29 }, (_, second) => 199_000 + ((second * 4001) % 9000))]),
      }),
    ],
  })
}

/** Hypha Core: 50,000 requests at `500 concurrent`, which were batches of 500; 15,513 per second, 21.60 ms each. */
export function hyphaSummary(): TestSummary {
  return summaryFixture({
    name: 'hypha',
    scenarios: [
      scenarioFixture({
        workload: batchFixture({ batch: 500, duration: null, iterations: 50_000 }),
        counts: countsFixture({ ok: 50_000 }),
        duration: 3.22,
        throughput: { requestsPerSecond: 15_513, okPerSecond: 15_513, bytesPerSecond: 1.5e6 },
        responseTime: timesFixture({ p50: 21, mean: 21.6, count: 50_000 }),
        inFlight: 335.08,
        fastest: 0.32,
        connections: { ...noConnections(), opened: 500 },
        series: seriesFixture([15_400, 15_600, 15_513, 3487], 0.22),
        users: usersFixture({
          created: 500,
          completed: 500,
          mostActive: 500,
          busy: 335.08,
          iterations: iterationsFixture({ completed: 50_000 }),
          iterationsPerSecond: 15_513,
        }),
      }),
    ],
  })
}

/** A row of Toska's table for its key-value store: 60 seconds of users who sent five requests and slept 0.1 s. */
export interface ToskaRow {
  readonly users: number
  readonly requestsPerSecond: number
  readonly p50: number
  readonly p90: number
  readonly p99: number
}

/** Toska: 480.55 requests per second at 10 users, p50 0.45 ms: the users slept. */
export function toskaSummary({ users, requestsPerSecond, ...times }: ToskaRow): TestSummary {
  const requests = Math.round(requestsPerSecond * 60)
  const mean = times.p50 * 1.3
  const iterations = Math.ceil(requests / 5)
  return summaryFixture({
    name: 'toska',
    target: { cpu: 0.8 },
    scenarios: [
      scenarioFixture({
        workload: usersWorkloadFixture({ from: users, stages: [{ duration: 60, to: users }], duration: 60 }),
        counts: countsFixture({ ok: requests }),
        duration: 60,
        throughput: { requestsPerSecond, okPerSecond: requestsPerSecond, bytesPerSecond: 1e5 },
        responseTime: timesFixture({ ...times, mean, count: requests }),
        // by Little's law, as every report has it
        inFlight: (requestsPerSecond * mean) / 1000,
        fastest: 0.2,
        series: seriesFixture(Array.from({ length: 60 }, (_, second) => requestsPerSecond - 2 + (second % 5))),
        users: usersFixture({
          created: users,
          completed: users,
          mostActive: users,
          busy: users,
          iterations: iterationsFixture({ completed: iterations }),
          iterationsPerSecond: iterations / 60,
          iterationDuration: timesFixture({ p50: 104, mean: 104, count: iterations }),
        }),
      }),
    ],
  })
}

/** NestJS auctions, sustained load on one core: 7,248 of 15,700 users failed, here as requests of invented outcomes; p99 4,965 ms. */
export function nestjsSummary(): TestSummary {
  const stages = [
    { duration: 10, to: 20 },
    { duration: 0, to: 50 },
    { duration: 20, to: 200 },
    { duration: 40, to: 200 },
    { duration: 0, to: 400 },
    { duration: 10, to: 400 },
    { duration: 0, to: 100 },
    { duration: 10, to: 100 },
  ]
  const failures = [
    { reason: 'ECONNREFUSED', count: 5516, first: 12, last: 80 },
    { reason: 'ETIMEDOUT', count: 1732, first: 30, last: 88 },
  ]
  return summaryFixture({
    name: 'nestjs',
    scenarios: [
      scenarioFixture({
        workload: rateFixture({ from: 20, stages, duration: 90, maxUsers: 20_000, reuseUsers: false }),
        counts: countsFixture({ ok: 8452, timeout: 7000, reset: 248 }),
        duration: 90,
        responseTime: timesFixture({ mean: 790, p95: 982, p99: 4965, count: 15_452 }),
        users: usersFixture({
          created: 15_700,
          completed: 8452,
          failed: 7248,
          iterations: iterationsFixture({ completed: 8452, failed: 7248 }),
          failures,
        }),
      }),
    ],
  })
}

/** NestJS auctions over WebSocket on many cores: 3,145 of 3,145 users failed, here as one request each. */
export function nestjsSocketSummary(): TestSummary {
  const scenario = scenarioFixture({ counts: countsFixture({ closed_early: 3145 }) })
  return summaryFixture({ name: 'nestjs-socket', scenarios: [scenario] })
}

/** TON bridge: 4,000 messages per second were planned for 300 s; 1,151,113 were sent and 1,151,839 received. */
export function bridgeSummary(): TestSummary {
  const dropped = 48_887
  const sent = 1_151_113
  const counts = { ...countsFixture({ ok: 1_151_839 }, dropped), started: sent, scheduled: sent + dropped }
  const scenario = scenarioFixture({
    name: 'senders',
    workload: rateFixture({ from: 4000, stages: [{ duration: 300, to: 4000 }], duration: 300, maxUsers: 2000 }),
    duration: 300,
    counts,
    users: usersFixture({ iterations: iterationsFixture({ completed: sent, dropped }) }),
  })
  return summaryFixture({ name: 'bridge', scenarios: [scenario] })
}

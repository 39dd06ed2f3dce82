import type { TestSummary } from '../../src/summary/summary.ts'
import { countsFixture, scenarioFixture, seriesFixture, summaryFixture, timesFixture } from './summary-fixture.ts'

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
        workload: { model: 'closed', connections: 500, pipelining: 10, duration: 30, requests: null, warmup: 0, gracefulStop: 2 },
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

/** Hypha Core: 50,000 requests at `500 concurrent`, 15,513 per second, 21.60 ms each. */
export function hyphaSummary(): TestSummary {
  return summaryFixture({
    name: 'hypha',
    scenarios: [
      scenarioFixture({
        workload: { model: 'closed', connections: 500, pipelining: 1, duration: null, requests: 50_000, warmup: 0, gracefulStop: 2 },
        counts: countsFixture({ ok: 50_000 }),
        duration: 3.22,
        throughput: { requestsPerSecond: 15_513, okPerSecond: 15_513, bytesPerSecond: 1.5e6 },
        responseTime: timesFixture({ p50: 21, mean: 21.6, count: 50_000 }),
        inFlight: 335.08,
        fastest: 0.32,
        connections: { opened: 500, refused: 0, closedIdle: 0, closedBehindAnswer: 0 },
        series: seriesFixture([15_400, 15_600, 15_513, 3487], 0.22),
      }),
    ],
  })
}

/** Toska: 480.55 requests per second at 10 users, p50 0.45 ms: the users slept. */
export function toskaSummary(): TestSummary {
  return summaryFixture({
    name: 'toska',
    scenarios: [
      scenarioFixture({
        counts: countsFixture({ ok: 28_833 }),
        duration: 60,
        throughput: { requestsPerSecond: 480.55, okPerSecond: 480.55, bytesPerSecond: 1e5 },
        responseTime: timesFixture({ p50: 0.45, p90: 1.14, p99: 1.79, mean: 0.6, count: 28_833 }),
        inFlight: 0.29,
        fastest: 0.2,
        series: seriesFixture(Array.from({ length: 60 }, (_, second) => 478 + (second % 5))),
      }),
    ],
  })
}

/** NestJS auctions, sustained load on one core: 7,248 of 15,700 users failed, here as requests of invented outcomes; p99 4,965 ms. */
export function nestjsSummary(): TestSummary {
  return summaryFixture({
    name: 'nestjs',
    scenarios: [
      scenarioFixture({
        counts: countsFixture({ ok: 8452, timeout: 7000, reset: 248 }),
        responseTime: timesFixture({ mean: 790, p95: 982, p99: 4965, count: 15_452 }),
      }),
    ],
  })
}

/** NestJS auctions over WebSocket on many cores: 3,145 of 3,145 users failed, here as one request each. */
export function nestjsSocketSummary(): TestSummary {
  const scenario = scenarioFixture({ counts: countsFixture({ closed_early: 3145 }) })
  return summaryFixture({ name: 'nestjs-socket', scenarios: [scenario] })
}

/** TON bridge: 1,151,113 messages sent, 1,151,839 received. */
export function bridgeSummary(): TestSummary {
  const scenario = scenarioFixture({ counts: { ...countsFixture({ ok: 1_151_839 }), started: 1_151_113, scheduled: 1_151_113 } })
  return summaryFixture({ name: 'bridge', scenarios: [scenario] })
}

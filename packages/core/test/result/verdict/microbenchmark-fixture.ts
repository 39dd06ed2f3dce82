import type { MicrobenchmarkSummary, TestSummary } from '../../../src/result/summary/test-summary.ts'
import { summaryFixture } from './summary-fixture.ts'

/** A function that gives no reason, with other values for some of its fields. */
export function microbenchmarkFixture(changes: Partial<MicrobenchmarkSummary> = {}): MicrobenchmarkSummary {
  return {
    name: 'kv',
    case: 'get_hit',
    isAsync: false,
    parallel: 1,
    batch: 1,
    samples: 10_000,
    calls: 10_000,
    warmupCalls: 4000,
    failed: 0,
    failures: [],
    time: 5,
    warmup: 2,
    measured: 5,
    callTime: {
      mean: 500_000,
      median: 490_000,
      p75: 510_000,
      p95: 600_000,
      p99: 700_000,
      min: 400_000,
      max: 2_000_000,
      deviation: 50_000,
      marginOfError: 0.002,
    },
    callsPerSecond: { perThread: 2000, margin: 4, total: 2000 },
    course: Array.from({ length: 12 }, () => 490_000),
    timer: 40,
    cpu: 0.99,
    isComplete: true,
    ...changes,
  }
}

/** A test of functions. */
export function functionsFixture(...microbenchmarks: readonly MicrobenchmarkSummary[]): TestSummary {
  const { generator, target, ...summary } = summaryFixture()
  return {
    ...summary,
    kind: 'functions',
    target: { ...target, kind: 'none' },
    generator: { ...generator, threads: [], inCallingThread: false },
    scenarios: [],
    microbenchmarks,
    cpus: 2,
  }
}

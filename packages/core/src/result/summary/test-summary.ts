import type { Amount, Count } from '../../base/units/count.ts'
import type { ThresholdResult } from '../threshold/threshold.ts'
import type { DeliverySummary } from './delivery-summary.ts'
import type { ResourceSample, GeneratorSummary, MachineSummary } from './generator-summary.ts'
import type { MetricSummary } from './metric-summary.ts'
import type { ScenarioSummary } from './scenario-summary.ts'
import type { TargetSummary, AbsenceSummary } from './target-summary.ts'

/** Why a test ended before its workload did. */
export interface Interruption {
  /** What ended the test. */
  readonly cause: 'signal' | 'target' | 'worker' | 'setup' | 'bailout' | 'threshold' | 'rate' | 'checkpoint'
  /** What happened. */
  readonly reason: string
  /** When the test ended, in seconds from the start of the run phase; negative in the warm-up. */
  readonly at: number
}

/** The figures of one test, before it is judged. */
export interface TestSummary {
  /** Name of the test. */
  readonly name: string
  /** Whether the test sent load to a target or called functions. */
  readonly kind: 'load' | 'functions'
  /** Name of the target variant. */
  readonly variant: string
  /**
   * The number of the repeat, 1 for the first.
   *
   * @minimum 1
   */
  readonly repeat: Count
  /** The point of the sweep that the test belongs to; `null` without a sweep. */
  readonly sweep: SweepPoint | null
  /** Wall-clock start of the load, warm-up included, or of the test when there was no load; ISO 8601. */
  readonly startedAt: string
  /** Wall time in seconds from the first connection to the last response. */
  readonly duration: Amount
  /** Why the test ended before its workload did; `null` when it did not. */
  readonly interrupted: Interruption | null
  /** What was tested, and how it was reached. */
  readonly target: TargetSummary
  /** What generated the load. */
  readonly generator: GeneratorSummary
  /** The machines that generated the load; missing when the machine that started the test did. */
  readonly machines?: readonly MachineSummary[]
  /** Milliseconds between the starts of the first and of the last machine, each by its last worker; `null` when none started, missing without `machines`. */
  readonly startSpread?: Amount | null
  /** CPUs that this process may use, with the quota taken into account. */
  readonly cpus: Amount
  /** CPU in cores of the whole machine, mean over the run phase. */
  readonly hostCpu: Amount | null
  /** The part of `hostCpu` that interrupts took, including traffic of this test on the loopback interface. */
  readonly hostInterruptCpu: Amount | null
  /** CPU and memory, sampled once a second. */
  readonly resources: readonly ResourceSample[]
  /** The times in which the target was away, as during a restart. */
  readonly absences: readonly AbsenceSummary[]
  /** The figures of each scenario; empty for a test of functions. */
  readonly scenarios: readonly ScenarioSummary[]
  /** The figures of each function; empty for a test of load. */
  readonly microbenchmarks: readonly MicrobenchmarkSummary[]
  /** Seed of all random numbers. */
  readonly seed: Count
  /** Pass-fail conditions on metrics. */
  readonly thresholds: readonly ThresholdResult[]
  /** Messages that users pushed to each other, by plugin. */
  readonly deliveries: readonly DeliverySummary[]
  /** Every metric over all scenarios, by name: those of benchpress that apply, and the user's own. */
  readonly metrics: Readonly<Record<string, MetricSummary>>
}

/** The point of a sweep that a test belongs to. */
export interface SweepPoint {
  /** Name of the test whose parameter is swept. */
  readonly of: string
  /** The parameter as it was written, such as `users` or `env.VALUE_SIZE`. */
  readonly parameter: string
  /** Value of the parameter in this test. */
  readonly value: number | string
}

/** Labels a point with the last part of the parameter and its value, such as `users=10`. */
export function labelOfPoint({ parameter, value }: Pick<SweepPoint, 'parameter' | 'value'>): string {
  return `${parameter.slice(parameter.lastIndexOf('.') + 1)}=${value}`
}

/** The time of a call of a function, in nanoseconds; when calls are batched, each sample is the mean of a batch. */
export interface CallTimes {
  /** Mean. */
  readonly mean: Amount
  /** Median. Percentiles are given for any number of samples: `judgeSamples` reports whether there are enough. */
  readonly median: Amount
  /** 75th percentile. */
  readonly p75: Amount
  /** 95th percentile. */
  readonly p95: Amount
  /** 99th percentile. */
  readonly p99: Amount
  /** Shortest. */
  readonly min: Amount
  /** Longest. */
  readonly max: Amount
  /** Standard deviation of the samples. */
  readonly deviation: Amount
  /** Half the width of the 95 % confidence interval of the mean, as a share of the mean; `null` with a single sample. */
  readonly marginOfError: Amount | null
}

/** The number of calls of a function in a second. */
export interface CallRate {
  /** Calls per second by one thread, not counting the time between calls: 1 / mean time. */
  readonly perThread: Amount
  /** Half the width of the 95 % confidence interval of `perThread`, if samples are independent; `null` with a single sample. */
  readonly margin: Amount | null
  /** Calls per second by all threads together. */
  readonly total: Amount
}

/** The figures of one function. */
export interface MicrobenchmarkSummary {
  /** Name of the scenario. */
  readonly name: string
  /** Name of the function, as `get_hit`. */
  readonly case: string
  /** Whether the function returned a promise, which was awaited. */
  readonly isAsync: boolean
  /**
   * Threads that called the function at the same time, each with its own state.
   *
   * @minimum 1
   */
  readonly parallel: Count
  /**
   * Calls that were timed together: 1 when the clock can time a single call. Above 1, each sample is the mean of a batch.
   *
   * @minimum 1
   */
  readonly batch: Count
  /** Samples of all threads together; a batch in which a call failed has none. */
  readonly samples: Count
  /** Calls while samples were taken, including failed ones: `samples x batch` when none failed. */
  readonly calls: Count
  /** Calls before samples were taken. */
  readonly warmupCalls: Count
  /** Calls that threw, and calls that were not made because `beforeEach` threw. */
  readonly failed: Count
  /** Why calls failed, the most frequent first. */
  readonly failures: readonly {
    /** What was thrown. */
    readonly reason: string
    /** The number of calls that failed for this reason. */
    readonly count: Count
  }[]
  /** Requested seconds of samples. */
  readonly time: Amount
  /** Requested seconds of warm-up. */
  readonly warmup: Amount
  /** Seconds that the samples took, of all threads together. */
  readonly measured: Amount
  /** The time of a call; `null` without a sample. */
  readonly callTime: CallTimes | null
  /** The number of calls in a second; `null` without a sample. */
  readonly callsPerSecond: CallRate | null
  /** Medians of equal parts of the samples in their order, in nanoseconds; empty with too few samples. */
  readonly course: readonly Amount[]
  /** Nanoseconds that reading the clock takes, which every sample includes once. */
  readonly timer: Amount
  /** The lowest share of one CPU that a thread had while samples were taken; `null` on a Node.js version that cannot measure it. */
  readonly cpu: Amount | null
  /** Whether the function got all of the requested time. */
  readonly isComplete: boolean
}

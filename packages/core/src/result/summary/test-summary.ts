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

/** All that is known of one test, before it is judged. */
export interface TestSummary {
  /** Name of the test. */
  readonly name: string
  /** Whether the test sent load to a target or called functions. */
  readonly kind: 'load' | 'functions'
  /** Name of the target variant. */
  readonly variant: string
  /**
   * 1 for the first repeat.
   *
   * @minimum 1
   */
  readonly repeat: Count
  /** The point of a sweep that the test is; `null` for a test without a sweep. */
  readonly sweep: SweepPoint | null
  /** Wall-clock start of the load, warm-up included, or of the test where there was no load; ISO 8601. */
  readonly startedAt: string
  /** Wall time in seconds from the first connection to the last response. */
  readonly duration: Amount
  /** Why the test ended before its workload did; `null` when it did not. */
  readonly interrupted: Interruption | null
  /** What was tested, and how it was reached. */
  readonly target: TargetSummary
  /** What generated the load. */
  readonly generator: GeneratorSummary
  /** The machines that generated the load, instead of the one that started the test; missing where that did. */
  readonly machines?: readonly MachineSummary[]
  /** Milliseconds from the start of the first machine to that of the last, each of its last worker; `null` where none started, and missing without machines. */
  readonly startSpread?: Amount | null
  /** CPUs this process may use, quota included. */
  readonly cpus: Amount
  /** CPU in cores of the whole machine, mean over the run phase. */
  readonly hostCpu: Amount | null
  /** The part of `hostCpu` that interrupts took, the traffic of this test on the loopback interface included. */
  readonly hostInterruptCpu: Amount | null
  /** CPU and memory, sampled once a second. */
  readonly resources: readonly ResourceSample[]
  /** The times in which the target was away, as while it was restarted. */
  readonly absences: readonly AbsenceSummary[]
  /** What each scenario did; empty for a test of functions. */
  readonly scenarios: readonly ScenarioSummary[]
  /** The figures of each function; empty for a test of load. */
  readonly microbenchmarks: readonly MicrobenchmarkSummary[]
  /** Seed of everything random. */
  readonly seed: Count
  /** Pass-fail conditions on metrics. */
  readonly thresholds: readonly ThresholdResult[]
  /** Messages that users pushed to each other, by the plugin that carried them. */
  readonly deliveries: readonly DeliverySummary[]
  /** Every metric over all scenarios, by name: those of benchpress that apply, and the user's own. */
  readonly metrics: Readonly<Record<string, MetricSummary>>
}

/** The point of a sweep that a test is. */
export interface SweepPoint {
  /** Name of the test whose parameter is swept. */
  readonly of: string
  /** The parameter as it was written, such as `users` or `env.VALUE_SIZE`. */
  readonly parameter: string
  /** Value of the parameter in this test. */
  readonly value: number | string
}

/** How a point is shown: the last part of the parameter and its value, such as `users=10`. */
export function labelOfPoint({ parameter, value }: Pick<SweepPoint, 'parameter' | 'value'>): string {
  return `${parameter.slice(parameter.lastIndexOf('.') + 1)}=${value}`
}

/** How long a call of a case takes, in nanoseconds; where calls are batched, each sample is the mean of a batch. */
export interface CallTimes {
  /** Mean. */
  readonly mean: Amount
  /** Median. Percentiles are given whatever the number of samples is: ask `judgeSamples` before trusting one. */
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

/** The number of calls of a case in a second. */
export interface CallRate {
  /** By one thread: calls in a second of calls, which is 1 / mean time. */
  readonly perThread: Amount
  /** 95 % of it lies so far around it, if the samples are independent of each other; `null` with a single sample. */
  readonly margin: Amount | null
  /** By all threads together. */
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
   * Threads that called the function at the same time, each with a state of its own.
   *
   * @minimum 1
   */
  readonly parallel: Count
  /**
   * Calls that were timed together: 1 where the clock can tell the time of one. Above 1 each sample is the mean of a batch.
   *
   * @minimum 1
   */
  readonly batch: Count
  /** Samples of all threads together; batches in which a call failed give none. */
  readonly samples: Count
  /** Calls while samples were taken, those that failed included: `samples x batch` where none failed. */
  readonly calls: Count
  /** Calls before samples were taken. */
  readonly warmupCalls: Count
  /** Calls that threw, and states that could not be put in order for one. */
  readonly failed: Count
  /** Why calls failed, the most frequent first. */
  readonly failures: readonly {
    /** What was thrown. */
    readonly reason: string
    /** The number of calls that failed so. */
    readonly count: Count
  }[]
  /** Seconds for samples that were asked for. */
  readonly time: Amount
  /** Seconds of warm-up that were asked for. */
  readonly warmup: Amount
  /** Seconds that the samples took, of all threads together. */
  readonly measured: Amount
  /** How long a call takes; `null` without a sample. */
  readonly callTime: CallTimes | null
  /** The number of calls in a second; `null` without a sample. */
  readonly callsPerSecond: CallRate | null
  /** Medians of equal parts of the samples in their order, in nanoseconds; empty where they are too few. */
  readonly course: readonly Amount[]
  /** Nanoseconds that reading the clock takes, which every sample has in it once. */
  readonly timer: Amount
  /** Share of one CPU that each thread had meanwhile, the lowest of them; `null` on a Node.js that cannot tell. */
  readonly cpu: Amount | null
  /** Whether the function had all the time that was asked for. */
  readonly isComplete: boolean
}

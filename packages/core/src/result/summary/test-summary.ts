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
  /**
   * Wall-clock start of the load, warm-up included; ISO 8601.
   *
   * @format date-time
   */
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
  /** The figures of each scenario. */
  readonly scenarios: readonly ScenarioSummary[]
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

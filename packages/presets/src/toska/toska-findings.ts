import type { LimitedBy, ScenarioSummary, SuiteResult, TestResult, TimeSummary } from '@benchpress/core'
import { failedShare, littlesLaw, type LittlesLaw } from '@benchpress/core/report'
import type { PresetRun } from '@benchpress/core/preset'
import { partsOf } from './adapt-toska.ts'
import type { SweptPart } from './documented-toska.ts'
import { findRedis, compareWithRedis, type RedisComparison } from './redis-comparison.ts'
import type { ToskaSettings } from './toska-parameters.ts'

/** The findings of the tests of a store. */
export interface ToskaFindings {
  readonly levels: readonly MeasuredLevel[]
  /** `null` where it was not asked for. */
  readonly comparison: RedisComparison | null
  /** The parts that could not be run, and why. */
  readonly notRun: readonly string[]
}

/** One level of a sweep, or the only one. Times in milliseconds. */
export interface MeasuredLevel {
  readonly part: SweptPart
  readonly users: number
  /** 1 for the first run. */
  readonly repeat: number
  /** Seconds of the run phase. */
  readonly duration: number
  readonly requestsPerSecond: number
  /** Time from the send to the last byte, which k6 calls the duration of a request. */
  readonly serviceTime: TimeSummary
  /** Share of requests without an accepted response. */
  readonly errors: number
  readonly checks: { readonly passed: number; readonly failed: number }
  /** The throughput that Little's law predicts from users and iteration durations; `null` where no iteration ended. */
  readonly law: LittlesLaw | null
  /** The overshoot of sleeps over 100 ms. */
  readonly thinkOvershoot: TimeSummary | null
  readonly limitedBy: LimitedBy
}

/** Evaluates the runs of a suite, by the names of the document. */
export function findInToska(suite: SuiteResult, { part, own = {} }: PresetRun<ToskaSettings>): ToskaFindings {
  const comparison = partsOf(part).includes('redis') ? compareWithRedis(suite, findRedis(), own.redisBenchmark) : null
  return {
    levels: suite.tests.flatMap(measureLevel),
    comparison,
    notRun: comparison?.missing == null ? [] : [`Redis: ${comparison.missing}`],
  }
}
function measureLevel(test: TestResult): readonly MeasuredLevel[] {
  return test.scenarios.flatMap((scenario): readonly MeasuredLevel[] => {
    const { name, workload, users } = scenario
    if ((name !== 'kv' && name !== 'replication') || users === null || workload.kind !== 'users') return []
    return [{ part: name, users: workload.from, repeat: test.repeat, ...figuresOf(scenario, users), limitedBy: test.limitedBy }]
  })
}

function figuresOf(
  scenario: ScenarioSummary,
  { checks, thinkOvershoot }: NonNullable<ScenarioSummary['users']>,
): Omit<MeasuredLevel, 'part' | 'users' | 'repeat' | 'limitedBy'> {
  const { throughput, serviceTime, duration, counts } = scenario
  return {
    duration,
    requestsPerSecond: throughput.requestsPerSecond,
    serviceTime,
    errors: failedShare(counts.outcomes),
    checks: {
      passed: checks.reduce((sum, { passed }) => sum + passed, 0),
      failed: checks.reduce((sum, { failed }) => sum + failed, 0),
    },
    law: littlesLaw(scenario),
    thinkOvershoot: thinkOvershoot.count === 0 ? null : thinkOvershoot,
  }
}

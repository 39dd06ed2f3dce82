import type { TargetConfig } from '../target/target.ts'
import type { Config, ScenarioConfig } from './config.ts'
import { isMicrobenchmark, type FunctionsScenarioConfig } from './microbenchmark-config.ts'
import type { Duration } from './fields/quantity-schema.ts'

/** A test of a suite: without a target of its own it is run on each variant of the suite, unless it measures functions, which have none. */
export interface SuiteTestConfig extends Omit<Config, 'target' | 'scenarios'> {
  readonly target?: TargetConfig
  /** Either of load or of functions. */
  readonly scenarios: Readonly<Record<string, ScenarioConfig | FunctionsScenarioConfig>>
}

/** Tests that are run one after the other and reported together. */
export interface SuiteConfig {
  readonly name: string
  readonly tests: readonly SuiteTestConfig[]
  /** Targets by name that are compared with each other: each test without a target of its own is run on each of them, in turns. */
  readonly variants?: Readonly<Record<string, TargetConfig>>
  /** How often each test is run, on each variant. Default 1. */
  readonly repeats?: number
  /** Rest between two runs, with no variant running. Default 0. */
  readonly pause?: Duration
}

/** Checks the type of a suite and returns it as it is. */
export function defineSuite<const Suite extends SuiteConfig>(suite: Suite): Suite {
  return suite
}

/** Whether a test of a suite, which need not be one, leaves the choice of its target to the suite. */
export function hasNoTarget(test: unknown): boolean {
  return (
    typeof test === 'object' &&
    test !== null &&
    !Array.isArray(test) &&
    (!('target' in test) || test.target === undefined) &&
    !isMicrobenchmark(test)
  )
}

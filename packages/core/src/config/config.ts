import { isObject } from './unchecked.ts'
import type { MetricDefinitions } from '../measure/recorder/own-metric.ts'
import type { PluginReference } from '../load/plugin/define-plugin.ts'
import type { TargetConfig } from '../target/target.ts'
import type { TlsConfig } from '../load/wire/dial.ts'
import type { ThresholdConfig } from './threshold-config.ts'
import type { Duration } from './fields/quantity-schema.ts'
import type { RequestScenarioConfig, JourneyScenarioConfig } from './scenario.ts'

/** A scenario: a request or a journey with its workload. */
export type ScenarioConfig = RequestScenarioConfig | JourneyScenarioConfig

/** How the name of a target is resolved during a test. */
export interface DnsConfig {
  /** Which addresses connections go to. Default `rotate`. */
  readonly select?: 'rotate' | 'first'
  /** Time from 1 s after which each load thread resolves the name again, for new connections. Default: the name is resolved once. */
  readonly ttl?: Duration
}

/** One test: scenarios that run together against one target. */
export interface Config {
  /** Name of the test. Default `test`. */
  readonly name?: string
  readonly target: TargetConfig
  /** Plugins that let users do more than HTTP, such as `[sse()]`: the client of a plugin is `user.<name>` in journeys. */
  readonly plugins?: readonly PluginReference[]
  readonly scenarios: Readonly<Record<string, ScenarioConfig>>
  /** Pass-fail conditions by metric, such as `{ 'http_response_time{endpoint:GET /}': ['p99 < 200ms'], http_failed: ['rate < 1%'] }`. */
  readonly thresholds?: Readonly<Record<string, ThresholdConfig | readonly ThresholdConfig[]>>
  /** Metrics that journeys record, declared as data. */
  readonly metrics?: MetricDefinitions
  /** Variables that journeys read as `user.env`. Values with secret-looking names are redacted in the result. */
  readonly env?: Readonly<Record<string, string>>
  /** Like `env`, but for secrets: the values, of at least 4 characters each, are redacted wherever they occur. */
  readonly secrets?: Readonly<Record<string, string>>
  /** Seed of all random numbers: the same seed gives the same schedule. Default: a random seed, which the result contains. */
  readonly seed?: number
  /** The number of load threads; `auto` is the number of CPUs less one, 0 is the calling thread. Default 1, or 0 when a journey is a function. */
  readonly workers?: number | 'auto'
  /**
   * How iterations of a rate are started: `precise`, by a thread that wakes the load threads to the microsecond for more CPU; `coarse`, by timers
   * of whole milliseconds; `auto`, precisely while the target responds within 3 ms and the machine has CPU to spare. Default `auto`.
   */
  readonly timing?: 'auto' | 'precise' | 'coarse'
  /** Timeout of a response. Default `10s`. */
  readonly timeout?: Duration
  /** Timeout for opening a connection. Default `10s`. */
  readonly connectTimeout?: Duration
  /**
   * Largest size of the head of a response in bytes, counted as in Node.js: its status line and headers without separators. A head of this size or more
   * is a `protocol_error`. Default 16384, as in Node.js.
   */
  readonly maxHeaderSize?: number
  readonly tls?: TlsConfig
  /**
   * Other origins, such as `https://login.example.com`, to which journeys send the headers of scenarios and show the client's certificate.
   * Default: none, because both may identify the user.
   */
  readonly trustedOrigins?: readonly string[]
  /**
   * Which addresses of the target's name connections go to: all of one family that take connections, in turn (`rotate`), or the first of them. The name is
   * resolved once, before the test, unless there is a `ttl`. Default `rotate`.
   */
  readonly dns?: 'rotate' | 'first' | DnsConfig
  /** Path of a Unix socket to connect to; host and path of requests are still those of the URL. */
  readonly unixSocket?: string
  /**
   * One parameter with its values, such as `{ users: [10, 20, 40] }`: the test is run with each value. Not for `run()`, which returns one result: use
   * `runSuite()`.
   */
  readonly sweep?: SweepConfig
}

/** Checks the type of a config and returns it as it is. */
export function defineConfig<const Test extends Config>(config: Test): Test {
  return config
}

/** A value of a swept parameter. */
export type SweepValue = number | string

/**
 * One parameter with its values: the test is run once with each value.
 *
 * The name of a workload's parameter, such as `users` or `rate`, stands for every scenario whose workload has it; other parameters are given by their
 * path, such as `scenarios.reads.workload.users` or `env.VALUE_SIZE`.
 */
export type SweepConfig = Readonly<Record<string, readonly SweepValue[]>>

/** A test of a suite: without a target of its own it is run on each variant of the suite. */
export interface SuiteTestConfig extends Omit<Config, 'target'> {
  readonly target?: TargetConfig
}

/** A suite of tests that are run one after the other and reported together. */
export interface SuiteConfig {
  readonly name: string
  readonly tests: readonly SuiteTestConfig[]
  /** Targets by name that are compared with each other: each test without a target of its own is run on each variant, in turns. */
  readonly variants?: Readonly<Record<string, TargetConfig>>
  /** The number of runs of each test on each variant. Default 1. */
  readonly repeats?: number
  /** Pause between two runs, with no variant running. Default 0. */
  readonly pause?: Duration
}

/** Checks the type of a suite and returns it as it is. */
export function defineSuite<const Suite extends SuiteConfig>(suite: Suite): Suite {
  return suite
}

/** The name of a test or a suite that was given none; reports do not show it. */
export const nameless = 'test'

/** Whether a value that may be a test of a suite has no target of its own. */
export function hasNoTarget(test: unknown): boolean {
  return isObject(test) && test['target'] === undefined
}

/** One run of a test, with its variant and the number of the run on this variant. */
export interface PlannedRun<Variant> {
  readonly variant: Variant
  /** Number of the run, 1 for the first. */
  readonly repeat: number
}

/**
 * The order in which a test is run on its variants: A, B, then B, A, then A, B again.
 *
 * So gradual changes, such as the machine getting warm, do not favour the variant that always comes first.
 */
export function orderOfRuns<Variant>(variants: readonly Variant[], repeats: number): readonly PlannedRun<Variant>[] {
  return Array.from({ length: repeats }, (_, index) => index + 1).flatMap((repeat) =>
    (repeat % 2 === 1 ? variants : variants.toReversed()).map((variant) => ({ variant, repeat })),
  )
}

import type { RequestConfig } from '../load/http/request-config.ts'
import type { MetricDefinitions } from '../model/metrics/metric-definition.ts'
import type { PluginReference } from '../load/plugin/plugin.ts'
import type { TargetConfig } from '../target/target.ts'
import type { TlsConfig } from '../load/wire/tls-config.ts'
import type { JourneyConfig } from './journey-config.ts'
import type { MicrobenchmarkConfig } from './microbenchmark-config.ts'
import type { SweepConfig } from './sweep-config.ts'
import type { ThresholdConfig } from './threshold-config.ts'
import type { ConnectionsWorkloadConfig, WorkloadConfig, Duration, Rate } from './workload-config.ts'

/** What the scenarios of requests and of journeys have in common. */
interface ScenarioOptions {
  /** How long after the start of the test this scenario starts. Default 0. */
  readonly startAfter?: Duration
  /** Ends the test after so many failed requests. Default: never. */
  readonly bailout?: number
  /** Ends the test when fewer iterations a second are started, over 5 s of the run phase. Must be below the planned rate. Default: never. */
  readonly abortIfRateBelow?: Rate
}

/** A request, or several, with its workload. */
export interface RequestScenarioConfig extends ScenarioOptions {
  readonly request: RequestConfig | readonly RequestConfig[]
  readonly workload: WorkloadConfig
  /** How several requests follow each other. Default `in-turn`. */
  readonly order?: 'in-turn' | 'shuffled' | 'one-after-another'
  /** Replaces each `[<id>]` in path, headers and body by an id of its own for each request. Default false. */
  readonly uniqueIds?: boolean
  /** With `connections`: closes and reopens each connection after this number of requests. Default: never. */
  readonly reconnectAfter?: number
}

/** A journey, or several by weight, with its workload. */
export interface JourneyScenarioConfig extends ScenarioOptions {
  /** A module that default-exports a journey, a reference from a plugin, or a function (`workers: 0` only). */
  readonly journey?: JourneyConfig
  /** Several journeys by name; each iteration does one of them, as often as their weights say. In place of `journey`. */
  readonly journeys?: Readonly<Record<string, { readonly journey: JourneyConfig; readonly weight?: number }>>
  readonly workload: Exclude<WorkloadConfig, ConnectionsWorkloadConfig>
  /**
   * `perUser`: each user has connections of its own, as a browser does; `pool`: a number of connections that all users share, for one of which a request waits up to
   * `queueTimeout`, by default as long as for its answer. Default `perUser`.
   */
  readonly connections?: 'perUser' | { readonly pool: number; readonly queueTimeout?: Duration }
  /** Sent with each request of the journey to the target, and to `trustedOrigins`. */
  readonly headers?: Readonly<Record<string, string>>
  /** With several servers: what goes to the next of them, each `request`, or each `user` with all it does. Default `request`. */
  readonly spread?: 'request' | 'user'
}

/** A scenario: a request or a journey with its workload. */
export type ScenarioConfig = RequestScenarioConfig | JourneyScenarioConfig

/** One test: scenarios that run together against one target. */
export interface Config {
  /** Default `test`. */
  readonly name?: string
  readonly target: TargetConfig
  /** What users can do beside HTTP, such as `[sse()]`: a journey finds the client of each as `user.<name>`. */
  readonly plugins?: readonly PluginReference[]
  readonly scenarios: Readonly<Record<string, ScenarioConfig>>
  /** Pass-fail conditions by metric, such as `{ 'http_response_time{endpoint:GET /}': ['p99 < 200ms'], http_failed: ['rate < 1%'] }`. */
  readonly thresholds?: Readonly<Record<string, ThresholdConfig | readonly ThresholdConfig[]>>
  /** Metrics that journeys record, declared as data. */
  readonly metrics?: MetricDefinitions
  /** What journeys read as `user.env`. Secret-looking names are redacted in the result. */
  readonly env?: Readonly<Record<string, string>>
  /** As `env`, but none of it is shown: the values, of at least 4 characters each, are redacted wherever they turn up. */
  readonly secrets?: Readonly<Record<string, string>>
  /** What everything random starts from; the same seed gives the same schedule. Default: one that is drawn, and reported. */
  readonly seed?: number
  /** Load threads; `auto` is one for each CPU but one, 0 is the calling thread. Default 1, or 0 where a journey is a function. */
  readonly workers?: number | 'auto'
  /**
   * By what iterations of a rate are started: `precise`, by a thread that wakes the load threads to the microsecond for more CPU; `coarse`, by timers
   * of whole milliseconds; `auto`, precisely while the target answers within 3 ms and the machine has CPU to spare. Default `auto`.
   */
  readonly timing?: 'auto' | 'precise' | 'coarse'
  /** How long an answer may take. Default `10s`. */
  readonly timeout?: Duration
  /** How long opening a connection may take. Default `10s`. */
  readonly connectTimeout?: Duration
  /**
   * Bytes that the head of an answer may have, its status line and headers without separators, as Node.js counts them; one of as many or more is a
   * `protocol_error`. Default 16384, as in Node.js.
   */
  readonly maxHeaderSize?: number
  readonly tls?: TlsConfig
  /**
   * Other origins that journeys go to, such as `https://login.example.com`, that are sent the headers of scenarios and shown the client's
   * certificate. Default: none, as they may say who the user is.
   */
  readonly trustedOrigins?: readonly string[]
  /** Path of a Unix socket to connect to; the URL still gives host and path. */
  readonly unixSocket?: string
  /** One parameter with its values, such as `{ users: [10, 20, 40] }`: the test is run with each. Not for `run()`, which gives one result: use `runSuite()`. */
  readonly sweep?: SweepConfig
}

/** Checks the type of a config and returns it as it is. */
export function defineConfig<const Test extends Config | MicrobenchmarkConfig>(config: Test): Test {
  return config
}

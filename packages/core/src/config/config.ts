import type { RequestConfig } from '../http/request-config.ts'
import type { TargetConfig } from '../target/target-config.ts'
import type { TlsConfig } from '../wire/tls-config.ts'

/** A time such as `30s`, `1m30s` or `250ms`; a number is seconds. */
export type Duration = string | number

/** A closed workload for requests: so many connections, each with so many requests in flight. */
export interface ConnectionsWorkload {
  readonly connections: number
  /** Requests in flight on each connection. Default 1. */
  readonly pipelining?: number
  /** Length of the run phase. Default `10s` without `requests`. */
  readonly duration?: Duration
  /** Exactly so many requests in place of a duration. */
  readonly requests?: number
  /** Load of the same shape before the run phase, on the same connections, counted apart. Default 0. */
  readonly warmup?: Duration
  /** How long requests in flight at the end may take before they are aborted. Default `2s`. */
  readonly gracefulStop?: Duration
}

/** A request, or several in turn, with its workload. */
export interface ScenarioConfig {
  readonly request: RequestConfig | readonly RequestConfig[]
  readonly workload: ConnectionsWorkload
  /** Replaces each `[<id>]` in path, headers and body by an id of its own for each request. Default false. */
  readonly uniqueIds?: boolean
  /** Closes and reopens each connection after so many requests. Default: never. */
  readonly reconnectAfter?: number
  /** Ends the test after so many failed requests. Default: never. */
  readonly bailout?: number
}

/** One test: scenarios that run together against one target. */
export interface Config {
  /** Default `test`. */
  readonly name?: string
  readonly target: TargetConfig
  readonly scenarios: Readonly<Record<string, ScenarioConfig>>
  /** Load threads; `auto` is one for each CPU but one, 0 is the calling thread. Default 1. */
  readonly workers?: number | 'auto'
  /** How long an answer may take. Default `10s`. */
  readonly timeout?: Duration
  /** How long opening a connection may take. Default `10s`. */
  readonly connectTimeout?: Duration
  readonly tls?: TlsConfig
  /** Path of a Unix socket to connect to; the URL still gives host and path. */
  readonly unixSocket?: string
}

/** Checks the type of a config and returns it as it is. */
export function defineConfig<const Test extends Config>(config: Test): Test {
  return config
}

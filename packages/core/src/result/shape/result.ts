import type { MicrobenchmarkSummary } from '../summary/microbenchmark-summary.ts'
import type { EndpointOf, MetricOf, ScenarioOf } from '../summary/part-of-test.ts'
import type { TestSummary } from '../summary/summary.ts'
import type { Verdict } from '../verdict/verdict.ts'
import type { Environment } from './environment.ts'
import type { Found } from './found.ts'

/** One test with its judgement: an entry of the JSON file's `tests`. */
export interface TestResult extends TestSummary {
  readonly verdict: Verdict
  /** One plain sentence: what kept the throughput from being higher. */
  readonly limitedBy: string
}

/** The JSON file, and the value every reporter gets: tests x variants x repeats of one suite. */
export interface SuiteResult {
  /** Version of this format. */
  readonly schemaVersion: 1
  readonly name: string
  /** The worst of all tests; of a search, the worst at the level it found. */
  readonly verdict: Verdict
  readonly environment: Environment
  /** The config as it was given, secrets redacted. */
  readonly config: unknown
  /** What a search such as `findMaxRate` found; `null` where nothing was searched. */
  readonly found: Found | null
  readonly tests: readonly TestResult[]
}

/** The result of one `run()`. */
export interface Result extends TestResult {
  /** @throws RangeError that lists the known names, when there is no such scenario */
  scenario(name: string): ScenarioOf<TestResult>
  /**
   * One endpoint, of requests over HTTP or of a plugin, by its exact name such as `POST /api/auctions/{id}/bid`; `*` stands for any text.
   *
   * @param scenario its scenario, where several have an endpoint of that name
   * @throws RangeError that lists the known names, when none or several match
   */
  endpoint(name: string, scenario?: string): EndpointOf<TestResult>
  /**
   * One metric, or one series of it by its tags, as in a threshold: `checks{check:accepted}`.
   *
   * @throws RangeError that lists the known names, when there is none
   */
  metric(selector: string, tags?: Readonly<Record<string, string>>): MetricOf<TestResult>
  /**
   * What was measured of one function, by its name such as `get_hit`.
   *
   * @param scenario its scenario, where several have a function of that name
   * @throws RangeError that lists the known names, when none or several match
   */
  microbenchmark(name: string, scenario?: string): MicrobenchmarkSummary
  /** A suite of this one test. */
  toJSON(): SuiteResult
}

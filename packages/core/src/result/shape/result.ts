import type { Amount, Count } from '../../base/units/count.ts'
import type { Machine } from '../summary/generator-summary.ts'
import type { TestSummary } from '../summary/test-summary.ts'
import type { EndpointOf, MetricOf, ScenarioOf } from '../summary/find-part.ts'
import type { LimitedBy, Verdict } from '../verdict/verdict.ts'

/** One test with its verdict: an entry of `tests` in the JSON file. */
export interface TestResult extends TestSummary {
  /** How far this test can be believed. */
  readonly verdict: Verdict
  /** What kept the throughput from being higher. */
  readonly limitedBy: LimitedBy
}

/** The result of one suite, which is the JSON file and what every reporter gets: tests x variants x repeats. */
export interface SuiteResult {
  /** Version of this format. */
  readonly schemaVersion: 2
  /** Name of the suite. */
  readonly name: string
  /** The worst verdict of all tests; of a search, the worst at the level that was found. */
  readonly verdict: Verdict
  /** The machine, the versions and the limits that the suite ran with. */
  readonly environment: Environment
  /** The config as it was given, with secrets redacted. */
  readonly config: unknown
  /** The command that repeats the run, ready to be pasted into a shell, with secrets redacted; missing when it was not run by a command. */
  readonly command?: string
  /** What a search such as `findMaxRate` found; `null` without a search. */
  readonly found: Found | null
  /** One entry for each test, variant and repeat. */
  readonly tests: readonly TestResult[]
  /** The files of journeys, and the files that these import by relative paths; missing when there are none. */
  readonly code?: readonly SourceFile[]
  /** The number of rounds (A, B, B, A) in which two targets were compared; missing without rounds. */
  readonly rounds?: Count
}

/** A file of code that a suite ran, or a function in its config. */
export interface SourceFile {
  /** Path of the file, relative to the folder of the config, or name of the scenario of the function. */
  readonly file: string
  /** SHA-256 of the text, in hexadecimal digits. */
  readonly hash: string
}

/** The result of one call of `run()`. */
export interface Result extends TestResult {
  /** Returns one scenario by its exact name. @throws RangeError that lists the known names, when there is no such scenario */
  scenario(name: string): ScenarioOf<TestResult>
  /**
   * Returns one endpoint of requests over HTTP or of a plugin, by its exact name such as `POST /api/auctions/{id}/bid`; `*` stands for any text.
   *
   * @param scenario the scenario of the endpoint, needed when several scenarios have an endpoint of that name
   * @throws RangeError that lists the known names, when none or several match
   */
  endpoint(name: string, scenario?: string): EndpointOf<TestResult>
  /**
   * Returns one metric, or one series of a metric by its tags, as in a threshold: `checks{check:accepted}`.
   *
   * @throws RangeError that lists the known names, when there is no such metric
   */
  metric(selector: string, tags?: Readonly<Record<string, string>>): MetricOf<TestResult>
  /** Returns a suite with this one test. */
  toJSON(): SuiteResult
}

/** The machine, the versions and the limits that a suite ran with. */
export interface Environment extends Machine {
  /** Version of autocannon. */
  readonly autocannon: string
  /** Memory, in bytes. */
  readonly memory: {
    /** Memory of the machine. */
    readonly total: Count
    /** Memory that was free before the first test. */
    readonly free: Count
    /** Limit of the container; `null` without one. */
    readonly limit: Count | null
  }
  /** Mean number of runnable processes over 1, 5 and 15 minutes, before the first test. */
  readonly loadAverage: readonly [number, number, number]
  /** Whether the generator ran in a container. */
  readonly container: boolean
  /** The git commit of the working directory; `null` outside a repository. */
  readonly git: {
    /** Hash of the commit. */
    readonly commit: string
    /** Whether files differed from the commit. */
    readonly dirty: boolean
  } | null
  /**
   * Wall-clock start of the suite, ISO 8601.
   *
   * @format date-time
   */
  readonly startedAt: string
}

/**
 * Why a run of a search failed: `slo`, `rate` when planned requests were not started or got no response, or response times grew in a run that was to
 * confirm the rate, `generator`, `target` or `invalid`, and `samples` when the samples decided nothing and the run was repeated.
 */
type StepFailure = 'slo' | 'rate' | 'generator' | 'target' | 'invalid' | 'samples'

/** How one run of a search went. */
export interface FoundStep {
  /** The rate that was tried, in iterations per second. */
  readonly value: Amount
  /**
   * The number of the run at this rate, from 1; the rate and this number identify an entry of `tests`.
   *
   * @minimum 1
   */
  readonly repeat: Count
  /** Whether the run passed. */
  readonly passed: boolean
  /** Why the run failed; `null` when it passed. */
  readonly failed: StepFailure | null
  /** Why the run passed or failed, as one line. */
  readonly reason: string
  /** Length in seconds of a run that was to confirm its rate, in which response times must not grow; missing for any other run. */
  readonly confirming?: Amount
}

/** What ended a search. */
export interface FoundLimit {
  /**
   * The limit in a word: why the lowest rate that failed did; `highest rate` when no rate failed, and `nothing` when none has failed yet.
   *
   * These words differ from those of `limitedBy` of a test, because a failed step names the condition of the search that it broke, not what kept its
   * throughput from being higher.
   */
  readonly by: Exclude<StepFailure, 'samples'> | 'highest rate' | 'nothing'
  /** The limit as a sentence, such as `at 520/s p99 was 231 ms`. */
  readonly text: string
}

/** What a search found. */
export interface Found {
  /** The parameter that was searched. */
  readonly parameter: 'rate'
  /** The highest rate that passed, in iterations per second; `null` when none did. */
  readonly value: Amount | null
  /** The lowest rate above `value` that failed; `null` when none did. */
  readonly failedAt: Amount | null
  /** The conditions, such as `response_time p99 < 50ms`. */
  readonly slo: readonly string[]
  /** All runs, in the order in which they were made. */
  readonly steps: readonly FoundStep[]
  /** What ended the search. */
  readonly limitedBy: FoundLimit
  /** How sure the found rate is, as a plain sentence. */
  readonly confidence: string
  /** Whether the search was finished, and not ended by an interruption or the limit of steps. */
  readonly complete: boolean
}

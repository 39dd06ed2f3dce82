import type { Amount, Count } from '../../base/units/count.ts'
import type { Machine } from '../summary/generator-summary.ts'
import type { MicrobenchmarkSummary, TestSummary } from '../summary/test-summary.ts'
import type { EndpointOf, MetricOf, ScenarioOf } from '../summary/find-part.ts'
import type { LimitedBy, Verdict } from '../verdict/verdict.ts'

/** One test with its judgement: an entry of the JSON file's `tests`. */
export interface TestResult extends TestSummary {
  /** How far this test can be believed. */
  readonly verdict: Verdict
  /** What kept the throughput from being higher. */
  readonly limitedBy: LimitedBy
}

/** The JSON file, and the value every reporter gets: tests x variants x repeats of one suite. */
export interface SuiteResult {
  /** Version of this format. */
  readonly schemaVersion: 1
  /** Name of the suite. */
  readonly name: string
  /** The worst of all tests; of a search, the worst at the level it found. */
  readonly verdict: Verdict
  /** Where and with what it was run. */
  readonly environment: Environment
  /** The config as it was given, secrets redacted. */
  readonly config: unknown
  /** The command that makes the same run again, as it can be pasted into a shell, secrets redacted; missing where no command made it. */
  readonly command?: string
  /** What a search such as `findMaxRate` found; `null` where nothing was searched. */
  readonly found: Found | null
  /** One entry for each test, variant and repeat. */
  readonly tests: readonly TestResult[]
  /** The files of journeys and functions, with what they import by relative paths; missing where there are none. */
  readonly code?: readonly SourceFile[]
  /** The results that this one was joined from; missing where it was not. */
  readonly merged?: readonly MergedPart[]
  /** The number of rounds of A, B, B, A that two targets were compared by, which are judged as they are made; missing where there were none. */
  readonly rounds?: Count
}

/** A file with code that a suite ran, or a function of its config. */
export interface SourceFile {
  /** Its path, relative to the folder of the config; or the scenario of the function. */
  readonly file: string
  /** SHA-256 of its text, in hexadecimal digits. */
  readonly hash: string
}

/** One of the results that another was joined from. */
export interface MergedPart {
  /** Wall-clock start of its suite, ISO 8601. */
  readonly startedAt: string
  /** Name of the processor it was measured with. */
  readonly cpu: string
  /** Version of benchpress that measured it. */
  readonly benchpress: string
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

/** Where and with what a suite was run. */
export interface Environment extends Machine {
  /** Version of autocannon. */
  readonly autocannon: string
  /** Memory, in bytes. */
  readonly memory: {
    /** Of the machine. */
    readonly total: Count
    /** What was free before the first test. */
    readonly free: Count
    /** The container's limit; `null` without one. */
    readonly limit: Count | null
  }
  /** Mean number of runnable processes over 1, 5 and 15 minutes, before the first test. */
  readonly loadAverage: readonly [number, number, number]
  /** Whether it ran in a container. */
  readonly container: boolean
  /** The working directory in git; `null` outside a repository. */
  readonly git: {
    /** Hash of the commit. */
    readonly commit: string
    /** Whether files differed from it. */
    readonly dirty: boolean
  } | null
  /** Wall-clock start of the suite, ISO 8601. */
  readonly startedAt: string
}

/**
 * What was in the way of a rate: `slo`, `rate` when planned requests were not started or got no response, `generator`, `target` or `invalid`, and `samples` when
 * a run had too few to be judged and was made again.
 */
type StepFailure = 'slo' | 'rate' | 'generator' | 'target' | 'invalid' | 'samples'

/** How one run of a search went. */
export interface FoundStep {
  /** The level that was tried: iterations per second. */
  readonly value: Amount
  /**
   * The number of the run at this level, from 1: with the value it names an entry of `tests`.
   *
   * @minimum 1
   */
  readonly repeat: Count
  /** Whether the run passed. */
  readonly passed: boolean
  /** What was in the way: `slo`, `rate` when planned requests were not started or got no response, `generator`, `target` or `invalid`, `samples` when it had too few to be judged and was made again; `null` when it passed. */
  readonly failed: StepFailure | null
  /** Why the run passed or failed, as one line. */
  readonly reason: string
}

/** What ended a search. */
export interface FoundLimit {
  /**
   * In a word: what was in the way of the lowest rate that failed; `highest rate` when none did up to that, and `nothing` when none has failed yet.
   *
   * They are other words than those of what limited a test: a step that failed says which of the conditions of the search it broke, and not what kept its throughput from being higher.
   */
  readonly by: Exclude<StepFailure, 'samples'> | 'highest rate' | 'nothing'
  /** The same as a sentence, such as `at 520/s p99 was 231 ms`. */
  readonly text: string
}

/** What a search found. */
export interface Found {
  /** What was searched. */
  readonly parameter: 'rate'
  /** The highest level that passed, in iterations per second; `null` when none did. */
  readonly value: Amount | null
  /** The lowest level above it that failed; `null` when none did. */
  readonly failedAt: Amount | null
  /** The conditions, such as `response_time p99 < 50ms`. */
  readonly slo: readonly string[]
  /** Every run, in the order in which they were made. */
  readonly steps: readonly FoundStep[]
  /** What ended the search. */
  readonly limitedBy: FoundLimit
  /** How sure the found rate is, as a plain sentence. */
  readonly confidence: string
  /** Whether the search came to its end: no interruption, no limit of steps. */
  readonly complete: boolean
}

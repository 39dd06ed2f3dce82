import type { Config } from '../config/config.ts'
import type { Duration } from '../config/workload-config.ts'
import type { OnProgress } from './progress.ts'
import type { SuiteResult } from './result.ts'

/** Tests that are run one after the other and reported together. */
export interface SuiteConfig {
  readonly name: string
  readonly tests: readonly Config[]
  /** How often each test is run. Default 1. */
  readonly repeats?: number
  /** Rest between two runs. Default 0. */
  readonly pause?: Duration
}

/** How a suite is run. */
export interface RunOptions {
  /** Ends the run early: what is in flight has the graceful stop to end, and the result is marked as interrupted. */
  readonly signal?: AbortSignal | undefined
  /** Called each second, in the thread that called. */
  readonly onProgress?: OnProgress | undefined
  /** Folder that paths in the config are relative to. Default: that of the process. */
  readonly cwd?: string | undefined
}

/**
 * Runs each test of a suite as often as asked, and judges the whole by its worst test.
 *
 * A target is started once for all runs of its test. Runs in the calling thread but for the load, which runs in worker
 * threads. Resolves with a partial result after an interruption; tests that had not begun are left out.
 *
 * @throws InvalidConfigError with everything that is wrong, before any I/O; BenchpressError when a target cannot be started or reached;
 *   what `onProgress` threw, when the target has been stopped
 */
export async function runSuite(suite: SuiteConfig, options: RunOptions = {}): Promise<SuiteResult> {
  // Loaded when it is needed: journeys and plugins import this package in every load thread, and none of them runs a suite.
  const { performSuite } = await import('./perform-suite.ts')
  return await performSuite(suite, options)
}

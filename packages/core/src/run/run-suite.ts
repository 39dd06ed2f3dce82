import type { SuiteConfig } from '../config/suite-config.ts'
import type { OnProgress } from './progress.ts'
import type { SuiteResult } from '../result/shape/result.ts'

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
 * The target of a test is started once for all its runs; a variant is started for each run and stopped after it, and the variants
 * take turns: A, B, then B, A. Runs in the calling thread but for the load, which runs in worker threads. Resolves with a partial
 * result after an interruption; runs that had not begun are left out. A run on a variant that cannot be started or reached, or whose
 * setup fails, has a result that says why (`causeNotRun`).
 *
 * @throws InvalidConfigError with everything that is wrong, before any I/O; BenchpressError when the target of a
 *   test that is no variant cannot be started or reached, and nothing was measured before;
 *   what `onProgress` threw, when the target has been stopped
 */
export async function runSuite(suite: SuiteConfig, options: RunOptions = {}): Promise<SuiteResult> {
  // Loaded when it is needed: journeys and plugins import this package in every load thread, and none of them runs a suite.
  const { performSuite } = await import('./perform-suite.ts')
  return await performSuite(suite, options)
}

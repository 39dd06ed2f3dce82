import type { SuiteConfig } from '../config/suite-config.ts'
import type { RunOptions } from './listeners.ts'
import type { SuiteResult } from '../result/shape/result.ts'

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

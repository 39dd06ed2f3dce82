import type { Config } from '../../config/config.ts'
import type { Rate } from '../../config/fields/quantity-schema.ts'
import type { SuiteResult } from '../../result/shape/result.ts'
import type { RunOptions } from '../listeners.ts'

/** What is searched, and where. */
export interface SearchOptions {
  /** Conditions that must hold, such as `p99 < 50ms, error < 0.1%`; those of the config's `thresholds` come on top. */
  readonly slo: string
  /** The rate that is tried first. Default: that of the workload. */
  readonly start?: Rate | undefined
  /** The lowest rate that is tried. Default `1/s`, or what makes one iteration a step, or a step ten times as long enough for its percentiles. */
  readonly least?: Rate | undefined
  /** The highest rate that is tried. Default `1000k/s`. */
  readonly most?: Rate | undefined
  /** How far the rate that fails may be above the one that is found, as a share of it, from 0.01 to 1. Default 0.05. */
  readonly tolerance?: number | undefined
  /** Most runs. Default 40. */
  readonly mostSteps?: number | undefined
}

/** What is searched, where, and who hears of it. */
export interface FindMaxRateOptions extends RunOptions, SearchOptions {}

/**
 * Searches the highest rate at which a target keeps an SLO: each step is a test of the length of the workload, with a verdict of its own.
 *
 * The config has one scenario with a constant rate, which is the one that is searched; other scenarios stay as they are. The target is
 * started once for all steps. A step is made longer where its percentiles would have too few samples, and again where they do not tell on
 * which side of its limit one lies. A step passes when the conditions hold, at most 0.1 % of its iterations were dropped or unanswered, and it is
 * not invalid. What was found stands in `found`, and each run in `tests`. Runs in the calling thread but for the load. Resolves with what
 * is known after an interruption.
 *
 * @throws InvalidConfigError with everything that is wrong, before any I/O; BenchpressError when the target cannot be started or reached,
 *   and nothing was measured before; what `onProgress` threw, when the target has been stopped
 */
export async function findMaxRate(config: Config, options: FindMaxRateOptions): Promise<SuiteResult> {
  // Loaded when it is needed, as what runs a suite is.
  const { performSearch } = await import('./perform-search.ts')
  return await performSearch(config, options)
}

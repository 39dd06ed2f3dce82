import type { Config } from '../../config/config.ts'
import type { RunOptions } from '../listeners.ts'
import type { SearchOptions } from './find-max-rate.ts'

/** What a search would do, as far as it can be told without doing it. Rates in iterations per second, times in seconds. */
export interface SearchPlan {
  /** Whose rate is searched. */
  readonly scenario: string
  /** The conditions, such as `response_time p99 < 50ms`. */
  readonly slo: readonly string[]
  /** The rate that is tried first. */
  readonly start: number
  readonly least: number
  readonly most: number
  /** How far the rate that fails may be above the one that is found, as a share of it. */
  readonly tolerance: number
  readonly mostSteps: number
  /** The rates of the first steps, as long as all of them pass; at most `mostSteps`. */
  readonly rising: readonly number[]
  /** Length of one step, to the end of its last run phase; `null` where a count ends one. */
  readonly step: number | null
  /** How long one may have to be at the lowest rate for its percentiles to have samples enough, where each iteration is a request; `null` as above. */
  readonly longest: number | null
  /** How long what is under way at the end of a step may take. */
  readonly gracefulStop: number
  /**
   * No search plans more iterations of the scenario than this, warm-ups included, but for steps that are made longer or again because they could not
   * be judged; about, where they arrive by chance.
   */
  readonly mostIterations: number
}

/**
 * Says what {@link findMaxRate} would do, without starting a target or sending anything.
 *
 * @throws InvalidConfigError with everything that is wrong
 */
export async function planSearch(config: Config, options: SearchOptions & Pick<RunOptions, 'cwd'>): Promise<SearchPlan> {
  // Loaded when it is needed, as what runs a suite is.
  const { makeSearchPlan } = await import('./make-search-plan.ts')
  return await makeSearchPlan(config, options)
}

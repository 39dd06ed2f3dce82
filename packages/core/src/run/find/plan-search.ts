import type { Config } from '../../config/config.ts'
import { resolveSearch } from './resolve-search.ts'
import { plannedDuration, plannedSeconds } from '../../model/workload/workload-size.ts'
import { nextLevel, type Attempt, type SearchBounds } from './next-level.ts'

/** The plan of a search, as far as it is known beforehand. Rates are in iterations per second, times in seconds. */
export interface SearchPlan extends SearchBounds {
  /** Name of the scenario whose rate is searched. */
  readonly scenario: string
  /** The conditions, such as `response_time p99 < 50ms`. */
  readonly slo: readonly string[]
  /** The rates of the first steps if all of them pass; at most `mostSteps`. */
  readonly rising: readonly number[]
  /** Length of one step, to the end of its last run phase; `null` when a count ends the step. */
  readonly step: number | null
  /** Length of a step at the lowest rate with enough samples for its percentiles, if each iteration is a request; `null` like `step`. */
  readonly longest: number | null
  /** Longest drain of a step. */
  readonly gracefulStop: number
  /**
   * The most iterations of the scenario that the search plans, warm-ups included, without steps that are made longer or repeated because they could not
   * be judged; approximate for Poisson arrivals.
   */
  readonly mostIterations: number
}

/** Implements `planSearch`. */
export async function makeSearchPlan(config: Config, options: Parameters<typeof resolveSearch>[1]): Promise<SearchPlan> {
  const search = await resolveSearch(config, options)
  const { scenario, slo, needs } = search
  const { bounds } = needs
  const { scenarios } = search.config
  const searched = scenarios.find(({ name }) => name === scenario)?.workload
  const step = plannedSeconds(scenarios)
  const loaded = searched === undefined ? 0 : (searched.warmup + plannedDuration(searched)) / 1e6
  const rising = risingLevels(bounds)
  return {
    scenario,
    slo,
    ...bounds,
    rising,
    step: step === Infinity ? null : step,
    gracefulStop: Math.max(...scenarios.map(({ workload }) => workload.gracefulStop)) / 1e6,
    mostIterations: mostIterations(rising, bounds.mostSteps, loaded),
    longest: step === Infinity ? null : Math.max(step, loaded - needs.seconds + needs.iterations / bounds.least),
  }
}

/** The levels of a search in which every step passes, without duplicates. */
function risingLevels(bounds: SearchBounds): readonly number[] {
  const passed: Attempt[] = []
  for (let level = nextLevel([], bounds); level !== undefined; level = nextLevel(passed, bounds))
    passed.push({ value: level, passed: true })
  return [...new Set(passed.map(({ value }) => value))]
}

// No step of a search is at a higher level than the same step of a search in which all steps pass.
function mostIterations(rising: readonly number[], steps: number, seconds: number): number {
  const highest = rising.at(-1) ?? 0
  return Array.from({ length: steps }, (_, index) => Math.ceil((rising[index] ?? highest) * seconds)).reduce((sum, count) => sum + count, 0)
}

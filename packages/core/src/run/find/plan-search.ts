import type { Config } from '../../config/config.ts'
import { resolveSearch } from './resolve-search.ts'
import { plannedDuration, plannedSeconds } from '../../model/workload/workload-size.ts'
import { nextLevel, type Attempt, type SearchBounds } from './next-level.ts'

/** What a search would do, as far as it can be told without doing it. Rates in iterations per second, times in seconds. */
export interface SearchPlan extends SearchBounds {
  /** Whose rate is searched. */
  readonly scenario: string
  /** The conditions, such as `response_time p99 < 50ms`. */
  readonly slo: readonly string[]
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

/** Does what `planSearch` says. */
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

/** The levels of a search in which every step passes, each once. */
function risingLevels(bounds: SearchBounds): readonly number[] {
  const passed: Attempt[] = []
  for (let level = nextLevel([], bounds); level !== undefined; level = nextLevel(passed, bounds))
    passed.push({ value: level, passed: true })
  return [...new Set(passed.map(({ value }) => value))]
}

// No step of any search is at a higher level than the same step of one in which all pass.
function mostIterations(rising: readonly number[], steps: number, seconds: number): number {
  const highest = rising.at(-1) ?? 0
  return Array.from({ length: steps }, (_, index) => Math.ceil((rising[index] ?? highest) * seconds)).reduce((sum, count) => sum + count, 0)
}

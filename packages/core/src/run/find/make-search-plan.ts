import type { Config } from '../../config/config.ts'
import { plannedDuration } from '../../model/workload/workload-size.ts'
import { nextLevel, type Attempt, type SearchBounds } from './next-level.ts'
import type { planSearch, SearchPlan } from './plan-search.ts'
import { resolveSearch } from './resolve-search.ts'

/** Does what {@link planSearch} says. */
export async function makeSearchPlan(config: Config, options: Parameters<typeof planSearch>[1]): Promise<SearchPlan> {
  const search = await resolveSearch(config, options)
  const { scenario, slo, needs } = search
  const { bounds } = needs
  const workloads = search.config.scenarios.map(({ workload }) => workload)
  const searched = search.config.scenarios.find(({ name }) => name === scenario)?.workload
  const step = Math.max(...workloads.map((workload) => workload.startAfter + workload.warmup + plannedDuration(workload))) / 1e6
  const loaded = searched === undefined ? 0 : (searched.warmup + plannedDuration(searched)) / 1e6
  const rising = risingLevels(bounds)
  return {
    scenario,
    slo,
    ...bounds,
    rising,
    step: step === Infinity ? null : step,
    gracefulStop: Math.max(...workloads.map(({ gracefulStop }) => gracefulStop)) / 1e6,
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

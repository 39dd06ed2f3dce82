import type { ResolvedConfig, ResolvedJourneyScenario } from '../config/resolved-config.ts'
import { isBenchpressError } from '../base/errors/benchpress-error.ts'
import { InvalidConfigError, type ConfigIssue } from '../base/errors/invalid-config-error.ts'
import { loadJourney, type LoadedJourney } from '../load/user/load-journey.ts'

/**
 * Loads each journey of a test into this thread, to see that it is there; returns those of modules, by the URL of their module.
 *
 * @throws InvalidConfigError with the path of each that cannot be loaded, or that refuses its options
 */
export async function loadJourneys({ scenarios }: Pick<ResolvedConfig, 'scenarios'>): Promise<ReadonlyMap<string, LoadedJourney>> {
  const loaded = new Map<string, LoadedJourney>()
  const issues: ConfigIssue[] = []
  for (const scenario of scenarios) {
    if (scenario.kind !== 'journeys') continue
    for (const { name, from } of scenario.journeys) {
      if (!('module' in from)) continue
      try {
        loaded.set(from.module, await loadJourney(from))
      } catch (error) {
        if (!isBenchpressError(error)) throw error
        issues.push({ path: pathOf(scenario, name), message: error.message, hint: error.hint })
      }
    }
  }
  if (issues.length > 0) throw new InvalidConfigError(issues)
  return loaded
}

// A single journey has the name of its scenario.
function pathOf({ name, journeys }: ResolvedJourneyScenario, journey: string): string {
  const isOnly = journeys.length === 1 && journey === name
  return `scenarios.${name}.${isOnly ? 'journey' : `journeys.${journey}.journey`}`
}

import type { SuiteConfig, SuiteTestConfig } from '@benchpress/core'
import { builtInMetrics, isMicrobenchmark, nameHint } from '@benchpress/core/report'
import { noThresholdsOfFunctions, UsageError, usageError, type Settings } from '@benchpress/core/preset'

/**
 * Takes conditions that were given on metrics of one plugin or of one test, or on checks, from the tests that do not have them.
 *
 * @throws UsageError for a metric that no test of the preset has, or that nothing in it measures
 */
export async function fitThresholds(suite: SuiteConfig, given: Settings['thresholds']): Promise<SuiteConfig> {
  if (given === undefined) return suite
  if (suite.tests.every(isMicrobenchmark)) throw new UsageError([noThresholdsOfFunctions])
  const asked = Object.keys(given).map((selector) => ({ selector, metric: selector.split('{', 1)[0] ?? selector }))
  const parts = await Promise.all(suite.tests.map(partsOf))
  const known = new Set(parts.flatMap(({ metrics }) => metrics))
  const all = [...Object.keys(builtInMetrics), ...known]
  for (const { selector, metric } of asked)
    if (!all.includes(metric)) throw usageError(`--threshold ${selector}: no test of the preset has such a metric`, nameHint(metric, all))
  if (asked.some(({ metric }) => metric === 'checks') && !parts.some(({ hasJourneys }) => hasJourneys))
    throw usageError(
      '--threshold checks: no test of the preset has journeys, which make checks',
      "A response that is not the right one is a failed request: --threshold 'error < 1%'.",
    )
  return {
    ...suite,
    tests: suite.tests.map((test, index) => {
      if (isMicrobenchmark(test)) return test
      const foreign = asked.filter((each) => parts.some((part) => has(part, each)) && !has(parts[index] ?? nothing, each))
      const kept = Object.entries(test.thresholds ?? {}).filter(([selector]) => foreign.every((each) => each.selector !== selector))
      return foreign.length === 0 ? test : { ...test, thresholds: Object.fromEntries(kept) }
    }),
  }
}

/** What a test has of its own. */
interface Parts {
  /** Those beside the built-in ones. */
  readonly metrics: readonly string[]
  /** Names of its plugins. */
  readonly plugins: readonly string[]
  readonly hasJourneys: boolean
}

const nothing: Parts = { metrics: [], plugins: [], hasJourneys: false }

/** Whether a test has what a condition is on; of what every test has, nobody knows better. */
function has(
  { metrics, plugins, hasJourneys }: Parts,
  { selector, metric }: { readonly selector: string; readonly metric: string },
): boolean {
  if (!Object.hasOwn(builtInMetrics, metric)) return metrics.includes(metric)
  if (metric === 'checks') return hasJourneys
  const [, plugin] = /[{,]\s*plugin\s*:\s*([\w.-]+)\s*[,}]/.exec(selector) ?? []
  if (plugin !== undefined) return plugins.includes(plugin)
  return !metric.startsWith('plugin_') || plugins.length > 0
}

// What is wrong with a plugin is told by the check of the run.
async function partsOf(test: SuiteTestConfig): Promise<Parts> {
  if (isMicrobenchmark(test)) return nothing
  const loaded = await Promise.all(
    (test.plugins ?? []).map(
      ({ module }) => import(module) as Promise<{ readonly default?: { readonly name?: string; readonly metrics?: object } }>,
    ),
  )
  const plugins = loaded.flatMap((each) => each.default ?? [])
  return {
    metrics: [...Object.keys(test.metrics ?? {}), ...plugins.flatMap(({ metrics = {} }) => Object.keys(metrics))],
    plugins: plugins.flatMap(({ name }) => name ?? []),
    hasJourneys: Object.values(test.scenarios).some((scenario) => 'journey' in scenario || 'journeys' in scenario),
  }
}

import type { SuiteConfig, SuiteTestConfig } from '@benchpress/core'
import { builtInMetrics, nameHint } from '@benchpress/core/report'
import { usageError, type Settings } from '@benchpress/core/preset'

/**
 * Removes conditions on metrics or checks from the tests that do not have these.
 *
 * @throws UsageError for a metric that no test of the preset has or measures
 */
export async function fitThresholds(suite: SuiteConfig, given: Settings['thresholds']): Promise<SuiteConfig> {
  if (given === undefined) return suite
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
      const foreign = asked.filter((each) => parts.some((part) => has(part, each)) && !has(parts[index] ?? nothing, each))
      const kept = Object.entries(test.thresholds ?? {}).filter(([selector]) => foreign.every((each) => each.selector !== selector))
      return foreign.length === 0 ? test : { ...test, thresholds: Object.fromEntries(kept) }
    }),
  }
}

/** The metrics, plugins and journeys of a test. */
interface Parts {
  /** Metrics other than the built-in ones. */
  readonly metrics: readonly string[]
  /** Names of its plugins. */
  readonly plugins: readonly string[]
  readonly hasJourneys: boolean
}

const nothing: Parts = { metrics: [], plugins: [], hasJourneys: false }

/** Whether a test can have the metric of a condition; metrics of every test are left to the check of the run. */
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

// A wrong plugin is reported by the check of the run.
async function partsOf(test: SuiteTestConfig): Promise<Parts> {
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

import { builtInMetrics, isMicrobenchmark, nameHint } from '@benchpress/core'
import type { SuiteConfig, SuiteTestConfig } from '@benchpress/core'
import type { ThresholdConditions } from '../flags/parse-thresholds.ts'
import { usageError } from '../usage-error.ts'

/**
 * Takes conditions that flags gave on metrics of one plugin, or of one test, from the tests that do not have them.
 *
 * @throws UsageError for a metric that no test of the preset has
 */
export async function fitThresholds(suite: SuiteConfig, given: ThresholdConditions | undefined): Promise<SuiteConfig> {
  if (given === undefined) return suite
  const asked = Object.keys(given).map((selector) => ({ selector, metric: selector.split('{', 1)[0] ?? selector }))
  const metrics = await Promise.all(suite.tests.map(metricsOf))
  const known = new Set(metrics.flat())
  const all = [...Object.keys(builtInMetrics), ...known]
  for (const { selector, metric } of asked)
    if (!all.includes(metric)) throw usageError(`--threshold ${selector}: no test of the preset has such a metric`, nameHint(metric, all))
  return {
    ...suite,
    tests: suite.tests.map((test, index) => {
      if (isMicrobenchmark(test)) return test
      const foreign = asked.filter(({ metric }) => known.has(metric) && metrics[index]?.includes(metric) === false)
      const kept = Object.entries(test.thresholds ?? {}).filter(([selector]) => foreign.every((each) => each.selector !== selector))
      return foreign.length === 0 ? test : { ...test, thresholds: Object.fromEntries(kept) }
    }),
  }
}

// Those that it has beside the built-in ones. What is wrong with a plugin is told by the check of the run.
async function metricsOf(test: SuiteTestConfig): Promise<readonly string[]> {
  if (isMicrobenchmark(test)) return []
  const plugins = await Promise.all(
    (test.plugins ?? []).map(({ module }) => import(module) as Promise<{ readonly default?: { readonly metrics?: object } }>),
  )
  const ofPlugins = plugins.flatMap((loaded) => Object.keys(loaded.default?.metrics ?? {}))
  return [...Object.keys(test.metrics ?? {}), ...ofPlugins]
}

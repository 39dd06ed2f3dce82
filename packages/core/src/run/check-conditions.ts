import type { SuiteConfig } from '../config/config.ts'
import type { Measurable } from '../result/compare/parse-regression.ts'
import { readConditions } from '../result/compare/regression-cases.ts'
import type { ResolvedTests } from './resolve-tests.ts'

/**
 * Checks conditions on changes against the tests of a suite, before anything is started.
 *
 * @param cwd folder that the paths of the suite are relative to. Default: that of the process
 * @returns what conditions can be on
 * @throws InvalidConfigError for a suite that is wrong; BenchpressError `NOT_COMPARABLE` with everything that is wrong with the conditions
 */
export async function checkConditions(failOn: readonly string[], suite: SuiteConfig, cwd: string | undefined): Promise<Measurable> {
  if (failOn.length === 0) return { metrics: {}, scenarios: [], hasSearches: false }
  // What reads reports needs none of it.
  const { resolveTests } = await import('./resolve-tests.ts')
  const known = measurableOf(await resolveTests(suite, cwd))
  readConditions(failOn, known, undefined)
  return known
}

/** What conditions can be on in the tests of a suite. */
export function measurableOf({ tests }: Pick<ResolvedTests, 'tests'>): Measurable {
  const configs = tests.flatMap((test) => ('variants' in test ? [test.variants[0].config] : []))
  return {
    metrics: Object.assign({}, ...configs.map(({ metrics }) => metrics)) as Measurable['metrics'],
    scenarios: [...new Set(configs.flatMap(({ scenarios }) => scenarios.map(({ name }) => name)))],
    hasSearches: false,
  }
}

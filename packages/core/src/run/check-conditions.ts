import type { SuiteConfig } from '../config/config.ts'
import type { Measurable } from '../result/compare/parse-regression.ts'
import { readConditions } from '../result/compare/regression-cases.ts'

/**
 * Checks conditions on changes against the tests of a suite, before anything is started.
 *
 * @param cwd folder that the paths of the suite are relative to. Default: that of the process
 * @returns what conditions can be on
 * @throws InvalidConfigError for a suite that is wrong; BenchpressError `NOT_COMPARABLE` with everything that is wrong with the conditions
 */
export async function checkConditions(failOn: readonly string[], suite: SuiteConfig, cwd: string | undefined): Promise<Measurable> {
  const known = failOn.length === 0 ? nothingKnown : await findMeasurable(suite, cwd)
  readConditions(failOn, known, undefined)
  return known
}

const nothingKnown: Measurable = { metrics: {}, scenarios: [], hasSearches: false }

async function findMeasurable(suite: SuiteConfig, cwd: string | undefined): Promise<Measurable> {
  // What reads reports needs none of it.
  const { configOf, resolveTests } = await import('./resolve-tests.ts')
  const { tests } = await resolveTests(suite, cwd)
  const configs = tests.map(configOf).filter((config) => 'scenarios' in config)
  return {
    metrics: Object.assign({}, ...configs.map(({ metrics }) => metrics)) as Measurable['metrics'],
    scenarios: [...new Set(configs.flatMap(({ scenarios }) => scenarios.map(({ name }) => name)))],
    hasSearches: false,
  }
}

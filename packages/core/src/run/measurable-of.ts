import type { Measurable } from '../result/compare/parse-regression.ts'
import type { ResolvedTests } from './resolve-tests.ts'

/** What conditions can be on in the tests of a suite. */
export function measurableOf({ tests }: Pick<ResolvedTests, 'tests'>): Measurable {
  const configs = tests.flatMap((test) => ('variants' in test ? [test.variants[0].config] : []))
  return {
    metrics: Object.assign({}, ...configs.map(({ metrics }) => metrics)) as Measurable['metrics'],
    scenarios: [...new Set(configs.flatMap(({ scenarios }) => scenarios.map(({ name }) => name)))],
    hasSearches: false,
  }
}

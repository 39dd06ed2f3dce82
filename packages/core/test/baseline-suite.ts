import { nearby, sideOf } from './result/compared-sides.ts'
import type { SuiteResult } from '../src/result/shape/result.ts'

/** A result whose config names its test, as that of a config file does. */
export function measured(name: string, okPerSecond: number = 1000, time: number = 10, runs: readonly number[] = nearby): SuiteResult {
  const side = sideOf(okPerSecond, time, runs)
  return {
    ...side,
    name,
    config: { name, scenarios: { reads: { request: { path: '/items' }, workload: { connections: 10 } } } },
    tests: side.tests.map((run) => ({ ...run, name, thresholds: [] })),
  }
}

/** Several results as one suite, as of a config with several tests. */
export function together(...suites: readonly SuiteResult[]): SuiteResult {
  const [first] = suites
  if (first === undefined) throw new Error('there is no suite')
  return { ...first, config: { tests: suites.map(({ config }) => config) }, tests: suites.flatMap(({ tests }) => tests) }
}

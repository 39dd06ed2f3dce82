import { baselineOf, type Baseline } from '../src/compare/baseline.ts'
import type { StoredBaseline } from '../src/compare/baseline-folder.ts'
import { machineOf } from '../src/compare/facts.ts'
import { runsByTest } from '../src/compare/side.ts'
import type { SuiteResult, TestResult } from '../src/result/shape/result.ts'
import { nearby, sideOf } from './result/compared-sides.ts'

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

/** The baselines that the tests of a result make. */
export function baselinesOf(suite: SuiteResult): readonly Baseline[] {
  return runsByTest([suite])
    .map(baselineOf)
    .flatMap((each) => ('because' in each ? [] : [each]))
}

/** These baselines, as read from a folder. */
export function stored(suite: SuiteResult, changes: Partial<StoredBaseline> = {}): StoredBaseline {
  const machine = machineOf(suite.environment)
  return { folder: '/baselines', name: 'main', machine, tests: baselinesOf(suite), otherMachines: [], meant: undefined, ...changes }
}

/** A result, each of whose runs is changed. */
export function withRuns(suite: SuiteResult, change: (run: TestResult) => TestResult): SuiteResult {
  return { ...suite, tests: suite.tests.map(change) }
}

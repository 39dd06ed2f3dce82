import type { Config, MicrobenchmarkConfig, SuiteConfig } from '../config/config.ts'
import { InvalidConfigError } from '../base/errors/benchpress-error.ts'
import type { Result, SuiteResult } from '../result/shape/result.ts'
import type { RunOptions } from './progress.ts'
import type { SearchPlan } from './find/plan-search.ts'
import type { FindMaxRateOptions, SearchOptions } from './find/resolve-search.ts'
import type { SuitePlan } from './plan-suite.ts'
import type { CompareTargetsOptions, TargetsComparison } from './compare-in-rounds.ts'
import type { TargetConfig } from '../target/target.ts'

// What does the work is loaded when it is needed: journeys and plugins import this package in every load thread, and none of them runs a test.

/**
 * Runs one test and resolves with its result.
 *
 * The load runs in worker threads (`workers`), everything else in the calling thread; nothing is printed, and no signal is
 * listened to. Aborting `signal` ends the run early with a partial result.
 *
 * @throws InvalidConfigError with everything that is wrong, before any I/O; BenchpressError when the target cannot be started or reached
 */
export async function run(config: Config | MicrobenchmarkConfig, options: RunOptions = {}): Promise<Result> {
  const { findEndpoint, findMetric, findMicrobenchmark, findScenario } = await import('../result/summary/find-part.ts')
  refuseSweep(config)
  const suite = await runSuite({ name: config.name ?? 'test', tests: [config] }, options)
  const [test] = suite.tests
  if (test === undefined) throw new RangeError('a suite of one test gave no result')
  // A part of a result knows the whole, with its environment.
  const result: Result = {
    ...test,
    scenario: (name) => findScenario(result, name),
    endpoint: (name, scenario) => findEndpoint(result, name, scenario),
    metric: (selector, tags) => findMetric(result, selector, tags),
    microbenchmark: (name, scenario) => findMicrobenchmark(result, name, scenario),
    toJSON: () => suite,
  }
  return result
}

// A config may be given wrongly in every way.
function refuseSweep(config: unknown): void {
  if (typeof config !== 'object' || config === null || !('sweep' in config) || config.sweep === undefined) return
  throw new InvalidConfigError([
    { path: 'sweep', message: 'makes several tests, and run() gives the result of one', hint: 'give the config to runSuite() as a test' },
  ])
}

/**
 * Runs each test of a suite as often as asked, and judges the whole by its worst test.
 *
 * The target of a test is started once for all its runs; a variant is started for each run and stopped after it, and the variants
 * take turns: A, B, then B, A. Runs in the calling thread but for the load, which runs in worker threads. Resolves with a partial
 * result after an interruption; runs that had not begun are left out. A run on a variant that cannot be started or reached, or whose
 * setup fails, has a result that says why (`causeNotRun`).
 *
 * @throws InvalidConfigError with everything that is wrong, before any I/O; BenchpressError when the target of a
 *   test that is no variant cannot be started or reached, and nothing was measured before;
 *   what `onProgress` threw, when the target has been stopped
 */
export async function runSuite(suite: SuiteConfig, options: RunOptions = {}): Promise<SuiteResult> {
  const { performSuite } = await import('./perform-suite.ts')
  return await performSuite(suite, options)
}

/**
 * Says what a suite would do, without starting a target, opening a connection or running a hook.
 *
 * Plugins and journey modules are loaded, to see that they are there and which hooks they have.
 *
 * @param options `isSpread` says that the load comes from several machines, so that it may need more connections than this one allows
 * @throws InvalidConfigError with everything that is wrong, and with each journey that cannot be loaded
 */
export async function planSuite(
  suite: SuiteConfig,
  options: Pick<RunOptions, 'cwd'> & { readonly isSpread?: boolean } = {},
): Promise<SuitePlan> {
  const { makePlan } = await import('./plan-suite.ts')
  return await makePlan(suite, options.cwd, options.isSpread)
}

/**
 * Searches the highest rate at which a target keeps an SLO: each step is a test of the length of the workload, with a verdict of its own.
 *
 * The config has one scenario with a constant rate, which is the one that is searched; other scenarios stay as they are. The target is
 * started once for all steps. A step is made longer where its percentiles would have too few samples, and again where they do not tell on
 * which side of its limit one lies. A step passes when the conditions hold, at most 0.1 % of its iterations were dropped or without a response, and it is
 * not invalid. What was found stands in `found`, and each run in `tests`. Runs in the calling thread but for the load. Resolves with what
 * is known after an interruption.
 *
 * @throws InvalidConfigError with everything that is wrong, before any I/O; BenchpressError when the target cannot be started or reached,
 *   and nothing was measured before; what `onProgress` threw, when the target has been stopped
 */
export async function findMaxRate(config: Config, options: FindMaxRateOptions): Promise<SuiteResult> {
  const { performSearch } = await import('./find/perform-search.ts')
  return await performSearch(config, options)
}

/**
 * Says what {@link findMaxRate} would do, without starting a target or sending anything.
 *
 * @throws InvalidConfigError with everything that is wrong
 */
export async function planSearch(config: Config, options: SearchOptions & Pick<RunOptions, 'cwd'>): Promise<SearchPlan> {
  const { makeSearchPlan } = await import('./find/plan-search.ts')
  return await makeSearchPlan(config, options)
}

/**
 * Compares two targets by the same load on both, in rounds of A, B, B, A, until each figure is decided or precise enough, or rounds or time are used up.
 *
 * An interruption leaves what was measured so far.
 *
 * @param suite tests of load, whose targets are replaced
 * @throws what {@link runSuite} throws
 */
export async function compareTargets(
  suite: SuiteConfig,
  targets: { readonly A: TargetConfig; readonly B: TargetConfig },
  options: CompareTargetsOptions = {},
): Promise<TargetsComparison> {
  const { compareInRounds } = await import('./compare-in-rounds.ts')
  return await compareInRounds(suite, targets, options)
}

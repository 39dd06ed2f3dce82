import type { Config, SuiteConfig } from '../config/config.ts'
import { fieldsOf } from '../config/unchecked.ts'
import { InvalidConfigError } from '../base/errors/benchpress-error.ts'
import type { Result, SuiteResult } from '../result/shape/result.ts'
import type { RunOptions } from './progress.ts'
import type { SearchPlan, FindMaxRateOptions, SearchOptions } from './find/resolve-search.ts'
import type { SuitePlan } from './plan-suite.ts'
import type { CompareTargetsOptions, TargetsComparison } from './compare-in-rounds.ts'
import type { TargetConfig } from '../target/target.ts'
import { whileHiding } from '../base/redact/redact-config.ts'
import { resolve } from 'node:path'
import { feedFiles } from '../load/user/feed/feed-access.ts'

// The code that runs tests is loaded when it is needed, because journeys and plugins import this package in every load thread.

/**
 * Runs one test and resolves with its result.
 *
 * The load runs in worker threads (`workers`), everything else in the calling thread; nothing is printed, and no process signals are handled. Aborting
 * `signal` ends the run early with a partial result.
 *
 * @throws InvalidConfigError with everything that is wrong, before any I/O; BenchpressError when the target cannot be started or reached
 */
export async function run(config: Config, options: RunOptions = {}): Promise<Result> {
  const { findEndpoint, findMetric, findScenario } = await import('../result/summary/find-part.ts')
  refuseSweep(config)
  const suite = await runSuite({ name: config.name ?? 'test', tests: [config] }, options)
  const [test] = suite.tests
  if (test === undefined) throw new RangeError('a suite of one test gave no result')
  // A part of a result refers to the whole, with its environment.
  const result: Result = {
    ...test,
    scenario: (name) => findScenario(result, name),
    endpoint: (name, scenario) => findEndpoint(result, name, scenario),
    metric: (selector, tags) => findMetric(result, selector, tags),
    toJSON: () => suite,
  }
  return result
}

// An unchecked config may be any value.
function refuseSweep(config: unknown): void {
  if (fieldsOf(config)['sweep'] === undefined) return
  throw new InvalidConfigError([
    { path: 'sweep', message: 'makes several tests, and run() gives the result of one', hint: 'give the config to runSuite() as a test' },
  ])
}

/**
 * Runs each test of a suite `repeats` times, and judges the suite by its worst test.
 *
 * The target of a test is started once for all its runs; a variant is started for each run and stopped after it, and the variants take turns: A, B,
 * then B, A. Everything but the load runs in the calling thread. After an interruption it resolves with a partial result, without the runs that had not
 * begun. A run whose variant cannot be started or reached, or whose setup fails, has a result with the reason (`causeNotRun`).
 *
 * @throws InvalidConfigError with everything that is wrong, before any I/O; BenchpressError when the target of a test that is not a variant cannot be
 * started or reached, and nothing was measured before; the error of `onProgress`, once the target has been stopped
 */
export async function runSuite(suite: SuiteConfig, options: RunOptions = {}): Promise<SuiteResult> {
  const { performSuite } = await import('./perform-suite.ts')
  return await whileHiding(suite, async () => await performSuite(suite, options))
}

/**
 * Plans a suite, without starting a target, opening a connection or running a hook.
 *
 * Plugins and journey modules are loaded, to check that they exist and to list their hooks.
 *
 * @param options `isSpread` is for load from several machines, which may need more connections than this machine allows
 * @throws InvalidConfigError with everything that is wrong, and with each journey that cannot be loaded
 */
export async function planSuite(
  suite: SuiteConfig,
  options: Pick<RunOptions, 'cwd'> & { readonly isSpread?: boolean | undefined } = {},
): Promise<SuitePlan> {
  const { makePlan } = await import('./plan-suite.ts')
  return await whileHiding(suite, async () => await makePlan(suite, options.cwd, options.isSpread))
}

/**
 * Searches the highest rate at which a target keeps an SLO: each step is a test of the length of the workload, with its own verdict.
 *
 * The config must have exactly one scenario with a constant rate, whose rate is searched; other scenarios stay unchanged. The target is started once
 * for all steps. A step is made longer when its percentiles would have too few samples, and repeated when they do not decide its conditions. It passes
 * when the conditions hold, at most 0.1 % of its iterations were dropped or without a response, and it is not invalid. The found rate is confirmed by a
 * run of 25 s, or of a step if that is longer, in which response times do not rise. It is in `found`, and each run in `tests`. Everything but the load runs in the calling thread. After an interruption it resolves with
 * what was found so far.
 *
 * @throws InvalidConfigError with everything that is wrong, before any I/O; BenchpressError when the target cannot be started or reached, and nothing
 * was measured before; the error of `onProgress`, once the target has been stopped
 */
export async function findMaxRate(config: Config, options: FindMaxRateOptions): Promise<SuiteResult> {
  const { performSearch } = await import('./find/perform-search.ts')
  return await whileHiding(config, async () => await performSearch(config, options))
}

/**
 * Plans the search of {@link findMaxRate}, without starting a target or sending anything.
 *
 * @throws InvalidConfigError with everything that is wrong
 */
export async function planSearch(config: Config, options: SearchOptions & Pick<RunOptions, 'cwd'>): Promise<SearchPlan> {
  const { makeSearchPlan } = await import('./find/resolve-search.ts')
  return await whileHiding(config, async () => await makeSearchPlan(config, options))
}

/**
 * Compares two targets by the same load on both, in rounds of A, B, B, A, until each figure is decided or precise enough, or rounds or time are used
 * up.
 *
 * After an interruption it resolves with what was measured so far.
 *
 * @param suite the tests, whose targets are replaced
 * @throws the errors of {@link runSuite}
 */
export async function compareTargets(
  suite: SuiteConfig,
  targets: { readonly A: TargetConfig; readonly B: TargetConfig },
  options: CompareTargetsOptions = {},
): Promise<TargetsComparison> {
  const { compareInRounds } = await import('./compare-in-rounds.ts')
  return await whileHiding(suite, async () => await compareInRounds(suite, targets, options))
}

/**
 * Lists the files that a suite reads, by absolute paths: its code, the files of its forms, and the feeds that journeys of this process have read,
 * including those of other suites.
 *
 * Journeys are loaded into this thread, as for a plan; nothing is started or sent.
 *
 * @param cwd folder that the paths of the suite are relative to
 * @throws InvalidConfigError with everything that is wrong, and with each journey that cannot be loaded
 */
export async function listInputs(suite: SuiteConfig, cwd: string): Promise<readonly string[]> {
  // What reads reports needs none of it.
  const [{ hashSources }, { configOf, resolveTests }, { loadJourneys }] = await Promise.all([
    import('./hash-sources.ts'),
    import('./resolve-tests.ts'),
    import('./test-setup.ts'),
  ])
  const { tests } = await whileHiding(suite, async () => await resolveTests(suite, cwd))
  const code = await hashSources(tests, cwd)
  const configs = tests.map(configOf)
  for (const config of configs) await loadJourneys(config)
  const scenarios = configs.flatMap((config) => config.scenarios)
  const requests = scenarios.flatMap((scenario) => (scenario.kind === 'requests' ? scenario.requests : []))
  const forms = requests.flatMap(({ form = {} }) => Object.values(form).flatMap((field) => (field.type === 'file' ? [field.path] : [])))
  return [...code.map(({ file }) => resolve(cwd, file)), ...forms, ...feedFiles()]
}

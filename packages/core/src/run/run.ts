import type { Config } from '../config/config.ts'
import type { MicrobenchmarkConfig } from '../config/microbenchmark-config.ts'
import { InvalidConfigError } from '../base/errors/benchpress-error.ts'
import type { Result } from '../result/shape/result.ts'
import { runSuite } from './run-suite.ts'
import type { RunOptions } from './listeners.ts'

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
  return {
    ...test,
    scenario: (name) => findScenario(test, name),
    endpoint: (name, scenario) => findEndpoint(test, name, scenario),
    metric: (selector, tags) => findMetric(test, selector, tags),
    microbenchmark: (name, scenario) => findMicrobenchmark(test, name, scenario),
    toJSON: () => suite,
  }
}

// A config may be given wrongly in every way.
function refuseSweep(config: unknown): void {
  if (typeof config !== 'object' || config === null || !('sweep' in config) || config.sweep === undefined) return
  throw new InvalidConfigError([
    { path: 'sweep', message: 'makes several tests, and run() gives the result of one', hint: 'give the config to runSuite() as a test' },
  ])
}

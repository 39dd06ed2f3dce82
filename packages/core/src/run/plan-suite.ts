import { InvalidConfigError } from '../errors/invalid-config-error.ts'
import { checkConnectionLimits } from '../target/connection-limits.ts'
import { readMachineLimits, type MachineLimits } from '../target/machine-limits.ts'
import { loadJourney } from '../user/load-journey.ts'
import { planTest, type TestPlan } from './plan-test.ts'
import type { RunOptions, SuiteConfig } from './run-suite.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'

/** What a suite would do. */
export interface SuitePlan {
  readonly name: string
  /** How often each test is run. */
  readonly repeats: number
  readonly tests: readonly TestPlan[]
  readonly limits: MachineLimits
  /** The hooks of each journey module that has any, by its path or URL: `beforeAll` and so on. */
  readonly hooks: Readonly<Record<string, readonly string[]>>
}

/**
 * Says what a suite would do, without starting a target, opening a connection or running a hook.
 *
 * Journey modules are loaded, to see that they are there and which hooks they have.
 *
 * @throws InvalidConfigError with everything that is wrong; BenchpressError `INVALID_CONFIG` for a journey that cannot be loaded
 */
export async function planSuite(suite: SuiteConfig, options: Pick<RunOptions, 'cwd'> = {}): Promise<SuitePlan> {
  const { resolveConfig } = await import('../config/resolve-config.ts')
  const configs = suite.tests.map((test) => resolveConfig(test, options.cwd === undefined ? {} : { cwd: options.cwd }))
  const limits = readMachineLimits()
  const tests = configs.map(planTest)
  const issues = tests.flatMap(({ sockets }, index) =>
    checkConnectionLimits(sockets, limits, configs[index]?.unixSocket === undefined ? 'tcp' : 'unix'),
  )
  if (issues.length > 0) throw new InvalidConfigError(issues.map((issue) => ({ path: 'scenarios', ...issue })))
  return { name: suite.name, repeats: suite.repeats ?? 1, tests, limits, hooks: await findHooks(configs) }
}

async function findHooks(configs: readonly ResolvedConfig[]): Promise<SuitePlan['hooks']> {
  const scenarios = configs.flatMap((config) => config.scenarios)
  const journeys = scenarios.flatMap((scenario) => (scenario.kind === 'journeys' ? scenario.journeys : []))
  const hooks: Record<string, readonly string[]> = {}
  for (const { from } of journeys) {
    if (!('module' in from)) continue
    const names = Object.keys((await loadJourney(from)).hooks)
    if (names.length > 0) hooks[from.module] = names
  }
  return hooks
}

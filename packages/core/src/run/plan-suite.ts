import { InvalidConfigError } from '../errors/invalid-config-error.ts'
import type { MetricDefinitions } from '../metrics/metric-definition.ts'
import { hideSecrets } from '../redact/hide-secrets.ts'
import { redactConfig } from '../redact/redact-config.ts'
import { checkConnectionLimits } from '../target/connection-limits.ts'
import { readMachineLimits, type MachineLimits } from '../target/machine-limits.ts'
import { loadJourneys } from './load-journeys.ts'
import { planTest, type TestPlan } from './plan-test.ts'
import { resolveTests } from './resolve-tests.ts'
import type { RunOptions, SuiteConfig } from './run-suite.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'

/** A plugin that a suite would use. */
export interface PlannedPlugin {
  readonly name: string
  /** Of the package that its module belongs to; `null` when that is not known. */
  readonly version: string | null
  /** URL or bare name of its module. */
  readonly module: string
  /** As the plugin completed them, as plain data without secrets; `null` when it takes none. */
  readonly options: unknown
  readonly metrics: MetricDefinitions
}

/** What a suite would do. */
export interface SuitePlan {
  readonly name: string
  /** How often each test is run. */
  readonly repeats: number
  readonly tests: readonly TestPlan[]
  readonly limits: MachineLimits
  /** The hooks of each journey module that has any, by its path or URL: `beforeAll` and so on. */
  readonly hooks: Readonly<Record<string, readonly string[]>>
  readonly plugins: readonly PlannedPlugin[]
}

/**
 * Says what a suite would do, without starting a target, opening a connection or running a hook.
 *
 * Plugins and journey modules are loaded, to see that they are there and which hooks they have.
 *
 * @throws InvalidConfigError with everything that is wrong, and with each journey that cannot be loaded
 */
export async function planSuite(suite: SuiteConfig, options: Pick<RunOptions, 'cwd'> = {}): Promise<SuitePlan> {
  const configs = await resolveTests(suite.tests, options.cwd)
  const limits = readMachineLimits()
  const tests = configs.map(planTest)
  const issues = tests.flatMap(({ sockets }, index) =>
    checkConnectionLimits(sockets, limits, configs[index]?.unixSocket === undefined ? 'tcp' : 'unix'),
  )
  if (issues.length > 0) throw new InvalidConfigError(issues.map((issue) => ({ path: 'scenarios', ...issue })))
  return { name: suite.name, repeats: suite.repeats ?? 1, tests, limits, hooks: await findHooks(configs), plugins: listPlugins(configs) }
}

// One that several tests have is listed once.
function listPlugins(configs: readonly ResolvedConfig[]): SuitePlan['plugins'] {
  const plugins = new Map<string, PlannedPlugin>()
  for (const config of configs) {
    for (const { module, version, plugin, options } of config.plugins) {
      const shown = hideSecrets(redactConfig(options), config.secrets) ?? null
      plugins.set(module, { name: plugin.name, version, module, options: shown, metrics: plugin.metrics })
    }
  }
  return [...plugins.values()]
}

async function findHooks(configs: readonly ResolvedConfig[]): Promise<SuitePlan['hooks']> {
  const hooks: Record<string, readonly string[]> = {}
  for (const config of configs) {
    for (const [module, journey] of await loadJourneys(config)) {
      const names = Object.keys(journey.hooks)
      if (names.length > 0) hooks[module] = names
    }
  }
  return hooks
}

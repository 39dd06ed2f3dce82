import type { SuiteConfig } from '../config/suite-config.ts'
import type { MetricDefinitions } from '../model/metrics/metric-definition.ts'
import { planTest, type TestPlan, planFunctions } from './plan-test.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { InvalidConfigError } from '../base/errors/benchpress-error.ts'
import { hideSecrets } from '../base/redact/redact-text.ts'
import { redactConfig } from '../base/redact/redact-config.ts'
import { checkConnectionLimits, readMachineLimits, type MachineLimits } from '../target/connection-limits.ts'
import { loadJourneys } from './test-setup.ts'
import { neededSockets } from './needed-sockets.ts'
import { resolveTests } from './resolve-tests.ts'

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
  /** How often each test is run, on each variant. */
  readonly repeats: number
  /** Rest between two runs, in seconds. */
  readonly pause: number
  readonly tests: readonly TestPlan[]
  readonly limits: MachineLimits
  /** The hooks of each journey module that has any, by its path or URL: `beforeAll` and so on. */
  readonly hooks: Readonly<Record<string, readonly string[]>>
  readonly plugins: readonly PlannedPlugin[]
}

/** Does what `planSuite` says. */
export async function makePlan(suite: SuiteConfig, cwd: string | undefined): Promise<SuitePlan> {
  const { tests: resolved, repeats, pause } = await resolveTests(suite, cwd)
  // The variants of a test differ in nothing that is planned but their target.
  const configs = resolved.flatMap((test) => ('variants' in test ? test.variants[0].config : []))
  const limits = readMachineLimits()
  const tests: TestPlan[] = []
  for (const test of resolved) {
    if ('microbenchmark' in test) tests.push(await planFunctions(test.microbenchmark))
    else tests.push(planTest(test.variants[0].config, test.hasOwnTarget ? [] : test.variants))
  }
  const issues = configs.flatMap((config) => checkConnectionLimits(neededSockets(config), limits))
  if (issues.length > 0) throw new InvalidConfigError(issues.map((issue) => ({ path: 'scenarios', ...issue })))
  return { name: suite.name, repeats, pause: pause / 1e6, tests, limits, hooks: await findHooks(configs), plugins: listPlugins(configs) }
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

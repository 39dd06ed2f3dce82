import type { SuiteConfig } from '../config/config.ts'
import type { MetricDefinitions } from '../measure/recorder/own-metric.ts'
import { type ResolvedConfig, neededSockets } from '../config/resolved-config.ts'
import { InvalidConfigError } from '../base/errors/benchpress-error.ts'
import { redactText, redactWords } from '../base/redact/redact-text.ts'
import { redactConfig } from '../base/redact/redact-config.ts'
import { hideSecrets } from '../base/redact/secrets.ts'
import { checkConnectionLimits, readMachineLimits, type MachineLimits } from '../target/connection-limits.ts'
import { loadJourneys } from './test-setup.ts'
import { configOf, resolveTests, type ResolvedVariant } from './resolve-tests.ts'
import { serversOf, type ResolvedTarget } from '../target/target.ts'
import { plannedSeconds } from '../model/workload/workload-size.ts'
import { planScenario, type ScenarioPlan } from './plan-scenario.ts'

/** A plugin that a suite would use. */
export interface PlannedPlugin {
  readonly name: string
  /** Version of the package that the module belongs to; `null` when it is unknown. */
  readonly version: string | null
  /** URL or bare name of the plugin's module. */
  readonly module: string
  /** Options with the plugin's defaults, as plain data without secrets; `null` when it takes none. */
  readonly options: unknown
  readonly metrics: MetricDefinitions
}

/** The plan of a suite. */
export interface SuitePlan {
  readonly name: string
  /** The number of runs of each test on each variant. */
  readonly repeats: number
  /** Pause between two runs, in seconds. */
  readonly pause: number
  readonly tests: readonly TestPlan[]
  readonly limits: MachineLimits
  /** The hooks of each journey module that has any, by its path or URL: `beforeAll` and so on. */
  readonly hooks: Readonly<Record<string, readonly string[]>>
  readonly plugins: readonly PlannedPlugin[]
}

/** Implements `planSuite`. */
export async function makePlan(suite: SuiteConfig, cwd: string | undefined, isSpread = false): Promise<SuitePlan> {
  const { tests: resolved, repeats, pause } = await resolveTests(suite, cwd)
  // The plans of the variants of a test differ only in the target.
  const configs = resolved.map(configOf)
  const limits = readMachineLimits()
  const tests = resolved.map((test) => planTest(configOf(test), test.hasOwnTarget ? [] : test.variants))
  const issues = configs.flatMap((config) => checkConnectionLimits(neededSockets(config), limits))
  if (issues.length > 0 && !isSpread) throw new InvalidConfigError(issues.map((issue) => ({ path: 'scenarios', ...issue })))
  const [hooks, plugins] = [await findHooks(configs), listPlugins(configs)]
  return { ...hideSecrets({ name: suite.name, tests, hooks, plugins }), repeats, pause: pause / 1e6, limits }
}

// A plugin that several tests have is listed once.
function listPlugins(configs: readonly ResolvedConfig[]): SuitePlan['plugins'] {
  const plugins = new Map<string, PlannedPlugin>()
  for (const config of configs) {
    for (const { module, version, plugin, options } of config.plugins) {
      plugins.set(module, { name: plugin.name, version, module, options: redactConfig(options) ?? null, metrics: plugin.metrics })
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

/** The target in a plan. */
export interface PlannedTarget {
  readonly kind: 'url' | 'command' | 'server'
  readonly url: string | null
  readonly command: readonly string[] | null
  /** Origins of the servers, when there are several. */
  readonly servers?: readonly string[]
}

/** The plan of a test, as far as it is known beforehand. Times are in seconds. */
export interface TestPlan {
  readonly name: string
  /** The target, or the first of several variants. */
  readonly target: PlannedTarget
  /** The variants of the target, in the order of the first repeat; empty for a test with a target of its own. */
  readonly variants: readonly { readonly name: string; readonly target: PlannedTarget }[]
  /** The scenarios. */
  readonly scenarios: readonly ScenarioPlan[]
  /** Length from the start to the end of the last run phase; `null` when a count ends one. */
  readonly duration: number | null
  /** The number of load threads; 0 is the calling thread. */
  readonly workers: number
  /** Most connections at a time, of all scenarios together. */
  readonly sockets: number
  readonly thresholds: readonly { readonly selector: string; readonly condition: string; readonly abortOnFail: boolean }[]
}

/**
 * Plans a test. Pure: nothing is started, connected to or loaded.
 *
 * @param variants the variants of the target, of which `config` has the first
 */
export function planTest(config: ResolvedConfig, variants: readonly ResolvedVariant[] = []): TestPlan {
  const { name, target, scenarios, workers, thresholds } = config
  const duration = plannedSeconds(scenarios)
  return {
    name,
    target: planTarget(target),
    variants: variants.map((variant) => ({ name: variant.name, target: planTarget(variant.config.target) })),
    scenarios: scenarios.map((scenario) => planScenario(scenario, config)),
    duration: duration === Infinity ? null : duration,
    workers,
    sockets: neededSockets(config).total,
    thresholds: thresholds.map(({ selector, condition, abortOnFail }) => ({ selector, condition, abortOnFail })),
  }
}

function planTarget(target: ResolvedTarget): PlannedTarget {
  const servers = serversOf(target)
  return {
    kind: target.kind,
    url: 'url' in target && target.url !== undefined ? redactText(target.url) : null,
    command: 'command' in target ? redactWords(target.command) : null,
    ...(servers === undefined ? {} : { servers: servers.urls.map((url) => new URL(url).origin) }),
  }
}

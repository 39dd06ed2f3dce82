import type { SuiteConfig } from '../config/suite-config.ts'
import type { MetricDefinitions } from '../model/metrics/metric-definition.ts'
import type { MachineLimits } from '../target/connection-limits.ts'
import type { TestPlan } from './plan-test.ts'
import type { RunOptions } from './listeners.ts'

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

/**
 * Says what a suite would do, without starting a target, opening a connection or running a hook.
 *
 * Plugins and journey modules are loaded, to see that they are there and which hooks they have.
 *
 * @throws InvalidConfigError with everything that is wrong, and with each journey that cannot be loaded
 */
export async function planSuite(suite: SuiteConfig, options: Pick<RunOptions, 'cwd'> = {}): Promise<SuitePlan> {
  // Loaded when it is needed, as what runs a suite is.
  const { makePlan } = await import('./make-plan.ts')
  return await makePlan(suite, options.cwd)
}

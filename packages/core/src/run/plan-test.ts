import type { ResolvedConfig } from '../config/resolved-config.ts'
import { redactText } from '../base/redact/redact-text.ts'
import { redactWords } from '../base/redact/redact-words.ts'
import { serversOf, type ResolvedTarget } from '../target/target.ts'
import { plannedDuration } from '../model/workload/workload-size.ts'
import { neededSockets } from './needed-sockets.ts'
import { planScenario, type ScenarioPlan } from './plan-scenario.ts'
import type { ResolvedVariant } from './resolve-tests.ts'

/** The functions of one module that were not called. Times in seconds. */
export interface FunctionsPlan {
  readonly name: string
  /** Path or URL of the module. */
  readonly module: string
  readonly export: string
  /** Names of the functions, in the order in which they would be measured. */
  readonly cases: readonly string[]
  /** Of each function. */
  readonly time: number
  readonly warmup: number
  readonly parallel: number
  /** Of all of them, without set-up and teardown. */
  readonly duration: number
}

/** A target that was not started. */
export interface PlannedTarget {
  readonly kind: 'url' | 'command' | 'server' | 'none'
  readonly url: string | null
  readonly command: readonly string[] | null
  /** Where it is several servers: their origins. */
  readonly servers?: readonly string[]
}

/** What a test would do, as far as it can be told without doing it. Times in seconds. */
export interface TestPlan {
  readonly name: string
  /** The first variant, where the test is run on several. */
  readonly target: PlannedTarget
  /** The variants of the target, in the order of the first repeat; empty for a test with a target of its own. */
  readonly variants: readonly { readonly name: string; readonly target: PlannedTarget }[]
  /** Empty for a test of functions. */
  readonly scenarios: readonly ScenarioPlan[]
  /** Empty for a test of load. */
  readonly functions: readonly FunctionsPlan[]
  /** From the start to the end of the last run phase; `null` where a count ends one. */
  readonly duration: number | null
  /** Load threads; 0 is the calling thread. */
  readonly workers: number
  /** Most connections at a time, of all scenarios together. */
  readonly sockets: number
  readonly thresholds: readonly { readonly selector: string; readonly condition: string; readonly abortOnFail: boolean }[]
}

/**
 * Says what a test would do. Pure: nothing is started, connected to or loaded.
 *
 * @param variants of its target, of which `config` has the first
 */
export function planTest(config: ResolvedConfig, variants: readonly ResolvedVariant[] = []): TestPlan {
  const { name, target, scenarios, workers, thresholds } = config
  const ends = scenarios.map(({ workload }) => workload.startAfter + workload.warmup + plannedDuration(workload))
  const duration = Math.max(...ends) / 1e6
  return {
    name,
    target: planTarget(target),
    variants: variants.map((variant) => ({ name: variant.name, target: planTarget(variant.config.target) })),
    scenarios: scenarios.map((scenario) => planScenario(scenario, config)),
    functions: [],
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

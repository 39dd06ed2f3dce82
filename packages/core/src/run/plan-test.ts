import type { ResolvedConfig } from '../config/resolved-config.ts'
import { redactText } from '../base/redact/redact-text.ts'
import { redactWords } from '../base/redact/redact-words.ts'
import { serversOf, type ResolvedTarget } from '../target/target.ts'
import { plannedDuration } from '../model/workload/workload-size.ts'
import { neededSockets } from './needed-sockets.ts'
import { planScenario, type ScenarioPlan } from './plan-scenario.ts'
import type { ResolvedVariant } from './resolve-tests.ts'
import type { ResolvedMicrobenchmark } from '../config/resolve-microbenchmark.ts'
import { type ConfigIssue, InvalidConfigError, isBenchpressError } from '../base/errors/benchpress-error.ts'
import { nameHint } from '../base/errors/closest-name.ts'
import { loadMicrobenchmark } from '../microbenchmark/load-microbenchmark.ts'

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

/**
 * Says what a test of functions would do. Its modules are loaded, to see what they have; nothing is set up or called.
 *
 * @throws InvalidConfigError with each module that cannot be loaded, and each function that is not there
 */
export async function planFunctions(test: ResolvedMicrobenchmark): Promise<TestPlan> {
  const cases = await listCases(test)
  const functions = test.functions.map(({ name, source, time, warmup, parallel }): FunctionsPlan => {
    const names = cases.get(name) ?? []
    const times = { time: time / 1e6, warmup: warmup / 1e6 }
    return {
      name,
      module: source.module,
      export: source.export,
      cases: names,
      ...times,
      parallel,
      duration: names.length * (times.time + times.warmup),
    }
  })
  return {
    name: test.name,
    target: { kind: 'none', url: null, command: null },
    variants: [],
    scenarios: [],
    functions,
    duration: functions.reduce((sum, { duration }) => sum + duration, 0),
    workers: test.inCallingThread ? 0 : Math.max(...functions.map(({ parallel }) => parallel)),
    sockets: 0,
    thresholds: [],
  }
}

/**
 * Loads the modules of functions into this thread, and lists what they measure in its order, by scenario.
 *
 * @throws InvalidConfigError with each module that cannot be loaded, and each name in `only` that is none of its functions
 */
export async function listCases({ functions }: Pick<ResolvedMicrobenchmark, 'functions'>): Promise<ReadonlyMap<string, readonly string[]>> {
  const cases = new Map<string, readonly string[]>()
  const issues: ConfigIssue[] = []
  for (const { name, source, only } of functions) {
    try {
      const names = Object.keys((await loadMicrobenchmark(source)).cases)
      const unknown = (only ?? []).filter((wanted) => !names.includes(wanted))
      issues.push(
        ...unknown.map((wanted) => ({
          path: `scenarios.${name}.only`,
          message: `no function "${wanted}"`,
          hint: nameHint(wanted, names),
        })),
      )
      cases.set(name, only === undefined ? names : names.filter((known) => only.includes(known)))
    } catch (error) {
      if (!isBenchpressError(error)) throw error
      issues.push({ path: `scenarios.${name}.functions`, message: error.message, hint: error.hint })
    }
  }
  if (issues.length > 0) throw new InvalidConfigError(issues)
  return cases
}

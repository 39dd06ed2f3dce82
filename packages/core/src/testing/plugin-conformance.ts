import type { PluginReference } from '../load/plugin/define-plugin.ts'
import { conformanceRules } from './conformance-rules.ts'
import { type Breach, type ConformanceOptions, type StartServer, Trial } from './trial.ts'

/** One rule of the plugin contract as a test. */
export interface ConformanceCase {
  /** The rule as a sentence that is true for every plugin that keeps it. */
  readonly name: string
  /**
   * Tries the plugin. Cases must be run one after the other, not at the same time.
   *
   * @throws ConformanceError when the plugin breaks the rule, with what was seen and what to do
   * @throws UnjudgedError when the plugin breaks another rule, without which this one cannot be judged
   */
  readonly run: () => Promise<void>
}

/**
 * The cases that every plugin must pass, for any test runner: `for (const { name, run } of pluginConformance(...)) test(name, run)`.
 *
 * The cases run the plugin's own code against a real server, in this thread and in load threads.
 *
 * @param reference the reference of the plugin, as in a config, such as `sse()`
 * @param startServer starts a server that the plugin can talk to, anew for each trial
 */
export function pluginConformance(
  reference: PluginReference,
  startServer: StartServer,
  options?: ConformanceOptions,
): readonly ConformanceCase[] {
  const trial = new Trial(reference, startServer, options)
  return Object.entries(conformanceRules).map(([key, { name }]) => ({
    name,
    run: async () => {
      for (const need of needsOf(key)) {
        const error = await judge(need, trial)
        if (error !== undefined) throw new UnjudgedError(name, error)
      }
      const error = await judge(key, trial)
      if (error !== undefined) throw error
    },
  }))
}

/** The rules that must be kept for a rule to be judged, each after those that it needs itself. */
function needsOf(key: string): readonly string[] {
  return (conformanceRules[key]?.needs ?? []).flatMap((need) => [...needsOf(need), need])
}

async function judge(key: string, trial: Trial): Promise<ConformanceError | undefined> {
  const rule = conformanceRules[key]
  if (rule === undefined) throw new RangeError(`no rule ${key}`)
  const seen = (await trial.outcomeOf(rule.by))[key]
  if (seen === undefined || seen === '') return undefined
  const breach = typeof seen === 'string' ? { seen } : seen
  return new ConformanceError({ rule: rule.name, module: trial.reference.module, advice: rule.advice, ...breach })
}

/** The finding of one case of the conformance kit. */
export interface ConformanceFinding extends Breach {
  /** The rule of the plugin contract that is broken: the name of its case. */
  readonly rule: string
  /** The module of the plugin, as in its reference. */
  readonly module: string
  readonly advice: string
}

/** Thrown when a plugin breaks a rule of the plugin contract, with what was observed and what to do. */
export class ConformanceError extends Error implements ConformanceFinding {
  override readonly name: string = 'ConformanceError'
  readonly rule: string
  readonly module: string
  readonly seen: string
  readonly advice: string

  constructor({ rule, module, seen, advice, cause }: ConformanceFinding) {
    super(`${rule}: ${seen}. To do: ${advice}. (plugin ${module})`, cause === undefined ? undefined : { cause })
    this.rule = rule
    this.module = module
    this.seen = seen
    this.advice = advice
  }
}

/** Thrown when a case could not be judged because the plugin breaks a rule that it depends on; `cause` is the error of that rule. */
export class UnjudgedError extends Error {
  override readonly name = 'UnjudgedError'
  /** The case that was not judged. */
  readonly rule: string

  constructor(rule: string, cause: ConformanceError) {
    super(`${rule}: not judged, because the plugin breaks a rule before it, "${cause.rule}": ${cause.seen}`, { cause })
    this.rule = rule
  }
}

import type { Trial } from './trial.ts'

/** The finding of one case of the conformance kit. */
export interface ConformanceFinding extends Breach {
  /** The rule of the plugin contract that is broken: the name of its case. */
  readonly rule: string
  /** The module of the plugin, as in its reference. */
  readonly module: string
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

/** How a plugin breaks a rule. */
export interface Breach {
  /** What was observed, as a clause without a full stop. */
  readonly seen: string
  /** What to do about it, as a clause without a full stop. */
  readonly advice: string
  /** The error that the plugin threw, if any. */
  readonly cause?: unknown
}

/** One rule of the plugin contract. */
export interface ConformanceRule {
  /** The rule as a sentence that is true for every plugin that keeps it. */
  readonly name: string
  /** The rules that must be kept for this rule to be judged. */
  readonly needs: readonly ConformanceRule[]
  /** Tries the plugin; returns how the plugin breaks the rule, or `undefined` if it does not. */
  readonly check: (trial: Trial) => Promise<Breach | undefined>
}

/**
 * Judges a plugin by rules, so that each mistake is reported once.
 *
 * The rules that a rule needs are judged before it, and only once, however many rules need them.
 */
export class Judge {
  readonly #trial: Trial
  readonly #known = new Map<ConformanceRule, Promise<ConformanceError | undefined>>()

  constructor(trial: Trial) {
    this.#trial = trial
  }

  /**
   * @throws ConformanceError when the plugin breaks the rule
   * @throws UnjudgedError when the plugin breaks a rule that this rule needs
   */
  async judge(rule: ConformanceRule): Promise<void> {
    await this.#judgeNeeds(rule, rule)
    const error = await this.#find(rule)
    if (error !== undefined) throw error
  }

  async #judgeNeeds({ needs }: ConformanceRule, of: ConformanceRule): Promise<void> {
    for (const need of needs) {
      await this.#judgeNeeds(need, of)
      const error = await this.#find(need)
      if (error !== undefined) throw new UnjudgedError(of.name, error)
    }
  }

  #find(rule: ConformanceRule): Promise<ConformanceError | undefined> {
    let found = this.#known.get(rule)
    if (found === undefined) this.#known.set(rule, (found = this.#check(rule)))
    return found
  }

  async #check({ name, check }: ConformanceRule): Promise<ConformanceError | undefined> {
    const breach = await check(this.#trial)
    return breach === undefined ? undefined : new ConformanceError({ rule: name, module: this.#trial.reference.module, ...breach })
  }
}

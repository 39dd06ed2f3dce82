import type { Trial } from './trial.ts'

/** What one case of the conformance kit found. */
export interface ConformanceFinding extends Breach {
  /** The rule of the plugin contract that is broken: the name of its case. */
  readonly rule: string
  /** The plugin, as its reference names its module. */
  readonly module: string
}

/** A rule of the plugin contract that a plugin breaks, with what was seen and what to do. */
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

/** A case that could not be judged, because the plugin breaks a rule that it builds on; `cause` says which and how. */
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
  /** What was seen, as a clause without a full stop. */
  readonly seen: string
  /** What to do about it, as a clause without a full stop. */
  readonly advice: string
  /** What was thrown by the plugin, if anything was. */
  readonly cause?: unknown
}

/** One rule of the plugin contract. */
export interface Rule {
  /** A sentence that is true of a plugin that keeps it. */
  readonly name: string
  /** The rules without which it cannot be judged. */
  readonly needs: readonly Rule[]
  /** Tries the plugin; gives how it breaks the rule, and nothing when it does not. */
  readonly check: (trial: Trial) => Promise<Breach | undefined>
}

/**
 * Judges a plugin by rules, so that one mistake is told once.
 *
 * What a rule needs is judged before it, and only once, however many rules need it.
 */
export class Judge {
  readonly #trial: Trial
  readonly #known = new Map<Rule, Promise<ConformanceError | undefined>>()

  constructor(trial: Trial) {
    this.#trial = trial
  }

  /**
   * @throws ConformanceError when the plugin breaks the rule
   * @throws UnjudgedError when it breaks one that this rule needs
   */
  async judge(rule: Rule): Promise<void> {
    await this.#judgeNeeds(rule, rule)
    const error = await this.#find(rule)
    if (error !== undefined) throw error
  }

  async #judgeNeeds({ needs }: Rule, of: Rule): Promise<void> {
    for (const need of needs) {
      await this.#judgeNeeds(need, of)
      const error = await this.#find(need)
      if (error !== undefined) throw new UnjudgedError(of.name, error)
    }
  }

  #find(rule: Rule): Promise<ConformanceError | undefined> {
    let found = this.#known.get(rule)
    if (found === undefined) this.#known.set(rule, (found = this.#check(rule)))
    return found
  }

  async #check({ name, check }: Rule): Promise<ConformanceError | undefined> {
    const breach = await check(this.#trial)
    return breach === undefined ? undefined : new ConformanceError({ rule: name, module: this.#trial.reference.module, ...breach })
  }
}

import { ConformanceError, UnjudgedError } from './conformance-error.ts'
import type { Trial } from './trial.ts'

/** How a plugin breaks a rule. Both are clauses without a full stop. */
export interface Breach {
  readonly seen: string
  readonly advice: string
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

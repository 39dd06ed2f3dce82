import { mostFrequent, type ReasonCount } from '../base/units/count.ts'
import { failureReason } from '../load/user/failure.ts'

const mostReasons = 20
const others = 'other reasons'

/** Counts failed calls by reason, with separate counts for the first 20 reasons. */
export class FailureList {
  readonly #counts = new Map<string, number>()

  add(error: unknown): void {
    const reason = failureReason(error)
    const kept = this.#counts.has(reason) || this.#counts.size < mostReasons ? reason : others
    this.#counts.set(kept, (this.#counts.get(kept) ?? 0) + 1)
  }

  /** Returns the reasons, the most frequent first. */
  list(): readonly ReasonCount[] {
    return mostFrequent(Array.from(this.#counts, ([reason, count]) => ({ reason, count })))
  }
}

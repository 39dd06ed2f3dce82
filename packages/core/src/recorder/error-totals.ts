import { mostReasons, otherReasons } from './error-recorder.ts'
import type { ErrorSnapshot } from './snapshot.ts'

/** The sums of the reasons that threads counted; at most a hundred of them, the rest together. */
export class ErrorTotals {
  readonly #byReason = new Map<string, ErrorSnapshot>()

  /** The most frequent reason first; by reason and outcome where several are as frequent. */
  get all(): readonly ErrorSnapshot[] {
    return [...this.#byReason.values()].toSorted((a, b) => b.count - a.count || compareReasons(a, b))
  }

  add(error: ErrorSnapshot): void {
    const isKnown = this.#byReason.has(`${error.outcome} ${error.reason}`)
    const reason = isKnown || this.#byReason.size < mostReasons ? error.reason : otherReasons
    const key = `${error.outcome} ${reason}`
    const known = this.#byReason.get(key)
    this.#byReason.set(key, {
      outcome: error.outcome,
      reason,
      endpoint: known === undefined || error.first < known.first ? error.endpoint : known.endpoint,
      count: error.count + (known?.count ?? 0),
      first: Math.min(error.first, known?.first ?? Infinity),
      last: Math.max(error.last, known?.last ?? -Infinity),
    })
  }
}

// One reason may stand for two outcomes, such as a timeout and what was aborted behind it.
function compareReasons(a: ErrorSnapshot, b: ErrorSnapshot): number {
  if (a.reason === b.reason) return a.outcome - b.outcome
  return a.reason < b.reason ? -1 : 1
}

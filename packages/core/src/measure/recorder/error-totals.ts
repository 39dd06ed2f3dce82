import { ErrorTable } from './error-recorder.ts'
import type { ErrorSnapshot } from './snapshot.ts'

/** The sums of what threads counted by reason and endpoint; at most a hundred reasons and four hundred pairs, the rest together. */
export class ErrorTotals {
  readonly #errors = new ErrorTable()

  /** The most frequent first; by reason, endpoint and outcome where several are as frequent. */
  get all(): readonly ErrorSnapshot[] {
    return this.#errors.all.toSorted((a, b) => b.count - a.count || compareTexts(a, b))
  }

  add({ outcome, reason, endpoint, count, first, last }: ErrorSnapshot): void {
    const error = this.#errors.of(outcome, reason, endpoint)
    error.count += count
    error.first = Math.min(error.first, first)
    error.last = Math.max(error.last, last)
  }
}

// One reason may stand for two outcomes, such as a timeout and what was aborted behind it.
function compareTexts(a: ErrorSnapshot, b: ErrorSnapshot): number {
  return compare(a.reason, b.reason) || compare(a.endpoint ?? '', b.endpoint ?? '') || a.outcome - b.outcome
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

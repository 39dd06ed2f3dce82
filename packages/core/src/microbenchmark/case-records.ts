import { failureReason } from '../load/user/failure.ts'

const mostReasons = 20
const others = 'other reasons'

/** One reason why calls failed. */
export interface FailureCount {
  readonly reason: string
  readonly count: number
}

/** Counts failed calls by their reasons, of which it keeps the first 20 apart. */
export class FailureList {
  readonly #counts = new Map<string, number>()

  add(error: unknown): void {
    const reason = failureReason(error)
    const kept = this.#counts.has(reason) || this.#counts.size < mostReasons ? reason : others
    this.#counts.set(kept, (this.#counts.get(kept) ?? 0) + 1)
  }

  /** The most frequent first. */
  list(): readonly FailureCount[] {
    return addUpFailures([[...this.#counts].map(([reason, count]) => ({ reason, count }))])
  }
}

/** Adds up what several threads counted; the most frequent first. */
export function addUpFailures(lists: readonly (readonly FailureCount[])[]): readonly FailureCount[] {
  const counts = new Map<string, number>()
  for (const { reason, count } of lists.flat()) counts.set(reason, (counts.get(reason) ?? 0) + count)
  return [...counts].map(([reason, count]) => ({ reason, count })).toSorted((a, b) => b.count - a.count)
}

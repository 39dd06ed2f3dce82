import type { ErrorSnapshot } from './snapshot.ts'

/** How many reasons are told apart. */
export const mostReasons = 100
/** What the others are counted under. */
export const otherReasons = 'other reasons'

/** Counts the reasons for requests not ending `ok`; at most a hundred of them, the rest together. */
export class ErrorRecorder {
  #byReason = new Map<string, { outcome: number; reason: string; count: number; first: number; last: number }>()

  count(outcome: number, reason: string, now: number): void {
    const key = `${outcome} ${reason}`
    const known = this.#byReason.get(key)
    if (known !== undefined) {
      known.count += 1
      known.last = now
    } else if (this.#byReason.size < mostReasons || reason === otherReasons) {
      this.#byReason.set(key, { outcome, reason, count: 1, first: now, last: now })
    } else {
      this.count(outcome, otherReasons, now)
    }
  }

  /** What was counted since the last call. */
  take(): ErrorSnapshot[] {
    const errors = [...this.#byReason.values()]
    this.#byReason = new Map()
    return errors
  }
}

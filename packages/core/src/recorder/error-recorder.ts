import type { ErrorSnapshot } from './snapshot.ts'

/** How many reasons are told apart. */
export const mostReasons = 100
/** What the others are counted under. */
export const otherReasons = 'other reasons'

/** Why a request did not end `ok`, and the endpoint it was sent to. */
export interface Failure {
  readonly reason: string
  readonly endpoint: string | undefined
}

interface CountedError extends Failure {
  readonly outcome: number
  count: number
  readonly first: number
  last: number
}

/** Counts the reasons for requests not ending `ok`; at most a hundred of them, the rest together. */
export class ErrorRecorder {
  #byReason = new Map<string, CountedError>()

  /** @param failure the reason alone where there is one endpoint, or none */
  count(outcome: number, failure: string | Failure, now: number): void {
    const { reason, endpoint } = typeof failure === 'string' ? { reason: failure, endpoint: undefined } : failure
    const key = `${outcome} ${reason}`
    const known = this.#byReason.get(key)
    if (known !== undefined) {
      known.count += 1
      known.last = now
    } else if (this.#byReason.size < mostReasons || reason === otherReasons) {
      this.#byReason.set(key, { outcome, reason, endpoint, count: 1, first: now, last: now })
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

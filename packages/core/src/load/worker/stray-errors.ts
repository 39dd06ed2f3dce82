import { failureReason, RequestError, userStopped } from '../user/failure.ts'

/** Errors that belong to no iteration, since the last report; plain data. */
export interface StrayErrors {
  readonly count: number
  /** What they said, each once, up to ten. */
  readonly told: readonly string[]
}

const mostTold = 10

/**
 * Counts what journeys and plugins throw where nothing of theirs waits for it: in a timer or a listener, or as a rejection that is not handled.
 *
 * It must not end the thread, and the load of everybody else with it.
 */
export class StrayErrorCounter {
  readonly #told = new Set<string>()
  #count = 0
  #new: string[] = []

  /** An error that no code caught. */
  thrown(error: unknown): void {
    this.#add('thrown outside of any iteration, as in a timer', error)
  }

  /** A rejection that was not handled. That something was cut off is no news. */
  rejected(error: unknown): void {
    if (error === userStopped || (error instanceof RequestError && error.outcome === 'aborted')) return
    this.#add('a promise was rejected that nobody waited for', error)
  }

  /** What there was since the last call; `undefined` where there was nothing. */
  take(): StrayErrors | undefined {
    if (this.#count === 0) return undefined
    const taken = { count: this.#count, told: this.#new }
    this.#count = 0
    this.#new = []
    return taken
  }

  #add(how: string, error: unknown): void {
    this.#count += 1
    // A journey does the same in each iteration, and looking for secrets takes long.
    if (this.#told.size >= mostTold) return
    const text = `${how}: ${failureReason(error)}`
    if (this.#told.has(text)) return
    this.#told.add(text)
    this.#new.push(text)
  }
}

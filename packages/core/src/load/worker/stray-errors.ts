import { failureReason, isCutOff } from '../user/failure.ts'

/** The errors that belong to no iteration since the last report, as plain data. */
export interface StrayErrors {
  readonly count: number
  /** The different messages, up to ten. */
  readonly told: readonly string[]
}

const mostTold = 10

/**
 * Counts errors of journeys and plugins that nothing awaits: in a timer or a listener, or as an unhandled rejection.
 *
 * Such an error must not end the thread, and with it the load of all other users.
 */
export class StrayErrorCounter {
  readonly #told = new Set<string>()
  #count = 0
  #new: string[] = []

  thrown(error: unknown): void {
    this.#add('thrown outside of any iteration, as in a timer', error)
  }

  /** Counts an unhandled rejection, unless it is that of a stopped user. */
  rejected(error: unknown): void {
    if (!isCutOff(error)) this.#add('a promise was rejected that nobody waited for', error)
  }

  /** Returns the errors since the last call; `undefined` without any. */
  take(): StrayErrors | undefined {
    if (this.#count === 0) return undefined
    const taken = { count: this.#count, told: this.#new }
    this.#count = 0
    this.#new = []
    return taken
  }

  #add(how: string, error: unknown): void {
    this.#count += 1
    // A journey throws the same error in each iteration, and looking for secrets takes long.
    if (this.#told.size >= mostTold) return
    const text = `${how}: ${failureReason(error)}`
    if (this.#told.has(text)) return
    this.#told.add(text)
    this.#new.push(text)
  }
}

import { type FailureExample, type ExampleSource, type Exemplified, ExampleBudget } from './recorded-examples.ts'

/** One reason why requests of one phase to one endpoint did not end `ok`. Times are in microseconds on the clock of the process. */
export interface ErrorSnapshot {
  readonly outcome: number
  readonly reason: string
  /** The endpoint, when there are several. */
  readonly endpoint: string | undefined
  readonly count: number
  readonly first: number
  readonly last: number
  /** Examples of the earliest of these requests, at most five over the run; missing when there are none. */
  readonly examples?: readonly FailureExample[] | undefined
}

/** The number of reasons that are counted separately. */
export const mostReasons = 100
/** The number of pairs of a reason and an endpoint that are counted separately. */
export const mostPairs = 400
/** The name for all reasons beyond the first hundred. */
export const otherReasons = 'other reasons'
/** The name for further endpoints of a known reason when there are too many pairs. */
export const otherEndpoints = 'other'

/** Why a request did not end `ok`, and the endpoint it was sent to. */
export interface Failure {
  readonly reason: string
  readonly endpoint: string | undefined
  /** Describes the request, as long as there are few examples of the reason. */
  readonly source?: ExampleSource | undefined
}

/** Counts why requests did not end `ok`, by reason and endpoint: at most a hundred reasons and four hundred pairs, the rest together. */
export class ErrorRecorder {
  // Known reasons are kept between snapshots; only their counts begin anew.
  readonly #errors = new ErrorTable()
  readonly #budget = new ExampleBudget()

  /** @param failure only the reason, when there is one endpoint or none */
  count(outcome: number, failure: string | Failure, now: number): void {
    const { reason, endpoint, source }: Failure = typeof failure === 'string' ? { reason: failure, endpoint: undefined } : failure
    const error = this.#errors.of(outcome, reason, endpoint)
    error.count += 1
    error.first = Math.min(error.first, now)
    error.last = Math.max(error.last, now)
    if (source !== undefined) this.#budget.take(error, source, now)
  }

  /** Returns the counts since the last call. */
  take(): ErrorSnapshot[] {
    const taken: ErrorSnapshot[] = []
    this.#budget.turn()
    for (const error of this.#errors.all) {
      if (error.count === 0) continue
      const { told: _told, examples, ...counted } = error
      taken.push(examples === undefined ? counted : { ...counted, examples })
      error.count = 0
      error.first = Infinity
      error.last = -Infinity
      error.examples = undefined
    }
    return taken
  }
}

interface CountedError extends Omit<ErrorSnapshot, 'examples'>, Exemplified {
  count: number
  first: number
  last: number
}

/** A count for each outcome, reason and endpoint. */
export class ErrorTable {
  readonly #byReason = new Map<string, Map<string | undefined, CountedError>>()
  #pairs = 0

  /** The counts in the order in which they were first seen. */
  get all(): CountedError[] {
    return [...this.#byReason.values()].flatMap((byEndpoint) => [...byEndpoint.values()])
  }

  /** The count of an outcome, a reason and an endpoint; the shared count of other reasons or endpoints when there are too many. */
  of(outcome: number, reason: string, endpoint: string | undefined): CountedError {
    const key = `${outcome} ${reason}`
    const known = this.#byReason.get(key)
    if (known !== undefined) return this.#at(known, outcome, reason, endpoint)
    if (this.#byReason.size >= mostReasons && reason !== otherReasons) return this.of(outcome, otherReasons, endpoint)
    const byEndpoint = new Map<string | undefined, CountedError>()
    this.#byReason.set(key, byEndpoint)
    return this.#at(byEndpoint, outcome, reason, endpoint)
  }

  #at(byEndpoint: Map<string | undefined, CountedError>, outcome: number, reason: string, wanted: string | undefined): CountedError {
    const isTold = byEndpoint.has(wanted) || wanted === undefined || this.#pairs < mostPairs
    const endpoint = isTold ? wanted : otherEndpoints
    const known = byEndpoint.get(endpoint)
    if (known !== undefined) return known
    const error = { outcome, reason, endpoint, count: 0, first: Infinity, last: -Infinity, examples: undefined, told: 0 }
    byEndpoint.set(endpoint, error)
    this.#pairs += 1
    return error
  }
}
